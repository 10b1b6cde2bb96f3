/**
 * A table in shared memory with a row for each client. The key of a client determines 16 places for its row, so neither the time of a
 * search nor the memory grows with the number of clients. Keys are salted hashes, so a client cannot choose an address with the places
 * of another client. The caller holds the lock of the memory.
 *
 * | words of a row | content                                                     |
 * |----------------|-------------------------------------------------------------|
 * | 2              | the client's key                                            |
 * | 2              | when its token bucket is full, in milliseconds (a double)   |
 * | the rest       | counts; while all are 0, another client may take the row     |
 */
import { hash } from 'node:crypto';
import { BoundedCache } from '../../util/bounded-cache.ts';

const PLACES = 16;
const KEY_WORDS = 2;
/** Words of a row before its counts. */
const HEAD_WORDS = 4;
/** Clients whose keys this thread caches. */
const CACHED_KEYS = 4_096;

interface ClientKey {
  readonly high: number;
  readonly low: number;
}

export class ClientRows {
  readonly #words: Int32Array;
  readonly #doubles: Float64Array;
  readonly #rowWords: number;
  readonly #sets: number;
  readonly #salt: string;
  readonly #keys = new BoundedCache<string, ClientKey>(CACHED_KEYS);

  /** Size of a table with `rowCount` rows of `counts` counts. */
  static byteLength(rowCount: number, counts: number): number {
    return rowCount * (HEAD_WORDS + counts) * Int32Array.BYTES_PER_ELEMENT;
  }

  /**
   * `offset`: where the rows begin, a multiple of 8 bytes. `rowCount`: a power of two, at least 16. `counts`: an even
   * number of counts in each row.
   */
  constructor(memory: SharedArrayBuffer, offset: number, rowCount: number, counts: number, salt: string) {
    const bytes = ClientRows.byteLength(rowCount, counts);
    this.#words = new Int32Array(memory, offset, bytes / Int32Array.BYTES_PER_ELEMENT);
    this.#doubles = new Float64Array(memory, offset, bytes / Float64Array.BYTES_PER_ELEMENT);
    this.#rowWords = HEAD_WORDS + counts;
    this.#sets = rowCount / PLACES;
    this.#salt = salt;
  }

  /** The row of a client, as a number for the methods below; undefined if it has none. */
  find(client: string): number | undefined {
    const { high, low } = this.#keyOf(client);
    const first = this.#firstPlace(low);
    for (let row = first; row < first + PLACES * this.#rowWords; row += this.#rowWords)
      if (this.#words[row] === high && this.#words[row + 1] === low) return row;
    return undefined;
  }

  /**
   * The row of a client, a new one if it has none. A new row replaces the row without counts whose bucket is nearest to full, so a flood
   * of new clients does not cancel the debt of a client. Undefined if all places have counts.
   */
  findOrAdd(client: string): number | undefined {
    const found = this.find(client);
    if (found !== undefined) return found;
    const { high, low } = this.#keyOf(client);
    const first = this.#firstPlace(low);
    let best: number | undefined;
    for (let row = first; row < first + PLACES * this.#rowWords; row += this.#rowWords) {
      if (best !== undefined && this.fullAtMs(row) >= this.fullAtMs(best)) continue;
      if (this.count(row, 0, this.#rowWords - HEAD_WORDS) === 0) best = row;
    }
    if (best === undefined) return undefined;
    this.#words[best] = high;
    this.#words[best + 1] = low;
    this.setFullAtMs(best, 0);
    return best;
  }

  fullAtMs(row: number): number {
    return this.#doubles[(row + KEY_WORDS) / 2]!;
  }

  setFullAtMs(row: number, fullAtMs: number): void {
    this.#doubles[(row + KEY_WORDS) / 2] = fullAtMs;
  }

  /** The sum of the counts of a row from number `first` up to `end`, without it. */
  count(row: number, first: number, end: number): number {
    let sum = 0;
    for (let at = row + HEAD_WORDS + first; at < row + HEAD_WORDS + end; at++) sum += this.#words[at]!;
    return sum;
  }

  /** Adds to a count, which does not become negative. */
  add(row: number, number: number, amount: number): void {
    const at = row + HEAD_WORDS + number;
    this.#words[at] = Math.max(0, this.#words[at]! + amount);
  }

  /** Sets a count to 0 in all rows. */
  clear(number: number): void {
    for (let at = HEAD_WORDS + number; at < this.#words.length; at += this.#rowWords)
      if (this.#words[at] !== 0) this.#words[at] = 0;
  }

  #firstPlace(low: number): number {
    return (low & (this.#sets - 1)) * PLACES * this.#rowWords;
  }

  #keyOf(client: string): ClientKey {
    const kept = this.#keys.get(client);
    if (kept !== undefined) return kept;
    const digest = hash('sha256', `${this.#salt} ${client}`, 'buffer');
    const key = { high: digest.readInt32LE(0), low: digest.readInt32LE(4) };
    this.#keys.set(client, key);
    return key;
  }
}
