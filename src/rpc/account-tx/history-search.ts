/**
 * Finds the rows of a page. Without a filter these are the next rows; with one, those next rows that answer it, within
 * a budget: whoever asks for something rare gets the page that was found by then and how far it got, so no filter
 * holds the server up or costs more than its answer by more than the budget.
 *
 * The parameters of `account_tx` that ask for some transactions only.
 */
import { addressToAccountId } from '../../crypto/address.ts';
import { amountMagnitude, currencyDigest } from '../../history/history-index-row.ts';
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import { historyFactsAt, historyRowLocation } from '../../history/history-rows.ts';
import { CURRENCY_FORM, parseCurrency } from '../../protocol/json/currency-text.ts';
import { transactionTypeCode, transactionTypeNames } from '../../protocol/tables/formats.ts';
import { terCode, terName } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type Currency,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import type { HistoryStore, StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import { invalidField } from '../method/errors.ts';
import { isUInt32 } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseThreshold } from './history-amount.ts';
import { factsFilter, matchesTransaction, needsTransaction } from './history-filter.ts';

export interface SearchBudget {
  /** Rows of the index to look at. */
  readonly rows: number;
  /** Transactions to read that turn out not to be what was asked for. */
  readonly misses: number;
}

/** Some 10 ms each on a small machine. */
const DEFAULT_SEARCH_BUDGET: SearchBudget = { rows: 200_000, misses: 1_000 };

/** Rows of the index that are looked at in one step. */
const ROWS_A_STEP = 1_000;

export interface HistoryPage {
  readonly transactions: readonly StoredTransaction[];
  /** Where the next page begins; undefined at the end. */
  readonly next: TransactionLocation | undefined;
  /** Rows of the index that were looked at. */
  readonly rowCount: number;
  /** True if the budget ended the search: from `next` on nothing is known yet. */
  readonly isCutShort: boolean;
}

/** At most `limit` transactions; `next` is one that answers the filter too, unless the search was cut short. */
export function* searchHistory(
  store: HistoryStore,
  query: AccountTransactionQuery,
  limit: number,
  filter?: TransactionFilter,
  budget: SearchBudget = DEFAULT_SEARCH_BUDGET,
): Steps<HistoryPage> {
  const transactions: StoredTransaction[] = [];
  const mayMatch = filter && factsFilter(filter);
  const check = filter && needsTransaction(filter) ? checker(filter, query.account) : undefined;
  let rowCount = 0;
  let misses = 0;
  const page = (next: TransactionLocation | undefined, isCutShort = false) => {
    return { transactions, next, rowCount, isCutShort };
  };
  for (const { bytes, first, end } of store.accountHistory(query)) {
    for (let step = 0; step < end - first; step++) {
      const row = query.forward ? first + step : end - 1 - step;
      if (filter !== undefined && (rowCount === budget.rows || misses === budget.misses)) {
        return page(historyRowLocation(bytes, row), true);
      }
      rowCount++;
      if (rowCount % ROWS_A_STEP === 0) yield;
      if (mayMatch !== undefined && !mayMatch(bytes, historyFactsAt(row))) continue;
      const location = historyRowLocation(bytes, row);
      const isFull = transactions.length === limit;
      if (isFull && check === undefined) return page(location);
      const transaction = transactionAt(store, location);
      yield;
      if (check !== undefined && !check(transaction)) misses++;
      else if (isFull) return page(location);
      else transactions.push(transaction);
    }
  }
  return page(undefined);
}

function checker(filter: TransactionFilter, account: AccountId): (transaction: StoredTransaction) => boolean {
  return (transaction) => matchesTransaction(filter, account, transaction);
}

function transactionAt(store: HistoryStore, location: TransactionLocation): StoredTransaction {
  const stored = store.transaction(location);
  assert(stored !== undefined, 'the index of an account names only transactions that are stored');
  return stored;
}

export interface TransactionFilter {
  readonly types?: ReadonlySet<number>;
  /** Codes of results, both inclusive. */
  readonly result?: { readonly first: number; readonly last: number };
  readonly direction?: 'in' | 'out';
  readonly counterparty?: AccountId;
  readonly counterpartyDigest?: number;
  readonly destinationTag?: number;
  readonly sourceTag?: number;
  readonly currency?: Currency;
  readonly currencyDigest?: number;
  readonly issuer?: AccountId;
  readonly deliveredAtLeast?: Amount;
  readonly deliveredMagnitude?: number;
}

