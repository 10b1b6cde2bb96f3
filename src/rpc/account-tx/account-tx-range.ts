/**
 * Which ledgers `account_tx` searches (rippled: AccountTx.cpp, parseLedgerArgs and getLedgerRange). In version 1 the
 * specification has the word: some range must be named, the oldest parameters are refused, and a bound must be a ledger
 * that the server has.
 */
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { isInRange, type LedgerRange, validatedRange } from '../json/validated-range.ts';
import type { RpcContext } from '../method/context.ts';
import { expectedField, invalidField, invalidParams, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { integerParam, uintParam } from '../params/convert-param.ts';
import { jsonToText } from '../params/json-values.ts';
import { LEDGER_INDEX_FORM } from '../params/ledger-lookup.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const DROPPED_NAMES = ['offset', 'count', 'ledger_min', 'ledger_max'] as const;
const RANGE_NAMES = ['ledger_index_min', 'ledger_index_max'] as const;
const LEDGER_NAMES = ['ledger_hash', 'ledger_index'] as const;
const MAX_LEDGER_INDEX = 0xffffffff;

/** The bounds of the range, or the one ledger in its place. */
export const ledgerRange: ParamReader<'integer', () => LedgerRange> = {
  type: 'integer',
  read: (context) => readLedgerRange(context),
};

/**
 * Reads which ledgers the request asks for; the function that comes back says which of these the server has. Both throw
 * `RpcError`: the reference looks at the rest of a request in between.
 */
function readLedgerRange(context: RpcContext): () => LedgerRange {
  const { params, apiVersion, node } = context;
  if (apiVersion === 1) refuseDroppedParams(params);
  const namesRange = RANGE_NAMES.some((name) => hasParam(params, name));
  const namesLedger = LEDGER_NAMES.some((name) => hasParam(params, name));
  if (namesRange && namesLedger && apiVersion > 1) throw invalidParams('invalidParams');
  if (namesRange) return boundedRange(context);
  if (namesLedger) return singleLedger(context);
  if (apiVersion > 1) return () => validatedRange(node);
  throw invalidParams(
    "At least one of 'ledger_index', 'ledger_hash', 'ledger_index_min' or 'ledger_index_max' must be given.",
  );
}

function refuseDroppedParams(params: JsonObject): void {
  for (const name of DROPPED_NAMES) {
    if (hasParam(params, name)) throw invalidParams(`Field '${name}' is no longer supported.`);
  }
}

function boundedRange(context: RpcContext): () => LedgerRange {
  const min = bound(context, 'ledger_index_min');
  const max = bound(context, 'ledger_index_max');
  return () => (context.apiVersion === 1 ? namedRange(context, min, max) : availableRange(context.node, min, max));
}

/** Both bounds must be ledgers that the server has. An open one stands for the server's own. */
function namedRange({ params, node }: RpcContext, min: number | undefined, max: number | undefined): LedgerRange {
  const available = validatedRange(node);
  const range = { min: min ?? available.min, max: max ?? available.max };
  if (range.max < range.min) throw new RpcError('lgrIdxsInvalid').because(reversed(range, available));
  for (const name of RANGE_NAMES) requireKnownBound(params, name, available);
  return range;
}

function availableRange(node: LedgerNode, min: number | undefined, max: number | undefined): LedgerRange {
  const available = validatedRange(node);
  // Zero stands for the beginning and the largest number for the end, as -1 does.
  const isBeyond = max !== undefined && max !== MAX_LEDGER_INDEX && max > available.max;
  if (min !== undefined && min !== 0 && min < available.min) throw unknownBound('ledger_index_min', min, available);
  if (isBeyond) throw unknownBound('ledger_index_max', max, available);
  const range = { min: Math.max(min ?? 0, available.min), max: Math.min(max ?? MAX_LEDGER_INDEX, available.max) };
  if (range.max < range.min) throw new RpcError('invalidLgrRange').because(reversed(range, available));
  return range;
}

/**
 * A bound, undefined where the request leaves it open: by saying nothing or a negative number. The reference also reads
 * `null`, `true` and fractions as some number; the specification wants an integer.
 */
function bound({ params, apiVersion }: RpcContext, name: (typeof RANGE_NAMES)[number]): number | undefined {
  if (!hasParam(params, name)) return undefined;
  const isSpelled = typeof params[name] === 'string' || Number.isInteger(params[name]);
  const value = integerParam(params, name);
  if (value === undefined || (apiVersion === 1 && !isSpelled)) throw expectedField(name, 'integer');
  return value < 0 ? undefined : value;
}

function requireKnownBound(params: JsonObject, name: string, available: LedgerRange): void {
  if (!hasParam(params, name)) return;
  const value = integerParam(params, name) as number;
  if (value !== -1 && !isInRange(available, value)) throw unknownBound(name, value, available);
}

function unknownBound(name: string, value: number, { min, max }: LedgerRange): RpcError {
  const what = `Field '${name}': the server does not have ledger ${value}. It has ${min} to ${max}.`;
  return new RpcError('lgrIdxMalformed').because(what);
}

function reversed(range: LedgerRange, { min, max }: LedgerRange): string {
  return `The range ends with ledger ${range.max}, before it begins with ledger ${range.min}. The server has ${min} to ${max}.`;
}

function singleLedger({ params, node }: RpcContext): () => LedgerRange {
  const index = hasParam(params, 'ledger_hash') ? indexByHash(params, node.store) : indexParam(params);
  return () => rangeOfLedger(node, index);
}

function rangeOfLedger(node: LedgerNode, index: number | 'current' | 'validated' | undefined): LedgerRange {
  const known = index === 'validated' ? node.validated.ledgerIndex : index;
  const available = validatedRange(node);
  if (known === 'current' || known === node.openLedgerIndex) throw new RpcError('lgrNotValidated');
  if (known === undefined || node.store.header(known) === undefined) {
    const what = `The server has ledgers ${available.min} to ${available.max}.`;
    throw new RpcError('lgrNotFound', 'ledgerNotFound').because(what);
  }
  if (!isInRange(available, known)) throw new RpcError('lgrNotValidated');
  return { min: known, max: known };
}

function indexByHash({ ledger_hash: value }: JsonObject, store: RpcContext['node']['store']): number | undefined {
  if (typeof value !== 'string') throw invalidParams('ledgerHashNotString').about('ledger_hash');
  const hash = parseHash(value);
  if (hash === undefined) throw invalidParams('ledgerHashMalformed').about('ledger_hash');
  return store.ledgerIndexByHash(hash);
}

function indexParam(params: JsonObject): number | 'current' | 'validated' {
  const value = params.ledger_index;
  const isDigits = typeof value === 'string' && /^\+?\d+$/.test(value);
  if (isDigits || typeof value === 'number' || typeof value === 'boolean') {
    const index = uintParam(params, 'ledger_index');
    if (index === undefined) throw invalidField('ledger_index');
    return index;
  }
  const text = jsonToText(value);
  if (text === 'current' || text === '') return 'current';
  if (text === 'validated' || text === 'closed') return 'validated';
  throw invalidParams('ledger_index string malformed').because(`Field 'ledger_index' ${LEDGER_INDEX_FORM}.`);
}
