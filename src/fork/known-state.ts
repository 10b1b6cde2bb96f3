/**
 * What is known of the state of one ledger: entries, keys without an entry, and runs, which are ranges of keys of which
 * all entries are known. One key that follows another would be no use after a change of the question; a run answers each
 * question within it.
 */
import type { Hash256, Hex } from '../protocol/values.ts';
import { partitionPoint } from '../util/partition-point.ts';

/** All keys above `from`, up to and including `to`, that have an entry. */
export interface KeyRun {
  readonly from: Hash256;
  readonly to: Hash256;
  /** Ascending. */
  readonly keys: readonly Hash256[];
}

export const LAST_KEY: Hash256 = 'F'.repeat(64);

/** The key after (or, by -1, before) a key. */
export function neighbourKey(key: Hash256, step: 1 | -1): Hash256 {
  return (BigInt(`0x${key}`) + BigInt(step)).toString(16).padStart(64, '0').toUpperCase();
}

export class KnownState {
  /** Serialized entries in hex; null for a key without an entry. */
  readonly #entries = new Map<Hash256, Hex | null>();
  /** Keys of entries, ascending, whether or not the entry itself is known. */
  #keys: Hash256[] = [];
  /** Ascending; they neither overlap nor touch. */
  readonly #runs: { readonly from: Hash256; readonly to: Hash256 }[] = [];

  /** The entry in hex; null if there is none; undefined if that is not known. */
  entry(key: Hash256): Hex | null | undefined {
    const known = this.#entries.get(key);
    if (known !== undefined || this.#hasKey(key)) return known;
    const run = this.#runFrom(key);
    return run !== undefined && run.from < key && key <= run.to ? null : undefined;
  }

  /** @throws Error if this contradicts what is known */
  addEntry(key: Hash256, data: Hex | null): void {
    const before = this.entry(key);
    const isContradicted = data === null ? this.#hasKey(key) : before === null || (before ?? data) !== data;
    if (isContradicted) throw new Error(`two answers about ledger entry ${key} contradict each other`);
    this.#entries.set(key, data);
    if (data !== null && !this.#hasKey(key)) this.#keys.splice(this.#placeAfter(key), 0, key);
  }

  /** @throws Error if this contradicts what is known */
  addRun({ from, to, keys }: KeyRun): void {
    const [start, end] = [this.#placeAfter(from), this.#placeAfter(to)];
    const all = new Set(keys);
    const lost = this.#keys.slice(start, end).find((key) => !all.has(key));
    const wrong = lost ?? keys.find((key) => this.entry(key) === null);
    if (wrong !== undefined) throw new Error(`two answers about ledger entry ${wrong} contradict each other`);
    this.#keys = this.#keys.slice(0, start).concat(keys, this.#keys.slice(end));
    const first = partitionPoint(this.#runs.length, (at) => this.#runs[at]!.to < from);
    const behind = partitionPoint(this.#runs.length, (at) => this.#runs[at]!.from <= to);
    const joined = [{ from, to }, ...this.#runs.slice(first, behind)];
    const lowest = joined.reduce((low, run) => (run.from < low ? run.from : low), from);
    const highest = joined.reduce((high, run) => (run.to > high ? run.to : high), to);
    this.#runs.splice(first, Math.max(0, behind - first), { from: lowest, to: highest });
  }

  /** The first key with an entry above `key` and below `before`; undefined if that is not known. */
  next(key: Hash256, before?: Hash256): { readonly key: Hash256 | undefined } | undefined {
    const end = this.runEnd(key);
    const next = this.#keys[this.#placeAfter(key)];
    if (next !== undefined && next <= end) return { key: before !== undefined && next >= before ? undefined : next };
    const isAll = end === LAST_KEY || (before !== undefined && before <= neighbourKey(end, 1));
    return isAll ? { key: undefined } : undefined;
  }

  /** The key up to which all entries above `key` are known; `key` itself if none are. */
  runEnd(key: Hash256): Hash256 {
    const run = this.#runFrom(key);
    return run !== undefined && run.to > key ? run.to : key;
  }

  /** The last known key of an entry up to `key`. */
  lastKeyUpTo(key: Hash256): Hash256 | undefined {
    return this.#keys[this.#placeAfter(key) - 1];
  }

  /** Known entries and absences, by ascending key. */
  entries(): [key: Hash256, data: Hex | null][] {
    return [...this.#entries].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  runs(): KeyRun[] {
    return this.#runs.map(({ from, to }) => ({
      from,
      to,
      keys: this.#keys.slice(this.#placeAfter(from), this.#placeAfter(to)),
    }));
  }

  #hasKey(key: Hash256): boolean {
    return this.lastKeyUpTo(key) === key;
  }

  /** How many known keys are not above `key`. */
  #placeAfter(key: Hash256): number {
    return partitionPoint(this.#keys.length, (at) => this.#keys[at]! <= key);
  }

  /** The last run that begins at or below `key`. */
  #runFrom(key: Hash256): { readonly from: Hash256; readonly to: Hash256 } | undefined {
    return this.#runs[partitionPoint(this.#runs.length, (at) => this.#runs[at]!.from <= key) - 1];
  }
}
