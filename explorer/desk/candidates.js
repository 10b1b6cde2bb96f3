/** Holders that an issuer can approve: those with unauthorized trust lines, and those with unauthorized MPTokens. */

const PAGE_LINES = 400;
/** The server reads fewer entries for clients that are not admins. */
const PAGE_ENTRIES = 1_000;
const ASKED_AT_ONCE = 16;
const SET_AUTHORIZED = 0x0001_0000;
const HOLDER_AUTHORIZED = 0x0002;
const REQUIRES_AUTHORIZATION = 0x0004;

/**
 * The pending holders in the last validated ledger, in the server's order, without those whose line an approval would
 * delete. `onPage` is called with the number found so far.
 */
export async function pendingHolders(server, account, onPage = () => {}) {
  const found = [];
  for await (const page of pendingPages(server, { account })) {
    found.push(...page.filter(({ wouldDelete }) => !wouldDelete).map(({ candidate }) => candidate));
    onPage(found.length);
  }
  return found;
}

/** All pending lines in the last validated ledger, page by page: `{ candidate, wouldDelete }`. */
export async function* pendingPages(server, params) {
  for (let marker; ; ) {
    const page = await server.request('account_lines', {
      ...params,
      authorization: 'pending',
      ledger_index: 'validated',
      limit: PAGE_LINES,
      ...(marker === undefined ? {} : { marker }),
    });
    const found = [];
    for (const line of page.lines) found.push(await lineCandidate(server, params.account, line));
    yield found;
    if (page.marker === undefined) return;
    marker = page.marker;
  }
}

/** The candidate of one of the issuer's lines, and whether an approval would delete the line. */
export async function lineCandidate(server, account, line) {
  const { account: holder, currency, limit, limit_peer: wanted } = line;
  // An approval must repeat the issuer's own limit; otherwise it would set it to zero.
  const candidate = { ...holderCandidate(holder, currency, limit), wanted };
  return { candidate, wouldDelete: await wouldDelete(server, account, line, candidate) };
}

export function holderCandidate(holder, currency, issuerLimit) {
  return {
    key: `${holder} ${currency}`,
    holder,
    asset: { currency },
    fields: {
      TransactionType: 'TrustSet',
      LimitAmount: { currency, issuer: holder, value: issuerLimit },
      Flags: SET_AUTHORIZED,
    },
  };
}

/** A TrustSet deletes a line that is in its default state on both sides, and the authorization with it. */
async function wouldDelete(server, account, { limit, limit_peer: wanted, balance }, { fields }) {
  if ([limit, wanted, balance].some((value) => Number(value) !== 0)) return false;
  const { meta } = await server.request('simulate', { tx_json: { ...fields, Account: account } });
  return meta?.AffectedNodes.some(({ DeletedNode: node }) => node?.LedgerEntryType === 'RippleState') === true;
}

/** The account's MPToken issuances that require authorization. */
export async function restrictedIssuances(server, account) {
  const found = [];
  for (let marker; ; ) {
    const page = await server.request('account_objects', {
      account,
      type: 'mpt_issuance',
      ledger_index: 'validated',
      limit: PAGE_LINES,
      ...(marker === undefined ? {} : { marker }),
    });
    const guarded = page.account_objects.filter(({ Flags: flags }) => (flags & REQUIRES_AUTHORIZATION) !== 0);
    found.push(...guarded.map(({ mpt_issuance_id: id }) => id));
    if (page.marker === undefined) return found;
    marker = page.marker;
  }
}

/** The state of a holder of a multi-purpose token: `pending`, `authorized`, or `none` without an MPToken. */
export async function issuanceHolder(server, issuance, holder) {
  const params = { mptoken: { mpt_issuance_id: issuance, account: holder }, ledger_index: 'validated' };
  const { node } = await server.request('ledger_entry', params).catch((error) => {
    if (error.token === 'entryNotFound') return {};
    throw error;
  });
  const state = node === undefined ? 'none' : isPending(node) ? 'pending' : 'authorized';
  return { state, candidate: issuanceCandidate(issuance, holder) };
}

/**
 * All pending holders of a multi-purpose token. There is no index of them, so all MPTokens of the ledger are searched;
 * `onPage` is called with the number found so far.
 */
export async function pendingHoldersOfIssuance(server, issuance, onPage = () => {}) {
  const found = [];
  let place = { ledger_index: 'validated' };
  for (;;) {
    const page = await server.request('ledger_data', { type: 'mptoken', limit: PAGE_ENTRIES, ...place });
    const waiting = page.state.filter((entry) => entry.MPTokenIssuanceID === issuance && isPending(entry));
    found.push(...waiting.map(({ Account: holder }) => issuanceCandidate(issuance, holder)));
    onPage(found.length);
    if (page.marker === undefined) return found;
    place = { ledger_index: page.ledger_index, marker: page.marker };
  }
}

function isPending({ Flags: flags }) {
  return (flags & HOLDER_AUTHORIZED) === 0;
}

function issuanceCandidate(issuance, holder) {
  return {
    key: `${holder} ${issuance}`,
    holder,
    asset: { issuance },
    fields: { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: issuance, Holder: holder },
  };
}

/** The candidates that are still pending. */
export async function stillPending(server, account, candidates) {
  const waiting = new Set();
  if (candidates.some(({ asset }) => asset.currency !== undefined)) {
    for (const { key } of await pendingHolders(server, account)) waiting.add(key);
  }
  const ofIssuances = candidates.filter(({ asset }) => asset.issuance !== undefined);
  for (let at = 0; at < ofIssuances.length; at += ASKED_AT_ONCE) {
    const some = ofIssuances.slice(at, at + ASKED_AT_ONCE);
    const states = await Promise.all(some.map(({ holder, asset }) => issuanceHolder(server, asset.issuance, holder)));
    for (const { state, candidate } of states) if (state === 'pending') waiting.add(candidate.key);
  }
  return candidates.filter(({ key }) => waiting.has(key));
}
