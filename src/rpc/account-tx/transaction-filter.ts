/** The filter parameters of `account_tx`. */

import { addressToAccountId } from '../../crypto/address.ts';
import { amountMagnitude, currencyDigest } from '../../history/history-facts.ts';
import { CURRENCY_FORM, parseCurrency } from '../../protocol/json/currency-text.ts';
import { parseHexBytes } from '../../protocol/json/hex-text.ts';
import { terCode, terName } from '../../protocol/tables/ter.ts';
import { transactionTypeCode, transactionTypeNames } from '../../protocol/tables/type-codes.ts';
import {
  type AccountId,
  type Amount,
  type Currency,
  type Hex,
  type Json,
  type JsonObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { isUInt32 } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseThreshold } from './history-amount.ts';

export interface TransactionFilter {
  readonly types?: ReadonlySet<number>;
  /** Range of result codes, both inclusive. */
  readonly result?: { readonly first: number; readonly last: number };
  readonly direction?: 'in' | 'out';
  readonly counterparty?: AccountId;
  readonly counterpartyDigest?: number;
  readonly destinationTag?: number;
  readonly sourceTag?: number;
  /** A currency, or the id of a multi-purpose token. */
  readonly currency?: Currency | Hex;
  readonly currencyDigest?: number;
  readonly issuer?: AccountId;
  readonly deliveredAtLeast?: Amount;
  readonly deliveredMagnitude?: number;
}

type Part = (value: Json, params: JsonObject) => TransactionFilter | undefined;

/** A parameter that adds its part to the filter; Invalid field 'x'. for an invalid value. */
function filterPart<Type extends string>(type: Type, part: Part): ParamReader<Type, TransactionFilter | undefined> {
  const read = ({ params }: RpcContext, name: string) => {
    if (!hasParam(params, name)) return undefined;
    const filter = part(params[name] as Json, params);
    if (filter === undefined) throw invalidField(name).because(name === 'currency' ? CURRENCY_FAULT : undefined);
    return filter;
  };
  return { type, read };
}

/** The parameters, in the order in which they are checked. */
export const FILTER_PARAMS = [
  { name: 'tx_type', ...filterPart('string or array', readTypes), text: 'Only these types, in any case.' },
  {
    name: 'result',
    ...filterPart('string', (value) => (typeof value === 'string' ? readResult(value) : undefined)),
    text: 'Only this result (`tecPATH_DRY`) or class (`tes`, `tec`).',
  },
  {
    name: 'direction',
    ...filterPart('string', (value) => (value === 'in' || value === 'out' ? { direction: value } : undefined)),
    text: '`out`: sent by the account; `in`: sent to it or taking its offer.',
  },
  { name: 'counterparty', ...filterPart('string', counterpartyOf), text: 'Only with this account at the other end.' },
  {
    name: 'destination_tag',
    ...filterPart('integer', (value) => (isUInt32(value) ? { destinationTag: value } : undefined)),
    text: 'Only with this destination tag.',
  },
  {
    name: 'source_tag',
    ...filterPart('integer', (value) => (isUInt32(value) ? { sourceTag: value } : undefined)),
    text: 'Only with this source tag.',
  },
  {
    name: 'currency',
    ...filterPart('string', currencyOf),
    text: 'Only about amounts of this currency, or of the multi-purpose token with this id.',
  },
  { name: 'issuer', ...filterPart('string', issuerOf), text: 'Issuer of that currency.' },
  {
    name: 'delivered_at_least',
    ...filterPart('string', thresholdOf),
    text: 'Only transactions that delivered at least this: drops, or tokens of `currency`.',
  },
] as const satisfies readonly ParamRow[];

/** The request's filter; undefined without one. Throws `invalidParams` with the field's name. */
export function readTransactionFilter(context: RpcContext): TransactionFilter | undefined {
  const { params } = context;
  if (!FILTER_PARAMS.some(({ name }) => hasParam(params, name))) return undefined;
  if (hasParam(params, 'issuer') && !hasParam(params, 'currency')) throw invalidField('issuer');
  let filter: TransactionFilter = {};
  for (const { name, read } of FILTER_PARAMS) filter = { ...filter, ...read(context, name) };
  return filter;
}

function counterpartyOf(value: Json): TransactionFilter | undefined {
  const counterparty = typeof value === 'string' ? addressToAccountId(value) : undefined;
  if (counterparty === undefined) return undefined;
  return { counterparty, counterpartyDigest: Number.parseInt(counterparty.slice(0, 8), 16) };
}

function currencyOf(value: Json): TransactionFilter | undefined {
  const currency = readCurrency(value);
  return currency === undefined ? undefined : { currency, currencyDigest: currencyDigest(currency) };
}

function issuerOf(value: Json, params: JsonObject): TransactionFilter | undefined {
  const issuer = typeof value === 'string' ? addressToAccountId(value) : undefined;
  return issuer === undefined || !hasIssuers(readCurrency(params.currency)) ? undefined : { issuer };
}

function thresholdOf(value: Json, params: JsonObject): TransactionFilter | undefined {
  const currency = hasParam(params, 'currency') ? readCurrency(params.currency) : XRP_CURRENCY;
  const amount = currency === undefined ? undefined : parseThreshold(value, currency);
  if (amount === undefined || currency === undefined) return undefined;
  const digest = currencyDigest(currency);
  return { deliveredAtLeast: amount, deliveredMagnitude: amountMagnitude(amount), currency, currencyDigest: digest };
}

const CURRENCY_FAULT = `Field 'currency': ${CURRENCY_FORM}.`;
const MPT_ID_BYTES = 24;

function readCurrency(value: Json | undefined): Currency | Hex | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  return parseHexBytes(value, MPT_ID_BYTES) ?? parseCurrency(value);
}

/** True for a currency with any number of issuers; a multi-purpose token's issuer is in its id. */
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
