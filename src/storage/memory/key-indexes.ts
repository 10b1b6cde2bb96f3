/** The named indexes in memory, with their current keys. */
import type { IndexChange } from '../../ledger/derived-changes.ts';
import type { Hex } from '../../protocol/values.ts';
import { SortedKeys } from './sorted-keys.ts';

export class KeyIndexes {
  readonly #keysByIndex = new Map<string, SortedKeys>();

  write(changes: readonly IndexChange[]): void {
    const added = new Map<string, Set<Hex>>();
    for (const { index, key, isPresent } of changes) {
      // Additions are collected, deletions are applied at once: the last change of a key decides.
      const keys = added.get(index) ?? new Set();
      added.set(index, keys);
      if (isPresent && !this.#has(index, key)) keys.add(key);
      if (!isPresent) {
        keys.delete(key);
        this.#keysByIndex.get(index)?.delete(key);
      }
    }
    for (const [index, keys] of added) this.#keysOf(index).add([...keys]);
  }

  /** The first key that begins with `prefix` and comes after `after`, if one is given. */
  next(index: string, prefix: Hex, after: Hex | undefined): Hex | undefined {
    const keys = this.#keysByIndex.get(index);
    const isAfterPrefix = after !== undefined && after >= prefix;
    const position = (isAfterPrefix ? keys?.positionAfter(after) : keys?.positionFrom(prefix)) ?? 0;
    const key = keys?.at(position);
    return key?.startsWith(prefix) ? key : undefined;
  }

  #has(index: string, key: Hex): boolean {
    const keys = this.#keysByIndex.get(index);
    return keys?.at(keys.positionFrom(key)) === key;
  }

  #keysOf(index: string): SortedKeys {
    const known = this.#keysByIndex.get(index);
    if (known !== undefined) return known;
    const keys = new SortedKeys();
    this.#keysByIndex.set(index, keys);
    return keys;
  }
}
