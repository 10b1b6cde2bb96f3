/** Values by key, each with a version for every ledger that changed it. */
import { partitionPoint } from '../../util/partition-point.ts';

interface Version<Value> {
  readonly ledgerIndex: number;
  /** Undefined: gone from this ledger on. */
  readonly value: Value | undefined;
}

export class Versions<Key, Value> {
  readonly #versions = new Map<Key, Version<Value>[]>();

  /** The value as of a ledger. */
  read(key: Key, ledgerIndex: number): Value | undefined {
    const versions = this.#versions.get(key);
    if (versions === undefined) return undefined;
    const newest = versions[versions.length - 1]!;
    if (newest.ledgerIndex <= ledgerIndex) return newest.value;
    return versions[partitionPoint(versions.length, (at) => versions[at]!.ledgerIndex <= ledgerIndex) - 1]?.value;
  }

  /** True if this very ledger has a version. */
  isChangedBy(key: Key, ledgerIndex: number): boolean {
    const versions = this.#versions.get(key) ?? [];
    const at = partitionPoint(versions.length, (at) => versions[at]!.ledgerIndex < ledgerIndex);
    return versions[at]?.ledgerIndex === ledgerIndex;
  }

  /** Adds a version; its ledger is above those of all before. */
  write(key: Key, ledgerIndex: number, value: Value | undefined): void {
    const versions = this.#versions.get(key);
    if (versions === undefined) this.#versions.set(key, [{ ledgerIndex, value }]);
    else versions.push({ ledgerIndex, value });
  }
}
