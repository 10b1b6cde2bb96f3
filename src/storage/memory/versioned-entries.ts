/** Every version of every ledger entry, in memory: what an entry was as of any ledger, and which keys come next. */
import type { Hash256 } from '../../protocol/values.ts';
import { KeyTreeChanges, type KeyTreeNode, type KeyTreeNodes, nextTreeKey } from '../../util/key-tree.ts';
import { Versions } from './versions.ts';

const DELETED = new Uint8Array();

export class VersionedEntries {
  readonly #entries = new Versions<Hash256, Uint8Array>();
  readonly #keyTree = new Versions<string, KeyTreeNode>();

  read(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#entries.read(key, ledgerIndex);
  }

  /** What this very ledger made of it: no bytes if it deleted it; undefined if it left it alone. */
  version(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#entries.isChangedBy(key, ledgerIndex) ? (this.read(key, ledgerIndex) ?? DELETED) : undefined;
  }

  nextKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return nextTreeKey(this.#keyTreeAt(ledgerIndex), key);
  }

  /** Adds a ledger's versions; its index is above all before. */
  write(ledgerIndex: number, changes: ReadonlyMap<Hash256, Uint8Array | undefined>): void {
    const keyTree = new KeyTreeChanges(this.#keyTreeAt(ledgerIndex - 1));
    for (const [key, bytes] of changes) {
      this.#entries.write(key, ledgerIndex, bytes);
      keyTree.put(key, bytes !== undefined);
    }
    for (const [path, node] of keyTree.changed) this.#keyTree.write(path, ledgerIndex, node);
  }

  #keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'> {
    return { get: (path) => this.#keyTree.read(path, ledgerIndex) };
  }
}
