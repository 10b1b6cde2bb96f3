/** `account_lines`: an account's trust lines, seen from its side (reference: AccountLines.cpp, TrustLine.cpp). */
import { accountIdToAddress, addressToAccountId } from '../../crypto/address.ts';
import { issuedText } from '../../protocol/codec/amount-text.ts';
import { currencyText } from '../../protocol/codec/currency-text.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { requireAccount } from '../account-param.ts';
import { flagParam, textParam } from '../convert-param.ts';
import { defineMethod } from '../define-method.ts';
import { RpcError } from '../errors.ts';
import { markerAfter, ownedEntries, readMarker } from '../owned-entries.ts';
import { readLimit } from '../params.ts';
import type { JsonDraft } from '../transaction-json.ts';
import { type TrustLineView, viewTrustLine } from '../trust-line.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };

export const accountLines = defineMethod({
  name: 'account_lines',
  summary: "Lists an account's trust lines.",
  role: 'user',
  needs: 'none',
  params: [
    { name: 'account', type: 'string', required: true, text: 'Address of the account.' },
    { name: 'ledger_hash', type: 'string', text: 'Hash of the ledger.' },
    { name: 'ledger_index', type: 'string or integer', text: 'Index, `validated`, `closed` or `current` (default).' },
    { name: 'peer', type: 'string', text: 'Only lines with this account.' },
    { name: 'ignore_default', type: 'boolean', text: 'Leave out lines that the account did not ask for.' },
    { name: 'limit', type: 'integer', text: 'Most entries to look at (200).' },
    { name: 'marker', type: 'string', text: 'Where the last page ended.' },
  ],
  run(context) {
    const { params } = context;
    const { account, ledger } = requireAccount(context);
    const peerText = textParam(params, 'peer');
    const peer = addressToAccountId(peerText);
    if (peerText !== '' && peer === undefined) throw new RpcError('actMalformed', undefined, ledger.fields);
    const limit = readLimit(params, LIMITS, context.role);
    const ignoreDefault = flagParam(params, 'ignore_default');
    const after = readMarker(ledger.view, account, params);

    const lines: JsonObject[] = [];
    const result: JsonDraft = { ...ledger.fields, account: accountIdToAddress(account), lines };
    let count = 0;
    let marker = '';
    for (const entry of ownedEntries(ledger.view, account, after)) {
      count += 1;
      if (count > limit) return { ...result, limit, marker };
      if (count === limit) marker = markerAfter(entry, account);
      if (entry.LedgerEntryType !== 'RippleState') continue;
      const line = viewTrustLine(entry, account);
      if (ignoreDefault && (line.flags & line.mine.reserve) === 0) continue;
      if (peer === undefined || peer === line.peer) lines.push(describe(line));
    }
    return result;
  },
});

function describe({ peer, balance, limit, limitPeer, mine, theirs, flags, ...line }: TrustLineView): JsonObject {
  const json: JsonDraft = {
    account: accountIdToAddress(peer),
    balance: issuedText(balance.mantissa, balance.exponent),
    currency: currencyText(balance.currency),
    limit: issuedText(limit.mantissa, limit.exponent),
    limit_peer: issuedText(limitPeer.mantissa, limitPeer.exponent),
    quality_in: line.qualityIn,
    quality_out: line.qualityOut,
  };
  if (flags & mine.auth) json.authorized = true;
  if (flags & theirs.auth) json.peer_authorized = true;
  if (flags & mine.noRipple) json.no_ripple = true;
  if (flags & theirs.noRipple) json.no_ripple_peer = true;
  if (flags & mine.freeze) json.freeze = true;
  if (flags & theirs.freeze) json.freeze_peer = true;
  if (flags & mine.deepFreeze) json.deep_freeze = true;
  if (flags & theirs.deepFreeze) json.deep_freeze_peer = true;
  return json;
}
