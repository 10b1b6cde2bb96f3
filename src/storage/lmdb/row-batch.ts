/**
 * The rows of a ledger on their way to the thread that writes them: packed into a few buffers, which change hands
 * without being copied. A row is what to do, its table, the lengths of key and value, then both.
 *
 * Memory for packed rows, which goes to the thread that writes them and comes back. A server packs megabytes for every
 * ledger; if each had new memory, the thread, which makes little garbage of its own, would collect it only when there
 * is much of it.
 *
 * The rows of a closed ledger, packed for the thread that writes them (`write-rows.ts`).
 */

import { encodeHistoryRow } from '../../history/history-index-row.ts';
import type { TransactionLocation } from '../../history/history-query.ts';
import type { ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedTransaction, PreparedLedger } from '../../ledger/derived-changes.ts';
import { encodeLedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { KeyTreeChanges } from '../../util/key-tree.ts';
import type { Steps } from '../../util/steps.ts';
import { encodeKeyTreeNode, keyTreeKey } from './key-tree-table.ts';
import {
  encodeTransaction,
  entryVersionKey,
  indexRowKey,
  ledgerKey,
  locationKey,
  type Tables,
  TERM_KEY,
  treeKey,
} from './layout.ts';

const TABLES = [
  'headers',
  'ledgerHashes',
  'transactions',
  'transactionIds',
  'accountHistory',
  'entries',
  'keyTree',
  'tree',
  'indexes',
  'meta',
] as const satisfies readonly (keyof Tables)[];

type RowTable = (typeof TABLES)[number];

const ACTIONS = ['put', 'remove', 'append'] as const;

export interface BatchRow {
  /** `append`: the value is rows of history, the key their account. */
  readonly action: (typeof ACTIONS)[number];
  readonly table: RowTable;
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Action and table (1 byte each), length of the key (2), length of the value (4). */
const HEADER_BYTES = 8;
const NO_VALUE: Buffer<ArrayBuffer> = Buffer.alloc(0);

class RowBatch {
  readonly #pool: ChunkPool;
  readonly #chunks: Uint8Array[] = [];
  #chunk = NO_VALUE;
  #used = 0;

  constructor(pool: ChunkPool) {
    this.#pool = pool;
  }

  put(table: RowTable, key: Uint8Array, value: Uint8Array): void {
    this.#add('put', table, key, value);
  }

  remove(table: RowTable, key: Uint8Array): void {
    this.#add('remove', table, key, NO_VALUE);
  }

  appendHistory(account: Uint8Array, historyRows: Uint8Array): void {
    this.#add('append', 'accountHistory', account, historyRows);
  }

  /** The packed rows, each in memory of its own. Nothing may be added afterwards. */
  finish(): readonly Uint8Array[] {
    this.#closeChunk();
    return this.#chunks;
  }

  #add(action: BatchRow['action'], table: RowTable, key: Uint8Array, value: Uint8Array): void {
    const length = HEADER_BYTES + key.length + value.length;
    if (this.#used + length > this.#chunk.length) {
      this.#closeChunk();
      this.#chunk = this.#pool.take(length);
    }
    const chunk = this.#chunk;
    let at = this.#used;
    at = chunk.writeUInt8(ACTIONS.indexOf(action), at);
    at = chunk.writeUInt8(TABLES.indexOf(table), at);
    at = chunk.writeUInt16LE(key.length, at);
    at = chunk.writeUInt32LE(value.length, at);
    chunk.set(key, at);
    chunk.set(value, at + key.length);
    this.#used += length;
  }

  #closeChunk(): void {
    if (this.#used > 0) this.#chunks.push(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }
}

/** The rows in the order in which they were added, over the memory of the chunks. */
export function* readBatch(chunks: readonly Uint8Array[]): Generator<BatchRow, void> {
  for (const { buffer, byteOffset, length } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, length);
    for (let at = 0; at < length; ) {
      const keyStart = at + HEADER_BYTES;
      const valueStart = keyStart + chunk.readUInt16LE(at + 2);
      const end = valueStart + chunk.readUInt32LE(at + 4);
      yield {
        action: ACTIONS[chunk.readUInt8(at)]!,
        table: TABLES[chunk.readUInt8(at + 1)]!,
        key: chunk.subarray(keyStart, valueStart),
        value: chunk.subarray(valueStart, end),
      };
      at = end;
    }
  }
}

const CHUNK_BYTES = 64 * 1024;
/** What a large ledger needs; of a larger one the rest is let go. */
const KEPT_CHUNKS = 64;

export class ChunkPool {
  readonly #free: ArrayBuffer[] = [];

  /** At least so many bytes of memory that nobody else has. */
  take(length: number): Buffer<ArrayBuffer> {
    if (length > CHUNK_BYTES) return Buffer.allocUnsafeSlow(length);
    const memory = this.#free.pop();
    return memory === undefined ? Buffer.allocUnsafeSlow(CHUNK_BYTES) : Buffer.from(memory);
  }

  giveBack(memory: readonly ArrayBuffer[]): void {
    for (const buffer of memory) {
      if (buffer.byteLength === CHUNK_BYTES && this.#free.length < KEPT_CHUNKS) this.#free.push(buffer);
    }
  }
}

const TOMBSTONE = Buffer.alloc(0);
/** So many rows are packed in some ten microseconds. */
const ROWS_A_STEP = 16;

/** What is written with a ledger. */
interface PackOptions {
  /** That of its parent, and of the ledger afterwards. */
  readonly keyTree: KeyTreeChanges;
  /** That of the writer, if it is a new one. */
  readonly term: number | undefined;
}

/** Packs all rows of a ledger. */
export function* packLedger(
  { header, derived, ...ledger }: PreparedLedger,
  { keyTree, term }: PackOptions,
  pool: ChunkPool,
): Steps<readonly Uint8Array[]> {
  const batch = new RowBatch(pool);
  const indexBytes = ledgerKey(header.ledgerIndex);
  batch.put('headers', indexBytes, encodeLedgerHeader(header));
  batch.put('ledgerHashes', hexToBytes(header.hash), indexBytes);
  if (term !== undefined) batch.put('meta', TERM_KEY, Buffer.from(String(term)));
  const newRows = new Map<AccountId, Buffer[]>();
  for (const [position, transaction] of ledger.transactions.entries()) {
    const location = { ledgerIndex: header.ledgerIndex, position };
    packTransaction(batch, location, transaction, derived.transactions[position]!, newRows);
    yield;
  }
  yield* inSteps(newRows, ([account, rows]) => batch.appendHistory(hexToBytes(account), Buffer.concat(rows)));
  yield* inSteps(ledger.stateChanges, ([key, bytes]) => {
    batch.put('entries', entryVersionKey(key, header.ledgerIndex), bytes ?? TOMBSTONE);
    keyTree.put(key, bytes !== undefined);
  });
  yield* inSteps(keyTree.changed, ([path, node]) =>
    batch.put(
      'keyTree',
      keyTreeKey(path, header.ledgerIndex),
      node === undefined ? TOMBSTONE : encodeKeyTreeNode(node),
    ),
  );
  yield* inSteps(derived.treeChanges, ([path, record]) => {
    if (record === undefined) batch.remove('tree', treeKey(path));
    else batch.put('tree', treeKey(path), record);
  });
  yield* inSteps(derived.indexChanges, ({ index, key, isPresent }) => {
    if (isPresent) batch.put('indexes', indexRowKey(index, key), NO_VALUE);
    else batch.remove('indexes', indexRowKey(index, key));
  });
  return batch.finish();
}

function* inSteps<Item>(items: Iterable<Item>, pack: (item: Item) => void): Steps<void> {
  let count = 0;
  for (const item of items) {
    pack(item);
    if (++count % ROWS_A_STEP === 0) yield;
  }
}

function packTransaction(
  batch: RowBatch,
  location: TransactionLocation,
  { blob, metadata }: ClosedTransaction,
  { id, accounts, facts }: DerivedTransaction,
  newRows: Map<AccountId, Buffer[]>,
): void {
  const key = locationKey(location);
  batch.put('transactions', key, encodeTransaction(blob, metadata));
  batch.put('transactionIds', hexToBytes(id), key);
  for (const [at, account] of accounts.entries()) {
    const row = encodeHistoryRow(location, facts[at] as Uint8Array);
    const rows = newRows.get(account);
    if (rows === undefined) newRows.set(account, [row]);
    else rows.push(row);
  }
}
