/** Every version of every ledger entry, in memory, and of the nodes of the order of their keys. */
import type { Hash256 } from '../../protocol/values.ts';
import { KeyTreeChanges, type KeyTreeNode, type KeyTreeNodes } from '../../util/key-tree.ts';
import { Versions } from './versions.ts';

const DELETED = new Uint8Array();

export class VersionedEntries {
  readonly #entries = new Versions<Hash256, Uint8Array>();
  readonly #keyTree = new Versions<string, KeyTreeNode>();

  /** As of a ledger: no bytes if it was deleted; undefined if no ledger up to it wrote one. */
  read(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const version = this.#entries.read(key, ledgerIndex);
    return version && (version.value ?? DELETED);
  }

  /** The last ledger up to that one that wrote a version, or deleted it. */
  ledger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#entries.read(key, ledgerIndex)?.ledgerIndex;
  }

  /** What this very ledger made of it: no bytes if it deleted it; undefined if it left it alone. */
  version(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const version = this.#entries.read(key, ledgerIndex);
    return version?.ledgerIndex === ledgerIndex ? (version.value ?? DELETED) : undefined;
  }

  /** As of a ledger: null if it went; undefined if no ledger up to it wrote one. */
  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | null | undefined {
    const version = this.#keyTree.read(path, ledgerIndex);
    return version && (version.value ?? null);
  }

  /** Adds a ledger's versions; its index is above all before. `keyTree` is the order of keys before it. */
  write(
    ledgerIndex: number,
    changes: ReadonlyMap<Hash256, Uint8Array | undefined>,
    keyTree: Pick<KeyTreeNodes, 'get'>,
  ): void {
    const order = new KeyTreeChanges(keyTree);
    for (const [key, bytes] of changes) {
      this.#entries.write(key, ledgerIndex, bytes);
      order.put(key, bytes !== undefined);
    }
    for (const [path, node] of order.changed) this.#keyTree.write(path, ledgerIndex, node);
  }

  /** Takes over what newer ledgers wrote. */
  append(newer: VersionedEntries): void {
    this.#entries.append(newer.#entries);
    this.#keyTree.append(newer.#keyTree);
  }

  /** Takes what ledgers above this one wrote away, of these entries and nodes. */
  truncate(ledgerIndex: number, keys: Iterable<Hash256>, paths: Iterable<string>): void {
    for (const key of keys) this.#entries.truncate(key, ledgerIndex);
    for (const path of paths) this.#keyTree.truncate(path, ledgerIndex);
  }
}
