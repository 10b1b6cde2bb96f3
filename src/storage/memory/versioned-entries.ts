/** Every version of every ledger entry, in memory: what an entry was as of any ledger, and which keys come next. */
import type { Hash256 } from '../../protocol/values.ts';
import { partitionPoint } from '../../util/partition-point.ts';
import { SortedKeys } from './sorted-keys.ts';

interface Version {
  readonly ledgerIndex: number;
  /** Undefined: deleted in this ledger. */
  readonly bytes: Uint8Array | undefined;
}

export class VersionedEntries {
  readonly #versions = new Map<Hash256, Version[]>();
  /** Every key that ever was, ascending. */
  readonly #keys = new SortedKeys();

  read(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const versions = this.#versions.get(key) ?? [];
    return versions[partitionPoint(versions.length, (at) => versions[at]!.ledgerIndex <= ledgerIndex) - 1]?.bytes;
  }

  nextKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    for (let at = this.#keys.positionAfter(key); at < this.#keys.length; at++) {
      const next = this.#keys.at(at)!;
      if (this.read(next, ledgerIndex) !== undefined) return next;
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
    this.#keys.add(newKeys);
  }
}
