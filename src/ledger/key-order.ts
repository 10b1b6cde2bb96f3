/**
 * The order of the keys in a view that changes its parent, built lazily. The first search skips erased keys one by one;
 * if the parent never changes, later searches skip them all at once.
 */
import type { Hash256 } from '../protocol/values.ts';
import { addTreeKey, deleteTreeKey, type KeyTreeNode, nextTreeKey } from '../util/key-tree.ts';
import type { ReadView } from './read-view.ts';

/** The changes of a view, as far as the key order needs them. */
export interface KeyChanges {
  isErased(key: Hash256): boolean;
  /** Keys of existing entries that may be absent from the parent. */
  addedKeys(): Iterable<Hash256>;
  /** True if the parent does not change during the view's lifetime. */
  readonly isParentFixed: boolean;
}

export class KeyOrder {
  readonly #parent: Pick<ReadView, 'nextKey'>;
  readonly #changes: KeyChanges;
  readonly #added = new Map<string, KeyTreeNode>();
  /**
   * Erased key → the parent's next key that was not erased at the last search, or none below the bound of that search.
   * It may skip a key that was erased and added again, since that key is among the added ones.
   */
  readonly #nextBehind = new Map<
    Hash256,
    { readonly next: Hash256 | undefined; readonly before: Hash256 | undefined }
  >();

  constructor(parent: Pick<ReadView, 'nextKey'>, changes: KeyChanges) {
    this.#parent = parent;
    this.#changes = changes;
    for (const key of changes.addedKeys()) addTreeKey(this.#added, key);
  }

  /** The smallest key above `key` (and below `before`, when given) that holds an entry. */
  next(key: Hash256, before?: Hash256): Hash256 | undefined {
    const own = nextTreeKey(this.#added, key);
    const parents = this.#nextOfParent(key, before);
    const next = own === undefined || (parents !== undefined && parents < own) ? parents : own;
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  /** Must be called after each key is added. */
  add(key: Hash256): void {
    addTreeKey(this.#added, key);
  }

  /** Must be called after each key is erased or its addition is undone. */
  remove(key: Hash256): void {
    deleteTreeKey(this.#added, key);
  }

  #nextOfParent(key: Hash256, before: Hash256 | undefined): Hash256 | undefined {
    const passed: Hash256[] = [];
    let next = this.#parent.nextKey(key, before);
    while (next !== undefined && this.#changes.isErased(next)) {
      passed.push(next);
      const behind = this.#nextBehind.get(next);
      const isKnown = behind !== undefined && (behind.next !== undefined || behind.before === before);
      next = isKnown ? behind.next : this.#parent.nextKey(next, before);
    }
    if (this.#changes.isParentFixed) for (const erased of passed) this.#nextBehind.set(erased, { next, before });
    return next;
  }
}
