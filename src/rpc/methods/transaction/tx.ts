/** `tx`: one transaction by hash or CTID, validated or not (rippled: Tx.cpp). */

import type { TransactionLocation } from '../../../history/history-query.ts';
import type { LedgerHeader } from '../../../ledger/ledger-header.ts';
import type { LedgerReader } from '../../../node/ledger-node.ts';
import { type LedgerRange, validatedLocation, validatedRange } from '../../../node/validated-range.ts';
import { decodeToJson } from '../../../protocol/json/to-json.ts';
import { type Transaction, transactionIdOf } from '../../../protocol/transaction/transaction.ts';
import { type Hash256, type JsonObject, ZERO_HASH } from '../../../protocol/values.ts';
import type { StoredTransaction } from '../../../storage/history-store.ts';
import { createdChannelId } from '../../../transactions/channels/payment-channel.ts';
import { shortfallsInJson } from '../../../transactions/explain/shortfalls.ts';
import { assert } from '../../../util/assert.ts';
import { bytesToHex } from '../../../util/hex.ts';
import { channelFacts, finalChannelFacts } from '../../json/created-channel.ts';
import { decodeCtid, encodeCtid } from '../../json/ctid.ts';
import { ledgerTimeToIso } from '../../json/ledger-time.ts';
import { shortfallFacts } from '../../json/shortfall-json.ts';
import { addLedgerFacts, insertDeliverMax, metadataToJson } from '../../json/transaction-json.ts';
import type { ApiVersion, EngineContext, RpcContext } from '../../method/context.ts';
import { CONTINUE_AT_ENGINE, defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { convertedHash, convertedText, convertedUint, flag } from '../../params/readers.ts';
import { impossibility } from '../../signing/impossibility.ts';

const MAX_RANGE = 1000;
const LAST_CTID_NETWORK = 0xffff;
const NO_HASH = "Field 'transaction' is no hash: the hash of a transaction has 64 hex digits.";
const NO_CTID = "Field 'ctid' must be 16 hex digits and begin with C.";
const ONE_TARGET = "One of the fields 'transaction' and 'ctid' must be given.";

const transactionHash: ParamReader<'string', Hash256> = {
  type: 'string',
  read: (context, name) => {
    const hash = convertedHash.read(context, name);
    if (hash === undefined) throw new RpcError('notImpl').because(NO_HASH);
    return hash;
  },
};

/** The location of a CTID of this network. */
const conciseId: ParamReader<'string', TransactionLocation> = {
  type: 'string',
  read: (context, name) => {
    const place = decodeCtid(convertedText.read(context, name));
    if (place === undefined) throw invalidParams().because(NO_CTID);
    if (place.networkId === context.reader.networkId) return place;
    throw new RpcError(
      'wrongNetwork',
      `Wrong network. You should submit this request to a node running on NetworkID: ${place.networkId}`,
    );
  },
};

const PARAMS = [
  { name: 'transaction', ...transactionHash, text: 'Hash of the transaction, in either case.' },
  { name: 'ctid', ...conciseId, text: 'Instead of the hash: ledger, position and network in 16 hex digits.' },
  { name: 'binary', ...flag, text: 'Hex instead of JSON.' },
  { name: 'min_ledger', ...convertedUint, text: 'First ledger of the range in which the transaction is expected.' },
  { name: 'max_ledger', ...convertedUint, text: 'Last of them; the error then says whether all were searched.' },
] as const satisfies readonly ParamRow[];

type Read = ReadParam<typeof PARAMS>;

export const tx = defineMethod({
  name: 'tx',
  role: 'user',
  needs: 'engine',
  params: PARAMS,
  runLocally(context, read) {
    const target = readTarget(context, read);
    readRange(context, read);
    const binary = read('binary');
    const stored = findStored(context.reader, target);
    if (stored !== undefined) return describeStored(context, stored, binary);
    // A CTID is a location in a validated ledger.
    if (typeof target !== 'string') throw notFound(context, undefined);
    return CONTINUE_AT_ENGINE;
  },
  run(context, read) {
    const target = readTarget(context, read);
    const range = readRange(context, read);
    const pending = typeof target === 'string' ? context.openLedger.pending(target) : undefined;
    if (pending === undefined) throw notFound(context, range, typeof target === 'string' ? target : undefined);
    return describePending(context, pending, read('binary'));
  },
});

function notFound({ reader, openLedger }: RpcContext, range: LedgerRange | undefined, id?: Hash256): RpcError {
  const { min, max } = validatedRange(reader);
  const known = range && searched(reader, range);
  const what = `Ledgers ${min} to ${max} do not hold it, nor does it wait for the next.`;
  const abandoned = id === undefined ? undefined : openLedger?.abandoned(id);
  if (abandoned === undefined) return new RpcError('txnNotFound', undefined, known).because(what);
  const why = impossibility(reader, abandoned) ?? 'The server does not try it any more; it can be submitted again.';
  return new RpcError('txnNotFound', undefined, known).because(`It was submitted here. ${what} ${why}`);
}

function readTarget({ params }: RpcContext, read: Read): Hash256 | TransactionLocation {
  const hasHash = hasParam(params, 'transaction');
  if (hasHash === hasParam(params, 'ctid')) throw invalidParams().because(ONE_TARGET);
  return hasHash ? read('transaction') : read('ctid');
}

function readRange({ params }: RpcContext, read: Read): LedgerRange | undefined {
  if (!hasParam(params, 'min_ledger') || !hasParam(params, 'max_ledger')) return undefined;
  const min = read('min_ledger');
  const max = read('max_ledger');
  if (min === undefined || max === undefined || max < min) throw new RpcError('invalidLgrRange');
  if (max - min > MAX_RANGE) throw new RpcError('excessiveLgrRange');
  return { min, max };
}

/** As in the reference, whose database lists only transactions, a ledger without transactions counts as missing. */
function searched({ store }: LedgerReader, { min, max }: LedgerRange): JsonObject {
  for (let index = min; index <= max; index++) {
    if ((store.header(index)?.transactionHash ?? ZERO_HASH) === ZERO_HASH) return { searched_all: false };
  }
  return { searched_all: true };
}

function findStored(reader: LedgerReader, target: Hash256 | TransactionLocation): StoredTransaction | undefined {
  const location = typeof target === 'string' ? validatedLocation(reader, target) : target;
  const isThere = location !== undefined && location.ledgerIndex <= reader.validated.ledgerIndex;
  return isThere ? reader.store.transaction(location) : undefined;
}

function describePending(
  { apiVersion, openLedger }: EngineContext,
  transaction: Transaction,
  binary: boolean,
): JsonObject {
  const { id, blob } = transaction;
  const facts = { ...channelFacts(createdChannelId(openLedger.view, transaction)), validated: false };
  const json = bodyOf(blob, binary);
  if (!binary) insertDeliverMax(json, apiVersion);
  addLedgerFacts(json, id, apiVersion);
  return apiVersion > 1 ? { ...nested(json), hash: id, ...facts } : { ...json, ...facts };
}

function describeStored({ reader, apiVersion }: RpcContext, stored: StoredTransaction, binary: boolean): JsonObject {
  const { blob, metadata, ledgerIndex, position } = stored;
  const { networkId } = reader;
  const header = reader.store.header(ledgerIndex);
  assert(header !== undefined, 'a ledger with transactions has a header');
  const { closeTimeSeconds } = header;
  const id = transactionIdOf(blob);
  const json = bodyOf(blob, binary);
  const facts = {
    validated: true,
    ...metadataFacts(metadata, json, header, binary, apiVersion),
    ...ctidFact(stored, networkId),
    ...finalChannelFacts(blob, metadata),
  };
  if (!binary) insertDeliverMax(json, apiVersion);
  addLedgerFacts(json, id, apiVersion, { ledgerIndex, position, networkId, closeTimeSeconds });
  if (apiVersion === 1) return { ...json, ...facts };
  return {
    ...nested(json),
    ...facts,
    hash: id,
    ledger_hash: header.hash,
    ledger_index: ledgerIndex,
    close_time_iso: ledgerTimeToIso(closeTimeSeconds),
  };
}

/** The transaction's fields, or its bytes as the field `tx`. */
function bodyOf(blob: Uint8Array, binary: boolean): JsonDraft {
  return binary ? { tx: bytesToHex(blob) } : (decodeToJson(blob) as JsonDraft);
}

/** Version 2 nests the transaction in `tx_json`. */
function nested(json: JsonDraft): JsonDraft {
  return typeof json.tx === 'string' ? { tx_blob: json.tx } : { tx_json: json };
}

function metadataFacts(
  metadata: Uint8Array,
  json: JsonDraft,
  { ledgerIndex, closeTimeSeconds }: LedgerHeader,
  binary: boolean,
  apiVersion: ApiVersion,
): JsonDraft {
  if (!binary) {
    const meta = metadataToJson(metadata, json, ledgerIndex, closeTimeSeconds);
    return { meta, ...shortfallFacts(shortfallsInJson(json as JsonObject, meta as JsonObject)) };
  }
  return { [apiVersion > 1 ? 'meta_blob' : 'meta']: bytesToHex(metadata) };
}

/** Omitted for the highest possible network id, as in the reference. */
function ctidFact({ ledgerIndex, position }: StoredTransaction, networkId: number): JsonDraft {
  if (networkId >= LAST_CTID_NETWORK) return {};
  const ctid = encodeCtid({ ledgerIndex, position, networkId });
  return ctid === undefined ? {} : { ctid };
}
