/**
 * Rows of a shared memory, found by the client that they are about. A client's row is one of few places, which its key
 * gives, so neither a search nor the memory grows with the number of clients. Keys are salted: nobody can choose an address
 * that has the places of another. All of it is done under the server's lock (`shared-lock.ts`).
 *
 * | words of a row | what                             |
 * |----------------|----------------------------------|
 * | 2              | the client's key                 |
 * | the rest       | what the table holds of a client |
 */
import { hash } from 'node:crypto';
import { BoundedCache } from '../util/bounded-cache.ts';

/** Places that a client's row may have. */
export const PLACES = 16;
/** Words of a key. */
export const KEY_WORDS = 2;
/** Clients whose keys are kept. */
const KEPT_KEYS = 4_096;

export interface ClientKey {
  readonly high: number;
  readonly low: number;
}

/** Gives clients their keys. */
export class ClientKeys {
  readonly #salt: string;
  readonly #kept = new BoundedCache<string, ClientKey>(KEPT_KEYS);

  constructor(salt: string) {
    this.#salt = salt;
  }

  of(client: string): ClientKey {
    const kept = this.#kept.get(client);
    if (kept !== undefined) return kept;
    const digest = hash('sha256', `${this.#salt} ${client}`, 'buffer');
    const key = { high: digest.readInt32LE(0), low: digest.readInt32LE(4) };
    this.#kept.set(client, key);
    return key;
  }
}

/** A large odd number, which spreads what is multiplied by it. */
const SPREAD = 0x9e3779b1;

/** The client's key among those of another kind of row in the same table. */
export function keyOfKind({ high, low }: ClientKey, kind: number): ClientKey {
  return { high, low: (low + Math.imul(kind, SPREAD)) | 0 };
}

export class ClientRows {
  readonly #words: Int32Array;
  readonly #rowWords: number;
  readonly #sets: number;

  /** All of these words; `rowWords` make a row. The number of rows is a power of two, and at least `PLACES`. */
  constructor(words: Int32Array, rowWords: number) {
    this.#words = words;
    this.#rowWords = rowWords;
    this.#sets = words.length / rowWords / PLACES;
  }

  /** Where the first row begins that the client's may be, in words; the others follow one another. */
  firstPlace({ low }: ClientKey): number {
    return (low & (this.#sets - 1)) * PLACES * this.#rowWords;
  }

  /** Where the client's row begins, in words; undefined if there is none. */
  find(key: ClientKey): number | undefined {
    const first = this.firstPlace(key);
    for (let at = first; at < first + PLACES * this.#rowWords; at += this.#rowWords)
      if (this.#words[at] === key.high && this.#words[at + 1] === key.low) return at;
    return undefined;
  }

  /** Makes a row this client's. Its content is to be written before or after under the same lock. */
  assign(at: number, { high, low }: ClientKey): void {
    this.#words[at] = high;
    this.#words[at + 1] = low;
  }
}
