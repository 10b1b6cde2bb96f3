/**
 * The rows of a page of `account_tx` as JSON text, straight from the stored bytes (rippled: AccountTx.cpp,
 * populateJsonResponse; the shapes are those of `transaction-json.ts`).
 */
import type { TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { decodeToJson } from '../../protocol/json/to-json.ts';
import { writeOpenObject } from '../../protocol/json/to-json-text.ts';
import { DELIVERING_TYPES } from '../../protocol/tables/transaction-traits.ts';
import { TRANSACTION_TYPES } from '../../protocol/tables/transaction-types.ts';
import { transactionTypeCode, transactionTypeNames } from '../../protocol/tables/type-codes.ts';
import { parseTransaction, transactionIdOf } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { HistoryStore, StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import { pooledCopy } from '../../util/buffer-pool.ts';
import { JsonBuffer } from '../../util/json-buffer.ts';
import type { Steps } from '../../util/steps.ts';
import { encodeCtid } from '../json/ctid.ts';
import { isDeliveryKnown } from '../json/delivered-amount.ts';
import { ledgerTimeToIso } from '../json/ledger-time.ts';
import { nftokenFacts, tellsNftokens } from '../json/nftoken-json.ts';
import { createdMptIssuanceId } from '../json/transaction-json.ts';
import type { ApiVersion } from '../method/context.ts';
import { transactionAt } from './history-page.ts';
import { type RowTexts, rowTextsOf } from './row-texts.ts';

const CLOSE_BRACE = 0x7d;
const INITIAL_BYTES = 256 * 1024;
/** Upper bound of a row's size without blob and metadata. */
const ROW_FRAME_BYTES = 512;

const PAYMENT = TRANSACTION_TYPES.Payment.code;
const MPT_ISSUANCE_CREATE = TRANSACTION_TYPES.MPTokenIssuanceCreate.code;
const NFTOKEN_CODES = transactionTypeNames().filter(tellsNftokens).map(transactionTypeCode);
const DELIVERING_CODES = [...DELIVERING_TYPES].map((name) => transactionTypeCode(name as string));
/** Metadata ends with its result, whose code is the last byte. */
const SUCCESS = 0;

const AMOUNT_LABEL = Buffer.from('"Amount":', 'latin1');
const DELIVER_MAX_LABEL = Buffer.from('"DeliverMax":', 'latin1');

/** A range of the buffer or of a list: from `start` up to but not including `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export interface RowFormat {
  readonly store: HistoryStore;
  readonly networkId: number;
  readonly apiVersion: ApiVersion;
  readonly binary: boolean;
}

/** Rows written in one step. */
const ROWS_A_PIECE = 50;

/** Pieces are written one at a time; each finished piece is copied to memory that its sender releases. */
const out = new JsonBuffer(INITIAL_BYTES);

/** The JSON list of the transactions at these locations, in pieces. */
export function* historyRowsJson(format: RowFormat, places: readonly TransactionLocation[]): Steps<Buffer[]> {
  const { store, apiVersion, binary, networkId } = format;
  const texts = rowTextsOf(store, `${apiVersion} ${binary} ${networkId}`);
  const pieces: Buffer[] = [];
  let start = 0;
  do {
    const end = Math.min(start + ROWS_A_PIECE, places.length);
    const headerOf = lastHeader(store);
    out.length = 0;
    out.ascii(start === 0 ? '[' : ',');
    for (let at = start; at < end; at++) {
      if (at > start) out.ascii(',');
      writeRow(format, places[at] as TransactionLocation, texts, headerOf);
    }
    if (end === places.length) out.ascii(']');
    pieces.push(pooledCopy(out.bytes.subarray(0, out.length)));
    start = end;
    yield;
  } while (start < places.length);
  return pieces;
}

function writeRow(format: RowFormat, place: TransactionLocation, texts: RowTexts, headerOf: HeaderOf): void {
  const { hash } = headerOf(place.ledgerIndex);
  const known = texts.get(place, hash);
  if (known !== undefined) {
    out.reserve(known.length);
    out.raw(known);
    return;
  }
  const transaction = transactionAt(format.store, place);
  out.reserve(ROW_FRAME_BYTES + (transaction.blob.length + transaction.metadata.length) * 2);
  const start = out.length;
  if (format.binary) writeBinaryRow(format, transaction);
  else writeJsonRow(format, transaction, headerOf);
  texts.note(place, hash, out.bytes.subarray(start, out.length));
}

type HeaderOf = (ledgerIndex: number) => LedgerHeader;

/** Consecutive rows are mostly of the same ledger. */
function lastHeader(store: HistoryStore): HeaderOf {
  let header: LedgerHeader | undefined;
  return (ledgerIndex) => {
    if (header?.ledgerIndex !== ledgerIndex) header = store.header(ledgerIndex);
    assert(header !== undefined, 'a ledger with transactions has a header');
    return header;
  };
}

function writeBinaryRow({ apiVersion }: RowFormat, { blob, metadata, ledgerIndex }: StoredTransaction): void {
  out.ascii('{"tx_blob":');
  out.hex(blob, 0, blob.length);
  out.ascii(apiVersion > 1 ? ',"meta_blob":' : ',"meta":');
  out.hex(metadata, 0, metadata.length);
  out.ascii(',"ledger_index":');
  out.decimal(ledgerIndex);
  out.ascii(',"validated":true}');
}

function writeJsonRow(format: RowFormat, transaction: StoredTransaction, headerOf: HeaderOf): void {
  const { blob, metadata, ledgerIndex } = transaction;
  const header = headerOf(ledgerIndex);
  const id = transactionIdOf(blob);
  const isFirstVersion = format.apiVersion === 1;
  out.ascii(isFirstVersion ? '{"tx":' : '{"tx_json":');
  const amount = writeTransaction(format, transaction, header, id);
  out.reserve(ROW_FRAME_BYTES);
  out.ascii(',"meta":');
  writeMetadata(metadata, blob, amount, header);
  out.reserve(ROW_FRAME_BYTES);
  if (!isFirstVersion) {
    out.ascii(
      `,"hash":"${id}","ledger_hash":"${header.hash}","close_time_iso":"${ledgerTimeToIso(header.closeTimeSeconds)}"`,
    );
  }
  // The specification has the ledger index beside the transaction in version 1 too.
  out.ascii(',"ledger_index":');
  out.decimal(ledgerIndex);
  out.ascii(',"validated":true}');
}

/** Returns the position of `Amount`. */
function writeTransaction(
  { apiVersion, networkId }: RowFormat,
  { blob, ledgerIndex, position }: StoredTransaction,
  header: LedgerHeader,
  id: Hash256,
): Span | undefined {
  let amount: Span | undefined;
  let ownNetworkId: Span | undefined;
  writeOpenObject(out, blob, (name, start, end) => {
    if (name === 'Amount') amount = { start, end };
    else if (name === 'NetworkID') ownNetworkId = { start, end };
  });
  out.reserve(ROW_FRAME_BYTES);
  if (amount !== undefined && typeCodeOf(blob) === PAYMENT) amount = writeDeliverMax(amount, apiVersion);
  if (apiVersion === 1) {
    out.ascii(`,"hash":"${id}","inLedger":`);
    out.decimal(ledgerIndex);
  }
  out.ascii(',"ledger_index":');
  out.decimal(ledgerIndex);
  out.ascii(',"date":');
  out.decimal(header.closeTimeSeconds);
  const network = ownNetworkId === undefined ? networkId : Number(textOf(ownNetworkId));
  const ctid = encodeCtid({ ledgerIndex, position, networkId: network });
  if (ctid !== undefined) out.ascii(`,"ctid":"${ctid}"`);
  out.byte(CLOSE_BRACE);
  return amount;
}

/** Version 1 has the amount twice, version 2 only as `DeliverMax`. Returns the new position of `Amount`. */
function writeDeliverMax({ start, end }: Span, apiVersion: ApiVersion): Span {
  out.reserve(end - start + DELIVER_MAX_LABEL.length + 1);
  if (apiVersion === 1) {
    out.comma();
    out.raw(DELIVER_MAX_LABEL);
    out.again(start, end);
    return { start, end };
  }
  const shift = DELIVER_MAX_LABEL.length - AMOUNT_LABEL.length;
  out.bytes.copyWithin(start + shift, start, out.length);
  out.length += shift;
  out.bytes.set(DELIVER_MAX_LABEL, start - AMOUNT_LABEL.length);
  return { start: start + shift, end: end + shift };
}

/** Adds the derived fields, by the rules of `metadataToJson`. */
function writeMetadata(metadata: Uint8Array, blob: Uint8Array, amount: Span | undefined, header: LedgerHeader): void {
  let delivered: Span | undefined;
  writeOpenObject(out, metadata, (name, start, end) => {
    if (name === 'DeliveredAmount') delivered = { start, end };
  });
  out.reserve(ROW_FRAME_BYTES);
  if (metadata.at(-1) === SUCCESS && DELIVERING_CODES.includes(typeCodeOf(blob))) {
    out.ascii(',"delivered_amount":');
    const known = delivered ?? (isDeliveryKnown(header.ledgerIndex, header.closeTimeSeconds) ? amount : undefined);
    if (known === undefined) out.ascii('"unavailable"');
    else out.again(known.start, known.end);
    out.reserve(1);
  }
  if (metadata.at(-1) === SUCCESS && typeCodeOf(blob) === MPT_ISSUANCE_CREATE) {
    out.ascii(`,"mpt_issuance_id":"${createdMptIssuanceId(parseTransaction(blob).fields)}"`);
  }
  if (NFTOKEN_CODES.includes(typeCodeOf(blob))) {
    for (const [name, value] of Object.entries(nftokenFacts(decodeToJson(blob), decodeToJson(metadata)))) {
      const text = JSON.stringify(value);
      out.reserve(text.length + ROW_FRAME_BYTES);
      out.ascii(`,"${name}":${text}`);
    }
  }
  out.byte(CLOSE_BRACE);
}

/** A transaction begins with its type: a header byte, then the number. */
function typeCodeOf(blob: Uint8Array): number {
  return ((blob[1] as number) << 8) | (blob[2] as number);
}

function textOf({ start, end }: Span): string {
  return out.bytes.toString('latin1', start, end);
}
