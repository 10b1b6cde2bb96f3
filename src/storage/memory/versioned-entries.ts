/** Every version of every ledger entry, in memory: what an entry was as of any ledger, and which keys come next. */
import type { Hash256 } from '../../protocol/values.ts';
import { partitionPoint } from './partition-point.ts';

interface Version {
  readonly ledgerIndex: number;
  /** Undefined: deleted in this ledger. */
  readonly bytes: Uint8Array | undefined;
}

/** More new keys than this are cheaper to sort in than to insert one by one. */
const INSERTED_KEYS = 32;

export class VersionedEntries {
  readonly #versions = new Map<Hash256, Version[]>();
  /** Every key that ever was, ascending. */
  readonly #keys: Hash256[] = [];

  read(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const versions = this.#versions.get(key) ?? [];
    return versions[partitionPoint(versions.length, (at) => versions[at]!.ledgerIndex <= ledgerIndex) - 1]?.bytes;
  }

  nextKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    const start = partitionPoint(this.#keys.length, (at) => this.#keys[at]! <= key);
    for (let at = start; at < this.#keys.length; at++) {
      if (this.read(this.#keys[at]!, ledgerIndex) !== undefined) return this.#keys[at];
    }
    return undefined;
  }

  /** Adds a ledger's versions; its index is above all before. */
  write(ledgerIndex: number, changes: readonly (readonly [key: Hash256, bytes: Uint8Array | undefined])[]): void {
    const newKeys: Hash256[] = [];
    for (const [key, bytes] of changes) {
      const versions = this.#versions.get(key);
      if (versions !== undefined) {
        versions.push({ ledgerIndex, bytes });
      } else {
        this.#versions.set(key, [{ ledgerIndex, bytes }]);
        newKeys.push(key);
      }
    }
    this.#addKeys(newKeys);
  }

  #addKeys(newKeys: readonly Hash256[]): void {
    if (newKeys.length > INSERTED_KEYS) {
      for (const key of newKeys) this.#keys.push(key);
      this.#keys.sort();
      return;
    }
    for (const key of newKeys) {
      this.#keys.splice(
        partitionPoint(this.#keys.length, (at) => this.#keys[at]! < key),
        0,
        key,
      );
    }
  }
}
