/**
 * Resolves the ledger of a request: `ledger_hash`, `ledger_index` or the older `ledger`, with the reference's errors
 * (RPCLedgerHelpers.cpp: ledgerFromRequest, getLedger, lookupLedger).
 */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { knownRange } from '../../node/validated-range.ts';
import { type Json, type JsonObject, ZERO_HASH } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import { isHex } from '../../util/hex.ts';
import type { RpcContext } from '../method/context.ts';
import { expectedField, invalidParams, RpcError } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { isJsonInteger } from './json-values.ts';
import { hasParam } from './params.ts';

const LEDGER_NAMES = ['ledger', 'ledger_hash', 'ledger_index'];

type LedgerContext = Pick<RpcContext, 'params' | 'reader' | 'openLedger'>;

export interface LedgerLookup {
  readonly view: ReadView;
  /** Absent for the open ledger. */
  readonly header: LedgerHeader | undefined;
  readonly validated: boolean;
  /** The ledger's fields in a result: `ledger_hash` and `ledger_index`, or `ledger_current_index`; `validated`. */
  readonly fields: JsonObject;
}

/** As `lookupLedger`. The three parameters are read together. */
export const requestedLedger: ParamReader<'string or integer', LedgerLookup> = {
  type: 'string or integer',
  read: (context) => lookupLedger(context),
};

/** The parameters that name a ledger, for every method that uses `lookupLedger`. */
export const LEDGER_PARAMS = [
  { name: 'ledger_hash', type: 'string', readWith: 'ledger_index', text: 'Hash of the ledger.' },
  { name: 'ledger_index', ...requestedLedger, text: 'Index, `validated`, `closed` or `current` (default).' },
] as const satisfies readonly ParamRow[];

/** The requested ledger; the open one by default. Throws `invalidParams` or `lgrNotFound`. */
export function lookupLedger(context: LedgerContext): LedgerLookup {
  const { params, reader } = context;
  const hasLegacy = hasParam(params, 'ledger');
  const hasHash = hasParam(params, 'ledger_hash');
  const hasIndex = hasParam(params, 'ledger_index');
  if (Number(hasLegacy) + Number(hasHash) + Number(hasIndex) > 1) {
    // The message mentions the older field only to clients that use it.
    const names = hasLegacy ? "'ledger', 'ledger_hash', or 'ledger_index'" : "'ledger_hash' or 'ledger_index'";
    throw invalidParams(`Exactly one of ${names} can be specified.`);
  }
  if (hasLegacy) {
    const legacy = params.ledger;
    if (typeof legacy === 'string' && legacy.length === 64) return ledgerByHash(reader, legacy, 'ledger');
    return ledgerByIndex(context, legacy, 'ledger');
  }
  if (hasHash) return ledgerByHash(reader, params.ledger_hash, 'ledger_hash');
  if (hasIndex) return ledgerByIndex(context, params.ledger_index, 'ledger_index');
  return openLedger(context);
}

/** True for a request that names a ledger. */
export function namesLedger(params: JsonObject): boolean {
  return LEDGER_NAMES.some((name) => hasParam(params, name));
}

/**
 * True for a request for the open ledger: it names no ledger, or the open one, or uses the older `ledger`. The result
 * for a malformed request does not matter.
 */
export function namesOpenLedger(params: JsonObject, validated: LedgerHeader): boolean {
  if (hasParam(params, 'ledger') || !namesLedger(params)) return true;
  if (hasParam(params, 'ledger_hash')) return false;
  const name = params.ledger_index;
  return name === 'current' || name === '' || parseLedgerIndex(name) === validated.ledgerIndex + 1;
}

/** The index of the closed ledger that a request names other than by a hash; undefined if it names none. */
export function namedLedgerIndex(
  { ledger, ledger_index: name = ledger }: JsonObject,
  validated: LedgerHeader,
): number | undefined {
  return name === 'validated' || name === 'closed' ? validated.ledgerIndex : parseLedgerIndex(name);
}

/** Allowed values of `ledger_index`, as the end of a sentence. */
export const LEDGER_INDEX_FORM = "is the number of a ledger, or 'validated', 'closed' or 'current'";

function ledgerByHash(reader: LedgerReader, value: Json | undefined, name: string): LedgerLookup {
  if (typeof value !== 'string') throw expectedField(name, 'hex string');
  const hash = value === '0' ? ZERO_HASH : value.toUpperCase();
  if (!isHex(hash, 32)) throw expectedField(name, 'hex string');
  const index = reader.store.ledgerIndexByHash(hash);
  return index === undefined ? notFound(reader) : closedLedger(reader, index);
}

function ledgerByIndex(context: LedgerContext, value: Json | undefined, name: string): LedgerLookup {
  const { reader } = context;
  if (value === 'validated' || value === 'closed') return closedLedger(reader, reader.validated.ledgerIndex);
  if (value === 'current' || value === '') return openLedger(context);
  const index = parseLedgerIndex(value);
  if (index === undefined)
    throw expectedField(name, 'string or number').because(`Field '${name}' ${LEDGER_INDEX_FORM}.`);
  if (index === context.openLedger?.view.ledgerIndex) return openLedger(context);
  return closedLedger(reader, index);
}

/** A number, or a decimal text with an optional plus sign (beast::lexicalCastChecked); undefined for anything else. */
function parseLedgerIndex(value: Json | undefined): number | undefined {
  const digits = typeof value === 'string' ? /^\+?(\d+)$/.exec(value)?.[1] : undefined;
  const index = digits === undefined ? value : Number(digits);
  return isJsonInteger(index) && index >= 0 ? index : undefined;
}

function openLedger({ openLedger }: LedgerContext): LedgerLookup {
  assert(openLedger !== undefined, 'a method that needs a ledger has the open one where the request is about that');
  const { view } = openLedger;
  const fields = { ledger_current_index: view.ledgerIndex, validated: false };
  return { view, header: undefined, validated: false, fields };
}

function closedLedger(reader: LedgerReader, index: number): LedgerLookup {
  const header = index === reader.validated.ledgerIndex ? reader.validated : reader.store.header(index);
  const view = reader.view(index);
  if (header === undefined || view === undefined) return notFound(reader);
  const fields = { ledger_hash: header.hash, ledger_index: header.ledgerIndex, validated: true };
  return { view, header, validated: true, fields };
}

/** The reference uses a different message here than the error's default. */
function notFound(reader: LedgerReader): never {
  const { min, max } = knownRange(reader);
  throw new RpcError('lgrNotFound', 'ledgerNotFound').because(`The server has ledgers ${min} to ${max}.`);
}
