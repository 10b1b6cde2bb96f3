/** Values by key, each with a version for every ledger that changed it. */
import { partitionPoint } from '../../util/partition-point.ts';

export interface Version<Value> {
  readonly ledgerIndex: number;
  /** Undefined: deleted by this ledger. */
  readonly value: Value | undefined;
}

export class Versions<Key, Value> {
  readonly #versions = new Map<Key, Version<Value>[]>();

  /** The newest version up to a ledger. */
  read(key: Key, ledgerIndex: number): Version<Value> | undefined {
    const versions = this.#versions.get(key);
    if (versions === undefined) return undefined;
    const newest = versions[versions.length - 1]!;
    if (newest.ledgerIndex <= ledgerIndex) return newest;
    return versions[partitionPoint(versions.length, (at) => versions[at]!.ledgerIndex <= ledgerIndex) - 1];
  }

  /** Adds a version, whose ledger must be above all earlier ones. */
  write(key: Key, ledgerIndex: number, value: Value | undefined): void {
    const version = { ledgerIndex, value };
    const versions = this.#versions.get(key);
    if (versions === undefined) this.#versions.set(key, [version]);
    else versions.push(version);
  }

  /** Removes a key's versions above a ledger. */
  truncate(key: Key, ledgerIndex: number): void {
    const versions = this.#versions.get(key);
    if (versions === undefined) return;
    while (versions.length > 0 && versions[versions.length - 1]!.ledgerIndex > ledgerIndex) versions.pop();
    if (versions.length === 0) this.#versions.delete(key);
  }
}
