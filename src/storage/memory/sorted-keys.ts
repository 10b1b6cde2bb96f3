/** Keys in ascending order, as cheap to fill at once as to keep in order one by one. */
import { partitionPoint } from '../../util/partition-point.ts';

/** More new keys than this are cheaper to sort in than to insert one by one. */
const INSERTED_KEYS = 32;

export class SortedKeys {
  readonly #keys: string[] = [];

  at(position: number): string | undefined {
    return this.#keys[position];
  }

  /** Position of the first key above this one, which needs not be there. */
  positionAfter(key: string): number {
    return partitionPoint(this.#keys.length, (at) => this.#keys[at]! <= key);
  }

  /** Position of the first key that is this one or above it. */
  positionFrom(key: string): number {
    return partitionPoint(this.#keys.length, (at) => this.#keys[at]! < key);
  }

  /** Adds keys, none of which is there. */
  add(newKeys: readonly string[]): void {
    if (newKeys.length > INSERTED_KEYS) {
      for (const key of newKeys) this.#keys.push(key);
      this.#keys.sort();
      return;
    }
    for (const key of newKeys) this.#keys.splice(this.positionFrom(key), 0, key);
  }

  /** Removes a key, if it is there. */
  delete(key: string): void {
    const position = this.positionFrom(key);
    if (this.#keys[position] === key) this.#keys.splice(position, 1);
  }
}
