/**
 * `account_lines`: an account's trust lines from its side (rippled: AccountLines.cpp, TrustLine.cpp), optionally of one
 * currency or by authorization.
 */

import { accountIdToAddress, addressToAccountId } from '../../../crypto/address.ts';
import { issuedText } from '../../../protocol/json/amount-text.ts';
import { currencyText } from '../../../protocol/json/currency-text.ts';
import type { AccountId, JsonObject } from '../../../protocol/values.ts';
import type { Steps } from '../../../util/steps.ts';
import { LongList } from '../../json/long-json.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import {
  type AuthorizationFilter,
  authorizationFilter,
  readAuthorizationPage,
  readLineWith,
} from '../../pages/authorization-pages.ts';
import { readLinePage } from '../../pages/line-pages.ts';
import { readOwnMarker } from '../../pages/owned-entries.ts';
import { type TrustLineView, viewTrustLine } from '../../pages/trust-line.ts';
import { type AccountInLedger, malformedAccount, requireAccount } from '../../params/account-param.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { namesLedger } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { convertedText, flag, limit, typedText } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };

/** With an authorization or a currency filter, the default ledger is the validated one. */
const accountInChosenLedger: ParamReader<'string', AccountInLedger, [ledgerIfNoneIsNamed?: 'validated']> = {
  type: 'string',
  read: (context, _name, ledgerIfNoneIsNamed) => {
    const { params } = context;
    if (namesLedger(params) || ledgerIfNoneIsNamed === undefined) return requireAccount(context);
    return requireAccount({ ...context, params: { ...params, ledger_index: ledgerIfNoneIsNamed } });
  },
};

/** Undefined for an empty text. The error includes the ledger's fields. */
const peerAccount: ParamReader<'string', AccountId | undefined, [known: JsonObject]> = {
  type: 'string',
  read: (context, name, known) => {
    const address = convertedText.read(context, name);
    const peer = addressToAccountId(address);
    if (address !== '' && peer === undefined) throw malformedAccount(name, address, known);
    return peer;
  },
};

const PARAMS = [
  { name: 'account', ...accountInChosenLedger, required: true, text: 'Address of the account.' },
  { name: 'ledger_hash', type: 'string', readWith: 'account', text: 'Hash of the ledger.' },
  {
    name: 'ledger_index',
    type: 'string or integer',
    readWith: 'account',
    text: 'Index, `validated`, `closed` or `current` (default, but see `authorization`).',
  },
  { name: 'peer', ...peerAccount, text: 'Only lines with this account.' },
  { name: 'ignore_default', ...flag, text: "Omit lines in the default state on the account's side." },
  {
    name: 'authorization',
    ...authorizationFilter,
    text:
      "Weir's own. `authorized`: lines on which the account, as the issuer, has set its authorization flag. " +
      '`pending`: lines on which it has not, and whose other side has a positive limit or balance or another setting ' +
      'that is not the default. Only of the last validated ledger, which is the default here; a page costs what it ' +
      'returns. Lines come by currency and key; a marker stays good while ledgers close, for the same account and ' +
      'filters.',
  },
  {
    name: 'currency',
    type: 'string',
    readWith: 'authorization',
    text:
      "Weir's own. Only lines in this currency, with the rules of `authorization`; with `peer`, the one line there " +
      'can be, in any ledger.',
  },
  {
    name: 'limit',
    ...limit(LIMITS),
    text: 'Maximum number of entries to read; with `authorization` or `currency` of lines (200).',
  },
  { name: 'marker', ...typedText, text: 'The `marker` of the page before, with the same parameters otherwise.' },
] as const satisfies readonly ParamRow[];

type Read = ReadParam<typeof PARAMS>;

export const accountLines = defineMethod({
  name: 'account_lines',
  role: 'user',
  needs: 'ledger',
  meansValidated: (params) =>
    (hasParam(params, 'authorization') || hasParam(params, 'currency')) && !hasParam(params, 'peer'),
  params: PARAMS,
  *run(context, read) {
    const filter = read('authorization');
    return yield* filter === undefined ? listLines(context, read) : listByFilter(context, read, filter);
  },
});

