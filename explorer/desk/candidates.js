/** Whom an issuer can approve: holders whose trust lines wait, and holders of multi-purpose tokens that are named. */

const PAGE_LINES = 400;
const SET_AUTHORIZED = 0x0001_0000;
const HOLDER_AUTHORIZED = 0x0002;
const REQUIRES_AUTHORIZATION = 0x0004;

/** Everybody who waits in the last validated ledger, as the server lists them. `onPage` is told how many there are so far. */
export async function pendingHolders(server, account, onPage = () => {}) {
  const found = [];
  for (let marker; ; ) {
    const page = await server.request('account_lines', {
      ...{ account, authorization: 'pending', limit: PAGE_LINES },
      ...(marker === undefined ? {} : { marker }),
    });
    found.push(...page.lines.map(lineCandidate));
    onPage(found.length);
    if (page.marker === undefined) return found;
    marker = page.marker;
  }
}

/** An approval repeats the issuer's own limit, which it would set to zero otherwise. */
function lineCandidate({ account: holder, currency, limit, limit_peer: wanted }) {
  return {
    key: `${holder} ${currency}`,
    holder,
    asset: { currency },
    wanted,
    fields: {
      TransactionType: 'TrustSet',
      LimitAmount: { currency, issuer: holder, value: limit },
      Flags: SET_AUTHORIZED,
    },
  };
}

/** The account's issuances of multi-purpose tokens that only approved holders can hold. */
export async function guardedIssuances(server, account) {
  const found = [];
  for (let marker; ; ) {
    const page = await server.request('account_objects', {
      ...{ account, type: 'mpt_issuance', ledger_index: 'validated', limit: PAGE_LINES },
      ...(marker === undefined ? {} : { marker }),
    });
    const guarded = page.account_objects.filter(({ Flags: flags }) => (flags & REQUIRES_AUTHORIZATION) !== 0);
    found.push(...guarded.map(({ mpt_issuance_id: id }) => id));
    if (page.marker === undefined) return found;
    marker = page.marker;
  }
}

/** How it stands with the holder of a multi-purpose token: `pending`, `authorized` or `none`, who did not ask for it. */
export async function issuanceHolder(server, issuance, holder) {
  const params = { mptoken: { mpt_issuance_id: issuance, account: holder }, ledger_index: 'validated' };
  const { node } = await server.request('ledger_entry', params).catch((error) => {
    if (error.token === 'entryNotFound') return {};
    throw error;
  });
  const state = node === undefined ? 'none' : (node.Flags & HOLDER_AUTHORIZED) === 0 ? 'pending' : 'authorized';
  return { state, candidate: issuanceCandidate(issuance, holder) };
}

function issuanceCandidate(issuance, holder) {
  return {
    key: `${holder} ${issuance}`,
    holder,
    asset: { issuance },
    fields: { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: issuance, Holder: holder },
  };
}

/** Those of the candidates who still wait. */
export async function stillPending(server, account, candidates) {
  const waiting = new Set();
  if (candidates.some(({ asset }) => asset.currency !== undefined)) {
    for (const { key } of await pendingHolders(server, account)) waiting.add(key);
  }
  for (const { key, holder, asset } of candidates) {
    if (asset.issuance === undefined) continue;
    if ((await issuanceHolder(server, asset.issuance, holder)).state === 'pending') waiting.add(key);
  }
  return candidates.filter(({ key }) => waiting.has(key));
}
