/**
 * Numbers to which several front ends add, each to a part of its own. Whoever counts adds first and looks then: of two
 * threads that take the last place at the same time, none sees too little.
 */
import { type ClientCounter, LocalCounter, type Room } from '../server/admission/client-counts.ts';
import { type ClientKeys, ClientRows, KEY_WORDS, keyOfKind, PLACES } from './client-rows.ts';
import type { SharedLock } from './shared-lock.ts';

/** A number to which each front end adds a part. */
export class SharedSum {
  readonly #parts: Uint32Array;
  readonly #own: number;

  constructor(parts: Uint32Array, own: number) {
    this.#parts = parts;
    this.#own = own;
  }

  get total(): number {
    let total = 0;
    for (let at = 0; at < this.#parts.length; at++) total += Atomics.load(this.#parts, at);
    return total;
  }

  add(amount: number): void {
    Atomics.add(this.#parts, this.#own, amount);
  }
}

export class SharedRoom implements Room {
  readonly #taken: SharedSum;
  readonly #size: number;

  constructor(taken: SharedSum, size: number) {
    this.#taken = taken;
    this.#size = size;
  }

  take(amount: number): boolean {
    this.#taken.add(amount);
    if (this.#taken.total <= this.#size) return true;
    this.#taken.add(-amount);
    return false;
  }

  giveBack(amount: number): void {
    this.#taken.add(-amount);
  }
}

/** Says in a client's row how many of a thing each front end has of it. A row in which nobody has any is free. */
export class CountRows {
  readonly #words: Int32Array;
  readonly #rows: ClientRows;
  readonly #rowWords: number;
  readonly #own: number;
  readonly #keys: ClientKeys;
  readonly #lock: SharedLock;

  constructor(words: Int32Array, frontEnds: number, own: number, keys: ClientKeys, lock: SharedLock) {
    this.#words = words;
    this.#rowWords = KEY_WORDS + frontEnds;
    this.#rows = new ClientRows(words, this.#rowWords);
    this.#own = own;
    this.#keys = keys;
    this.#lock = lock;
  }

  /** Says how many this front end has; gives how many all have. `Infinity` if that cannot be said. */
  say(client: string, kind: number, count: number): number {
    const key = keyOfKind(this.#keys.of(client), kind);
    return this.#lock.run(() => {
      const found = this.#rows.find(key);
      const at = found ?? this.#freePlace(this.#rows.firstPlace(key));
      if (at === undefined) return Number.POSITIVE_INFINITY;
      if (found === undefined) this.#rows.assign(at, key);
      this.#words[at + KEY_WORDS + this.#own] = count;
      return this.#sum(at);
    });
  }

  #freePlace(first: number): number | undefined {
    for (let at = first; at < first + PLACES * this.#rowWords; at += this.#rowWords) if (this.#sum(at) === 0) return at;
    return undefined;
  }

  #sum(at: number): number {
    let sum = 0;
    for (let column = at + KEY_WORDS; column < at + this.#rowWords; column++) sum += this.#words[column]!;
    return sum;
  }
}

export class SharedCounter implements ClientCounter {
  /** Of this front end. */
  readonly #own = new LocalCounter();
  readonly #sum: SharedSum;
  readonly #clients: CountRows;
  readonly #kind: number;

  constructor(sum: SharedSum, clients: CountRows, kind: number) {
    this.#sum = sum;
    this.#clients = clients;
    this.#kind = kind;
  }

  get total(): number {
    return this.#sum.total;
  }

  add(client: string): number {
    this.#sum.add(1);
    return this.#clients.say(client, this.#kind, this.#own.add(client));
  }

  remove(client: string): void {
    this.#clients.say(client, this.#kind, this.#own.remove(client));
    this.#sum.add(-1);
  }
}
