/**
 * The binary form of a closed ledger, as the cluster's log and its followers receive it. Each ledger has exactly one
 * form; any other bytes are refused. Numbers are big-endian.
 *
 * | part                                        | bytes                                                     |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | version                                     | 1                                                         |
 * | header, without its hash                    | 118                                                       |
 * | number of transactions                      | 4                                                         |
 * | each transaction, by position               | length of blob (4), blob, length of metadata (4), metadata |
 * | number of state changes                     | 4                                                         |
 * | each state change, by key, ascending        | key (32), length of the entry (4; 0: it is gone), entry   |
 */
import type { Hash256 } from '../protocol/values.ts';
import { bytesToHex } from '../util/hex.ts';
import type { ClosedLedger, ClosedTransaction } from './closed-ledger.ts';
import { decodeLedgerHeader, encodeLedgerHeader, LEDGER_HEADER_SIZE } from './ledger-header.ts';

/** Bumped whenever the form changes; bytes of another version are refused. */
export const CLOSED_LEDGER_VERSION = 1;

const KEY_BYTES = 32;
const HEX_KEY = /^[0-9A-F]{64}$/;

/** @throws RangeError for an invalid key, or an entry without bytes. */
export function encodeClosedLedger({ header, transactions, stateChanges }: ClosedLedger): Buffer {
  const parts: Uint8Array[] = [
    Uint8Array.of(CLOSED_LEDGER_VERSION),
    encodeLedgerHeader(header),
    uint32(transactions.length),
  ];
  for (const { blob, metadata } of transactions)
    parts.push(uint32(blob.length), blob, uint32(metadata.length), metadata);
  parts.push(uint32(stateChanges.size));
  for (const key of [...stateChanges.keys()].sort()) {
    const bytes = stateChanges.get(key);
    if (!HEX_KEY.test(key)) throw new RangeError(`a closed ledger cannot have the key ${key}`);
    if (bytes?.length === 0) throw new RangeError(`a closed ledger cannot have an empty entry: ${key}`);
    parts.push(Buffer.from(key, 'hex'), uint32(bytes?.length ?? 0));
    if (bytes !== undefined) parts.push(bytes);
  }
  return Buffer.concat(parts);
}

/**
 * The inverse. Blobs, metadata and entries share the memory of `bytes`, which must not change afterwards.
 * @throws RangeError for another version, and for bytes that `encodeClosedLedger` does not make.
 */
export function decodeClosedLedger(bytes: Uint8Array): ClosedLedger {
  const reader = new Reader(bytes);
  const [version] = reader.take(1);
  if (version !== CLOSED_LEDGER_VERSION) {
    throw new RangeError(
      `a closed ledger has version ${version}, but this Weir reads version ${CLOSED_LEDGER_VERSION}`,
    );
  }
  const header = decodeLedgerHeader(reader.take(LEDGER_HEADER_SIZE));
  const transactions: ClosedTransaction[] = [];
  for (let left = reader.uint32(); left > 0; left--) {
    transactions.push({ blob: reader.take(reader.uint32()), metadata: reader.take(reader.uint32()) });
  }
  const stateChanges = readStateChanges(reader);
  reader.finish();
  return { header, transactions, stateChanges };
}

function readStateChanges(reader: Reader): Map<Hash256, Uint8Array | undefined> {
  const changes = new Map<Hash256, Uint8Array | undefined>();
  let previous = '';
  for (let left = reader.uint32(); left > 0; left--) {
    const key = bytesToHex(reader.take(KEY_BYTES));
    if (key <= previous) throw new RangeError('the keys of a closed ledger are not in ascending order');
    previous = key;
    const length = reader.uint32();
    changes.set(key, length === 0 ? undefined : reader.take(length));
  }
  return changes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError(`a closed ledger is cut off after ${this.#bytes.length} bytes`);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  uint32(): number {
    return this.take(4).readUInt32BE();
  }

  finish(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw new RangeError(`${left} bytes follow a closed ledger`);
  }
}
