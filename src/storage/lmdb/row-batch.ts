/**
 * The rows of a ledger for the commit thread, packed into chunks of memory that are transferred without a copy. A row has
 * an action, its table, the lengths of key and value, then both.
 *
 * The memory of packed rows is transferred to the thread and back for reuse. A server packs megabytes per ledger. With
 * new memory each time, the thread, which creates little other garbage, would collect it late.
 */

import type { Tables } from './layout.ts';

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
  /** `append`: the value is history rows, the key their account. */
  readonly action: (typeof ACTIONS)[number];
  readonly table: RowTable;
  readonly key: Buffer;
  readonly value: Buffer;
}

const TABLE_CODES = codesOf(TABLES);
const ACTION_CODES = codesOf(ACTIONS);

function codesOf<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  return Object.fromEntries(names.map((name, code) => [name, code])) as Record<Name, number>;
}

/** Action and table (1 byte each), length of the key (2), length of the value (4). */
const HEADER_BYTES = 8;
const NO_CHUNK: Buffer<ArrayBuffer> = Buffer.alloc(0);

export class RowBatch {
  readonly #pool: ChunkPool;
  readonly #onChunk: ((rows: Uint8Array) => void) | undefined;
  readonly #chunks: Uint8Array[] = [];
  #chunk = NO_CHUNK;
  #used = 0;

  /** `onChunk` gets each full chunk; without it they are kept until `finish`. */
  constructor(pool: ChunkPool, onChunk?: (rows: Uint8Array) => void) {
    this.#pool = pool;
    this.#onChunk = onChunk;
  }

  /** The packed rows in their chunks, without those that `onChunk` got. Nothing may be added afterwards. */
  finish(): readonly Uint8Array[] {
    this.#keepChunk();
    return this.#chunks;
  }

  /** `value` is given in parts; empty if the action needs none. */
  add(action: BatchRow['action'], table: RowTable, key: Uint8Array, ...value: readonly Uint8Array[]): void {
    let valueLength = 0;
    for (const part of value) valueLength += part.length;
    const length = HEADER_BYTES + key.length + valueLength;
    if (this.#used + length > this.#chunk.length) {
      this.#keepChunk();
      if (this.#onChunk !== undefined) for (const rows of this.#chunks.splice(0)) this.#onChunk(rows);
      this.#chunk = this.#pool.take(length);
    }
    const chunk = this.#chunk;
    let at = this.#used;
    chunk[at] = ACTION_CODES[action];
    chunk[at + 1] = TABLE_CODES[table];
    chunk.writeUInt16LE(key.length, at + 2);
    chunk.writeUInt32LE(valueLength, at + 4);
    at += HEADER_BYTES;
    chunk.set(key, at);
    at += key.length;
    for (const part of value) {
      chunk.set(part, at);
      at += part.length;
    }
    this.#used = at;
  }

  #keepChunk(): void {
    if (this.#used > 0) this.#chunks.push(this.#chunk.subarray(0, this.#used));
    this.#used = 0;
  }
}

/** The rows in the order of their addition; they share the chunks' memory. */
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
/** Enough for a large ledger; chunks beyond it are released. */
const KEPT_CHUNKS = 64;

export class ChunkPool {
  readonly #free: ArrayBuffer[] = [];

  /** Exclusive memory of at least this many bytes. */
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