function* listLines(context: RpcContext, read: Read): Steps<JsonObject> {
  const found = read('account');
  const { account, ledger } = found;
  const peer = read('peer', ledger.fields);
  const most = read('limit');
  const ignoreDefault = read('ignore_default');
  const after = readOwnMarker(ledger.view, account, read('marker'));
  const view = openLedgerSnapshot(context, ledger.view);
  const { lines, marker } = yield* readLinePage(view, { account, peer, ignoreDefault, limit: most, after });
  return yield* pageJson(found, lines, most, marker);
}

function* listByFilter(context: RpcContext, read: Read, filter: AuthorizationFilter): Steps<JsonObject> {
  const { params, reader } = context;
  if (hasParam(params, 'ignore_default')) {
    throw invalidParams("'ignore_default' goes with neither 'authorization' nor 'currency'.");
  }
  if (hasParam(params, 'peer')) return yield* lineWithPeer(context, read, filter);
  const found = read('account', 'validated');
  const { account, ledger } = found;
  if (ledger.header?.ledgerIndex !== reader.validated.ledgerIndex) {
    throw invalidParams("'authorization' and 'currency' are for the last validated ledger only.");
  }
  const most = read('limit');
  const query = { account, filter, limit: most, marker: read('marker') };
  const { lines, marker } = yield* readAuthorizationPage(reader.store, ledger.view, query);
  return yield* pageJson(found, lines, most, marker);
}

function lineWithPeer(
  context: RpcContext,
  read: Read,
  { authorization, currency }: AuthorizationFilter,
): Steps<JsonObject> {
  const { params } = context;
  if (currency === undefined) throw invalidParams("'authorization' with 'peer' takes 'currency' too.");
  if (hasParam(params, 'marker')) throw invalidParams().because("With 'peer' there is one page: no 'marker'.");
  const found = read('account');
  const peer = read('peer', found.ledger.fields);
  if (peer === undefined) throw malformedAccount('peer', '', found.ledger.fields);
  const most = read('limit');
  const line = readLineWith(found.ledger.view, found.account, peer, { authorization, currency });
  return pageJson(found, line === undefined ? [] : [viewTrustLine(line, found.account)], most, undefined);
}

function* pageJson(
  { account, ledger }: AccountInLedger,
  lines: readonly TrustLineView[],
  most: number,
  marker: string | undefined,
): Steps<JsonObject> {
  const list = new LongList();
  for (const line of lines) {
    list.push(describe(line));
    yield;
  }
  return {
    ...ledger.fields,
    account: accountIdToAddress(account),
    lines: list.toJson(),
    ...(marker === undefined ? {} : { limit: most, marker }),
  };
}

function describe({ peer, balance, limit, limitPeer, mine, theirs, flags, ...line }: TrustLineView): JsonObject {
  const json: JsonDraft = {
    account: accountIdToAddress(peer),
    balance: issuedText(balance.mantissa, balance.exponent),
    currency: currencyText(balance.currency),
    limit: issuedText(limit.mantissa, limit.exponent),
    limit_peer: issuedText(limitPeer.mantissa, limitPeer.exponent),
    quality_in: line.qualityIn,
    quality_out: line.qualityOut,
    // The specification has it on each line; the reference only if it is true.
    peer_authorized: (flags & theirs.auth) !== 0,
  };
  if (flags & mine.auth) json.authorized = true;
  if (flags & mine.noRipple) json.no_ripple = true;
  if (flags & theirs.noRipple) json.no_ripple_peer = true;
  if (flags & mine.freeze) json.freeze = true;
  if (flags & theirs.freeze) json.freeze_peer = true;
  if (flags & mine.deepFreeze) json.deep_freeze = true;
  if (flags & theirs.deepFreeze) json.deep_freeze_peer = true;
  return json;
}
