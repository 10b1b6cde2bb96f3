/**
 * The parameters of `account_tx` that ask for some transactions only.
 *
 * `from_time` and `to_time`: a span of time as the ledgers that closed in it.
 */
import { addressToAccountId } from '../../crypto/address.ts';
import { amountMagnitude, currencyDigest } from '../../history/history-index-row.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import { CURRENCY_FORM, parseCurrency } from '../../protocol/json/currency-text.ts';
import { parseHexBytes } from '../../protocol/json/scalar-from-json.ts';
import { transactionTypeCode, transactionTypeNames } from '../../protocol/tables/fields.ts';
import { terCode, terName } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type Currency,
  type Hex,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import type { LedgerRange } from '../json/validated-range.ts';
import { invalidField } from '../method/errors.ts';
import { isUInt32 } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseThreshold } from './history-amount.ts';

export interface TransactionFilter {
  readonly types?: ReadonlySet<number>;
  /** Codes of results, both inclusive. */
  readonly result?: { readonly first: number; readonly last: number };
  readonly direction?: 'in' | 'out';
  readonly counterparty?: AccountId;
  readonly counterpartyDigest?: number;
  readonly destinationTag?: number;
  readonly sourceTag?: number;
  /** Or the id of a multi-purpose token. */
  readonly currency?: Currency | Hex;
  readonly currencyDigest?: number;
  readonly issuer?: AccountId;
  readonly deliveredAtLeast?: Amount;
  readonly deliveredMagnitude?: number;
}

/** Names of the parameters; those of times are in `transaction-filter.ts`. */
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
    return issuer === undefined || !hasIssuers(readCurrency(params.currency)) ? undefined : { issuer };
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
const MPT_ID_BYTES = 24;

function readCurrency(value: Json | undefined): Currency | Hex | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return parseHexBytes(value, MPT_ID_BYTES) ?? parseCurrency(value);
}

/** True for a currency that several may issue; the issuer of a multi-purpose token is in its id. */
function hasIssuers(currency: Currency | Hex | undefined): boolean {
  return currency !== undefined && currency !== XRP_CURRENCY && currency.length === XRP_CURRENCY.length;
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

export const TIME_PARAMS = ['from_time', 'to_time'] as const;

/** ISO 8601: a date, or a date and time with its zone. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Those ledgers of the range that closed from `from_time` to `to_time`, both inclusive; empty if `min` is above `max`. */
export function narrowToTimes(params: JsonObject, range: LedgerRange, store: HistoryStore): LedgerRange {
  const from = readTime(params, 'from_time');
  const to = readTime(params, 'to_time');
  const closesBefore = (limitMs: number) => (ledgerIndex: number) => closeTimeMs(store, ledgerIndex) < limitMs;
  const min = from === undefined ? range.min : firstLedger(range, closesBefore(from));
  const max = to === undefined ? range.max : firstLedger(range, closesBefore(to + 1)) - 1;
  return { min, max };
}

/** Milliseconds since 1970-01-01T00:00:00Z. */
function readTime(params: JsonObject, name: (typeof TIME_PARAMS)[number]): number | undefined {
  if (!hasParam(params, name)) return undefined;
  const text = params[name];
  const time = typeof text === 'string' && ISO_TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw invalidField(name);
  return time;
}

function closeTimeMs(store: HistoryStore, ledgerIndex: number): number {
  return ((store.header(ledgerIndex)?.closeTimeSeconds ?? 0) + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000;
}

/** First ledger of the range for which that is false, or the one behind the range. */
function firstLedger(range: LedgerRange, isBefore: (ledgerIndex: number) => boolean): number {
  return range.min + partitionPoint(range.max + 1 - range.min, (at) => isBefore(range.min + at));
}
