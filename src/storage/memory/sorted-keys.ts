/** Keys in ascending order, with efficient single and bulk insertion. */
import { partitionPoint } from '../../util/partition-point.ts';

/** Above this number of new keys, sorting is cheaper than single insertions. */
const INSERTED_KEYS = 32;

export class SortedKeys {
  readonly #keys: string[] = [];

  at(position: number): string | undefined {
    return this.#keys[position];
  }

  /** Position of the first key above this one, which need not exist. */
  positionAfter(key: string): number {
    return partitionPoint(this.#keys.length, (at) => this.#keys[at]! <= key);
  }

  /** Position of the first key at or above this one. */
  positionFrom(key: string): number {
    return partitionPoint(this.#keys.length, (at) => this.#keys[at]! < key);
  }

  /** Adds new keys. */
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
