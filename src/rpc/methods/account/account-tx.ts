/** `account_tx`: the transactions that affected an account, page by page (rippled: AccountTx.cpp, Node.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import type { TransactionLocation } from '../../../history/history-query.ts';
import { isInRange } from '../../../node/validated-range.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { ignoredLedgers, ledgerRange } from '../../account-tx/account-tx-range.ts';
import { decodeHistoryMarker, encodeHistoryMarker } from '../../account-tx/history-marker.ts';
import { type HistoryPage, searchHistory } from '../../account-tx/history-page.ts';
import { historyRowsJson } from '../../account-tx/history-rows-json.ts';
import { narrowToTimes, TIME_PARAMS } from '../../account-tx/time-params.ts';
import { FILTER_PARAMS, readTransactionFilter } from '../../account-tx/transaction-filter.ts';
import { rawJson } from '../../json/raw-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { locationMarker, parseLocationMarker } from '../../pages/marker.ts';
import { malformedAccount } from '../../params/account-param.ts';
import { isUInt32 } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { limit, requiredText, strictFlag } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };
/** Maximum page length for any limit; only admins get longer pages. */
const PAGE_LENGTH = 200;
const BINARY_PAGE_LENGTH = 500;
/** A limit of 0xFFFFFFFF means the default page size, for admins as well. */
const LARGEST_LIMIT = 0xffff_ffff;
const MALFORMED_MARKER =
  'invalid marker. Provide ledger index via ledger field, and transaction sequence number via seq field';

/** Markers of filtered queries are signed. They encode the direction. */
const historyMarker: ParamReader<
  'object or string',
  TransactionLocation | undefined,
  [filtered?: { readonly forward: boolean }]
> = {
  type: 'object or string',
  read: (context, name, filtered) => {
    if (!hasParam(context.params, name)) return undefined;
    const isFiltered = filtered !== undefined;
    const location = isFiltered
      ? decodeHistoryMarker(context, filtered.forward)
      : parseLocationMarker(context.params[name]);
    if (location !== undefined) return location;
    throw invalidParams(isFiltered ? 'The marker does not belong to this request.' : MALFORMED_MARKER);
  },
};

export const accountTx = defineMethod({
  name: 'account_tx',
  role: 'user',
  needs: 'nothing',
  params: [
    { name: 'account', ...requiredText, required: true, text: 'Address of the account.' },
    { name: 'ledger_index_min', ...ledgerRange, text: 'First ledger to search; -1 for the earliest.' },
    {
      name: 'ledger_index_max',
      type: 'integer',
      readWith: 'ledger_index_min',
      text: 'Last ledger to search; -1 for the latest.',
    },
    {
      name: 'ledger_index',
      type: 'string or integer',
      readWith: 'ledger_index_min',
      text: 'Search this ledger only.',
    },
    { name: 'ledger_hash', type: 'string', readWith: 'ledger_index_min', text: 'Search this ledger only.' },
    { name: 'binary', ...strictFlag, text: 'Hex instead of JSON.' },
    { name: 'forward', ...strictFlag, text: 'Oldest first.' },
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of transactions (200).' },
    {
      name: 'marker',
      ...historyMarker,
      text: 'The `marker` of the page before, with the same parameters; a string if any of the following is given.',
    },
    ...FILTER_PARAMS,
    ...TIME_PARAMS,
  ],
  *run(context, read) {
    const { params, apiVersion, role, reader } = context;
    const binary = read('binary') === true;
    const forward = read('forward') === true;
    const most = read('limit');
    const address = read('account');
    const account = addressToAccountId(address);
    if (account === undefined) throw malformedAccount('account', address);
    const findRange = read('ledger_index_min');
    const asks = [...FILTER_PARAMS, ...TIME_PARAMS].some(({ name }) => hasParam(params, name));
    const plainMarker = asks ? undefined : read('marker');
    const range = findRange();
    const question = asks ? readTransactionFilter(context) : undefined;
    const searched = asks ? narrowToTimes(range, reader.store, read('from_time'), read('to_time')) : range;
    const marker = asks ? read('marker', { forward }) : plainMarker;
    if (marker !== undefined && !isInRange(searched, marker.ledgerIndex)) {
      throw invalidParams('The marker is outside of the ledger range.');
    }
    const longest = binary ? BINARY_PAGE_LENGTH : PAGE_LENGTH;
    const query = { account, minLedgerIndex: searched.min, maxLedgerIndex: searched.max, forward };
    const page = yield* searchHistory(
      reader.store,
      marker === undefined ? query : { ...query, from: marker },
      role === 'admin' && most < LARGEST_LIMIT ? most : Math.min(most, longest),
      question,
    );
    // A marker names the next page's first transaction; if the account has no such transaction, the page is empty.
    const isAstray = !asks && marker !== undefined && !isAt(page.transactions[0], marker);
    const { transactions, next } = isAstray ? NOTHING : page;
    const format = { store: reader.store, networkId: reader.networkId, apiVersion, binary };
    const warning = ignoredLedgers(params);
    return {
      account: address,
      ledger_index_min: range.min,
      ledger_index_max: range.max,
      // The request's own limit, as the specification requires, even if it exceeds the page length.
      limit: isUInt32(params.limit) ? params.limit : most,
      validated: true,
      transactions: rawJson(yield* historyRowsJson(format, transactions)),
      ...(warning === undefined ? {} : { warning }),
      ...(asks ? { search: searchFacts(page) } : {}),
      ...(next === undefined
        ? {}
        : { marker: asks ? encodeHistoryMarker(context, next, forward) : locationMarker(next) }),
    };
  },
});

const NOTHING = { transactions: [], next: undefined } as const;

function isAt(one: TransactionLocation | undefined, other: TransactionLocation): boolean {
  return one?.ledgerIndex === other.ledgerIndex && one.position === other.position;
}

/** Search statistics of a filtered query, and where it stopped if its budget was used up. */
function searchFacts({ rowCount, isCutShort, next }: HistoryPage): JsonObject {
  const facts = { rows: rowCount, complete: !isCutShort };
  return isCutShort && next !== undefined ? { ...facts, stopped_at: locationMarker(next) } : facts;
}