/** Names of the parameters; those of times are in `history-times.ts`. */
export const FILTER_PARAMS = [
  'tx_type',
  'result',
  'direction',
  'counterparty',
  'destination_tag',
  'source_tag',
  'currency',
  'issuer',
  'delivered_at_least',
] as const;

type FilterParam = (typeof FILTER_PARAMS)[number];

/** What the request asks; undefined for everything. Throws `invalidParams`, naming the field. */
export function readTransactionFilter(params: JsonObject): TransactionFilter | undefined {
  const names = FILTER_PARAMS.filter((name) => hasParam(params, name));
  if (names.length === 0) return undefined;
  if (hasParam(params, 'issuer') && !hasParam(params, 'currency')) throw invalidField('issuer');
  let filter: TransactionFilter = {};
  for (const name of names) {
    const part = READERS[name](params[name] as Json, params);
    if (part === undefined) throw invalidField(name).because(name === 'currency' ? CURRENCY_FAULT : undefined);
    filter = { ...filter, ...part };
  }
  return filter;
}

type Reader = (value: Json, params: JsonObject) => TransactionFilter | undefined;

const READERS: Readonly<Record<FilterParam, Reader>> = {
  tx_type: readTypes,
  result: (value) => (typeof value === 'string' ? readResult(value) : undefined),
  direction: (value) => (value === 'in' || value === 'out' ? { direction: value } : undefined),
  counterparty: (value) => {
    const counterparty = typeof value === 'string' ? addressToAccountId(value) : undefined;
    if (counterparty === undefined) return undefined;
    return { counterparty, counterpartyDigest: Number.parseInt(counterparty.slice(0, 8), 16) };
  },
  destination_tag: (value) => (isUInt32(value) ? { destinationTag: value } : undefined),
  source_tag: (value) => (isUInt32(value) ? { sourceTag: value } : undefined),
  currency: (value) => {
    const currency = readCurrency(value);
    return currency === undefined ? undefined : { currency, currencyDigest: currencyDigest(currency) };
  },
  issuer: (value, params) => {
    const issuer = typeof value === 'string' ? addressToAccountId(value) : undefined;
    return issuer === undefined || readCurrency(params.currency) === XRP_CURRENCY ? undefined : { issuer };
  },
  delivered_at_least: (value, params) => {
    const currency = hasParam(params, 'currency') ? readCurrency(params.currency) : XRP_CURRENCY;
    const amount = currency === undefined ? undefined : parseThreshold(value, currency);
    if (amount === undefined || currency === undefined) return undefined;
    const digest = currencyDigest(currency);
    return { deliveredAtLeast: amount, deliveredMagnitude: amountMagnitude(amount), currency, currencyDigest: digest };
  },
};

const CURRENCY_FAULT = `Field 'currency': ${CURRENCY_FORM}.`;

function readCurrency(value: Json | undefined): Currency | undefined {
  return typeof value === 'string' && value !== '' ? parseCurrency(value) : undefined;
}

const typeCodesByLowerCaseName = new Map(
  transactionTypeNames().map((name) => [name.toLowerCase(), transactionTypeCode(name) as number]),
);

function readTypes(value: Json): TransactionFilter | undefined {
  const names: readonly Json[] = Array.isArray(value) ? value : [value as Json];
  const codes = names.map((name) =>
    typeof name === 'string' ? typeCodesByLowerCaseName.get(name.toLowerCase()) : undefined,
  );
  if (codes.length === 0 || codes.some((code) => code === undefined)) return undefined;
  return { types: new Set(codes as number[]) };
}

/** The classes of results that get into ledgers. */
const RESULT_CLASSES: ReadonlyMap<string, { readonly first: number; readonly last: number }> = new Map([
  ['tes', { first: 0, last: 0 }],
  ['tec', { first: 100, last: 255 }],
]);
const LAST_CODE = 255;
const codesByLowerCaseName = new Map<string, number>();
for (let code = 0; code <= LAST_CODE; code++) {
  const name = terName(code);
  if (name !== undefined) codesByLowerCaseName.set(name.toLowerCase(), terCode(name));
}

function readResult(text: string): TransactionFilter | undefined {
  const name = text.toLowerCase();
  const range = RESULT_CLASSES.get(name);
  if (range !== undefined) return { result: range };
  const code = codesByLowerCaseName.get(name);
  return code === undefined ? undefined : { result: { first: code, last: code } };
}
