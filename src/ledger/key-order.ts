/**
 * The order of the keys in a view that changes its parent; a view makes it when it is first asked for. What it
 * erased is passed over one by one, the first time; where the parent never changes, in one leap afterwards.
 */
import type { Hash256 } from '../protocol/values.ts';
import { addTreeKey, deleteTreeKey, type KeyTreeNode, nextTreeKey } from '../util/key-tree.ts';
import type { ReadView } from './read-view.ts';

/** What a view says of its own changes. */
export interface KeyChanges {
  isErased(key: Hash256): boolean;
  /** Keys of entries that are there and that the parent need not have. */
  addedKeys(): Iterable<Hash256>;
  /** Whether the parent stays as it is for as long as the view lives. */
  readonly isParentFixed: boolean;
}

export class KeyOrder {
  readonly #parent: Pick<ReadView, 'nextKey'>;
  readonly #changes: KeyChanges;
  readonly #added = new Map<string, KeyTreeNode>();
  /**
   * Erased key → the parent's next one that was not erased when somebody last asked. It may pass over a key that was
   * erased and added again, since that is among the added ones.
   */
  readonly #nextBehind = new Map<Hash256, Hash256 | undefined>();

  constructor(parent: Pick<ReadView, 'nextKey'>, changes: KeyChanges) {
    this.#parent = parent;
    this.#changes = changes;
    for (const key of changes.addedKeys()) addTreeKey(this.#added, key);
  }

  /** The smallest key above `key` (and below `before`, when given) that holds an entry. */
  next(key: Hash256, before?: Hash256): Hash256 | undefined {
    const own = nextTreeKey(this.#added, key);
    const parents = this.#nextOfParent(key);
    const next = own === undefined || (parents !== undefined && parents < own) ? parents : own;
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  /** To be told of every key that is added, after the change. */
  add(key: Hash256): void {
    addTreeKey(this.#added, key);
  }

  /** To be told of every key that is erased or not added after all, after the change. */
  remove(key: Hash256): void {
    deleteTreeKey(this.#added, key);
  }

  #nextOfParent(key: Hash256): Hash256 | undefined {
    const passed: Hash256[] = [];
    let next = this.#parent.nextKey(key);
    while (next !== undefined && this.#changes.isErased(next)) {
      passed.push(next);
      next = this.#nextBehind.has(next) ? this.#nextBehind.get(next) : this.#parent.nextKey(next);
    }
    if (this.#changes.isParentFixed) for (const erased of passed) this.#nextBehind.set(erased, next);
    return next;
  }
}
