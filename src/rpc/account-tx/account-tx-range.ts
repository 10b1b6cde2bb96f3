/**
 * Which ledgers `account_tx` searches (rippled: AccountTx.cpp, parseLedgerArgs and getLedgerRange). Version 1 follows the
 * specification: a range is required, its fields have the specified types, each bound is a ledger that the server has,
 * and the legacy fields are refused.
 */
import type { LedgerReader } from '../../node/ledger-node.ts';
import { isInRange, knownRange, type LedgerRange, validatedRange } from '../../node/validated-range.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { RpcContext } from '../method/context.ts';
import { expectedField, invalidField, invalidParams, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { intParam, uintParam } from '../params/convert-param.ts';
import { jsonToText } from '../params/json-values.ts';
import { LEDGER_INDEX_FORM } from '../params/ledger-lookup.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const DROPPED_NAMES = ['offset', 'count', 'ledger_min', 'ledger_max'] as const;
const RANGE_NAMES = ['ledger_index_min', 'ledger_index_max'] as const;
const LEDGER_NAMES = ['ledger_hash', 'ledger_index'] as const;
const INDEX_FORM = `Field 'ledger_index' ${LEDGER_INDEX_FORM}.`;

/** The bounds of the range, or the one ledger in its place. */
export const ledgerRange: ParamReader<'integer', () => LedgerRange> = {
  type: 'integer',
  read: (context) => readLedgerRange(context),
};

/**
 * Reads the requested ledgers. The returned function limits them to those that the server has. Both may throw
 * `RpcError`: the reference checks the rest of the request in between.
 */
function readLedgerRange(context: RpcContext): () => LedgerRange {
  const { params, apiVersion, reader } = context;
  if (apiVersion === 1) refuseDroppedParams(params);
  const namesRange = RANGE_NAMES.some((name) => hasParam(params, name));
  const namesLedger = LEDGER_NAMES.some((name) => hasParam(params, name));
  if (namesRange && namesLedger && apiVersion > 1) throw invalidParams('invalidParams');
  if (namesRange) return boundedRange(context);
  if (namesLedger) return singleLedger(context);
  if (apiVersion > 1) return () => validatedRange(reader);
  throw invalidParams(
    "At least one of 'ledger_index', 'ledger_hash', 'ledger_index_min' or 'ledger_index_max' must be given.",
  );
}

function refuseDroppedParams(params: JsonObject): void {
  for (const name of DROPPED_NAMES) {
    if (hasParam(params, name)) throw invalidParams(`Field '${name}' is no longer supported.`);
  }
}

/** A text about ledgers in the request that are ignored; undefined if there are none. */
export function ignoredLedgers(params: JsonObject): string | undefined {
  const [bound] = RANGE_NAMES.filter((name) => hasParam(params, name));
  const [ledger, ...others] = LEDGER_NAMES.filter((name) => hasParam(params, name));
  const [chosen, ignored] = bound === undefined ? [ledger, others] : [bound, [ledger, ...others]];
  const names = ignored.filter((name) => name !== undefined).map((name) => `'${name}'`);
  if (names.length === 0) return undefined;
  return `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} ignored, because the request has '${chosen}' too.`;
}

function boundedRange(context: RpcContext): () => LedgerRange {
  const min = bound(context, 'ledger_index_min');
  const max = bound(context, 'ledger_index_max');
  return () => (context.apiVersion === 1 ? namedRange(context, min, max) : availableRange(context.reader, min, max));
}

/** Both bounds must be ledgers that the server has. An open one is the server's own. */
function namedRange({ params, reader }: RpcContext, min: number | undefined, max: number | undefined): LedgerRange {
  const available = knownRange(reader);
  if (min !== undefined && max !== undefined && max < min) {
    throw new RpcError('lgrIdxsInvalid').because(reversed({ min, max }, available));
  }
  for (const name of RANGE_NAMES) requireKnownBound(params, name, available);
  return filledRange(reader, min, max);
}

function availableRange(reader: LedgerReader, min: number | undefined, max: number | undefined): LedgerRange {
  const available = knownRange(reader);
  // Zero means the beginning, like -1.
  const first = min === 0 ? undefined : min;
  if (first !== undefined && first < available.min) throw unknownBound('ledger_index_min', first, available);
  if (max !== undefined && max > available.max) throw unknownBound('ledger_index_max', max, available);
  const range = filledRange(reader, first, max);
  if (range.max < range.min) throw new RpcError('invalidLgrRange').because(reversed(range, available));
  return range;
}

/**
 * The range with open ends filled from the stored history, which begins after the genesis ledger unless that is named.
 */
function filledRange(reader: LedgerReader, min: number | undefined, max: number | undefined): LedgerRange {
  const history = validatedRange(reader);
  const last = max ?? history.max;
  const isGenesis = last === knownRange(reader).min;
  return { min: min ?? (isGenesis ? last : history.min), max: last };
}

/**
 * A bound; undefined if it is absent or negative. The reference converts other values to a number too; in version 1 the
 * specification requires an integer.
 */
function bound({ params, apiVersion }: RpcContext, name: (typeof RANGE_NAMES)[number]): number | undefined {
  if (!hasParam(params, name)) return undefined;
  const signed = intParam(params, name);
  const isRead = apiVersion === 1 ? Number.isInteger(params[name]) : signed !== undefined;
  if (isRead && signed !== undefined && signed < 0) return undefined;
  const value = uintParam(params, name);
  if (!isRead || value === undefined) throw expectedField(name, 'integer');
  return value;
}

function requireKnownBound(params: JsonObject, name: string, available: LedgerRange): void {
  if (!hasParam(params, name)) return;
  const value = (uintParam(params, name) ?? intParam(params, name)) as number;
  if (value !== -1 && !isInRange(available, value)) throw unknownBound(name, value, available);
}

function unknownBound(name: string, value: number, { min, max }: LedgerRange): RpcError {
  const what = `Field '${name}': the server does not have ledger ${value}. It has ${min} to ${max}.`;
  return new RpcError('lgrIdxMalformed').because(what);
}

function reversed(range: LedgerRange, { min, max }: LedgerRange): string {
  return `The range ends with ledger ${range.max}, before it begins with ledger ${range.min}. The server has ${min} to ${max}.`;
}

function singleLedger(context: RpcContext): () => LedgerRange {
  const { params, reader } = context;
  const index = hasParam(params, 'ledger_hash') ? indexByHash(params, reader.store) : indexParam(context);
  return () => rangeOfLedger(reader, index);
}

function rangeOfLedger(reader: LedgerReader, index: number | 'current' | 'validated' | undefined): LedgerRange {
  const known = index === 'validated' ? reader.validated.ledgerIndex : index;
  const available = knownRange(reader);
  if (known === 'current' || known === reader.validated.ledgerIndex + 1) throw new RpcError('lgrNotValidated');
  if (known === undefined || reader.store.header(known) === undefined) {
    const what = `The server has ledgers ${available.min} to ${available.max}.`;
    throw new RpcError('lgrNotFound', 'ledgerNotFound').because(what);
  }
  if (!isInRange(available, known)) throw new RpcError('lgrNotValidated');
  return { min: known, max: known };
}

function indexByHash({ ledger_hash: value }: JsonObject, store: RpcContext['reader']['store']): number | undefined {
  if (typeof value !== 'string') throw invalidParams('ledgerHashNotString').about('ledger_hash');
  const hash = parseHash(value);
  if (hash === undefined) throw invalidParams('ledgerHashMalformed').about('ledger_hash');
  return store.ledgerIndexByHash(hash);
}

/**
 * The specification requires a text or an unsigned integer; in version 2 the reference also accepts values that convert
 * to one.
 */
function indexParam({ params, apiVersion }: RpcContext): number | 'current' | 'validated' {
  const value = params.ledger_index;
  const isDigits = typeof value === 'string' && /^\+?\d+$/.test(value);
  if (apiVersion === 1 && (value === '' || (typeof value !== 'string' && !Number.isInteger(value)))) {
    throw expectedField('ledger_index', 'string or unsigned integer').because(INDEX_FORM);
  }
  if (isDigits || typeof value === 'number' || typeof value === 'boolean') {
    const index = uintParam(params, 'ledger_index');
    if (index === undefined) throw invalidField('ledger_index');
    return index;
  }
  const text = jsonToText(value);
  if (text === 'current' || text === '') return 'current';
  if (text === 'validated' || text === 'closed') return 'validated';
  throw invalidParams('ledger_index string malformed').because(INDEX_FORM);
}
