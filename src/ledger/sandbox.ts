/**
 * The mutable side of a ledger: a parent view and a map of changes over it. A transaction works in one sandbox; a
 * payment opens further ones inside it. `applyTo` merges the changes into the parent, dropping the object discards
 * them, and metadata is computed from the map (metadata.ts).
 *
 * This interface prevents several bugs: `peek` returns a private copy, so shared entries are never changed in place; a
 * changed copy that is not passed to `update` is not written; an entry cannot be inserted twice or erased twice
 * (rippled: ApplyStateTable.cpp, ApplyViewBase.cpp).
 */
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../protocol/entries/entries.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { sortShortList } from '../util/sort-short-list.ts';
import { KeyOrder } from './key-order.ts';
import type { ReadView } from './read-view.ts';
import type { Trace } from './trace.ts';

type Action = 'cache' | 'insert' | 'modify' | 'erase';

/** One changed entry as metadata and invariants see it. `after` is the last form, of an erased entry too. */
export interface EntryChange {
  readonly key: Hash256;
  readonly action: 'insert' | 'modify' | 'erase';
  readonly isErased: boolean;
  readonly before: Readonly<LedgerEntry> | undefined;
  readonly after: LedgerEntry;
}

/** Where a sandbox puts its changes: an outer sandbox, or the view of the ledger being built. */
export interface ChangeTarget {
  rawErase(entry: LedgerEntry): void;
  rawInsert(entry: LedgerEntry): void;
  rawReplace(entry: LedgerEntry): void;
  rawDestroyDrops(drops: bigint): void;
}

interface Item {
  action: Action;
  entry: LedgerEntry;
  /** The parent's version, if it was read. */
  readonly before?: Readonly<LedgerEntry>;
}

export class Sandbox implements ReadView, ChangeTarget {
  readonly isOpen: boolean;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly rules: Rules;
  readonly trace: Trace | undefined;
  protected readonly parent: ReadView;
  readonly #isParentFixed: boolean;
  readonly #items = new Map<Hash256, Item>();
  /** True once an entry was inserted or erased: before that the keys are those of the parent. */
  #hasOwnKeys = false;
  /** Undefined until the first search for a key. */
  #order: KeyOrder | undefined;
  #destroyedDrops = 0n;

  /** @param isParentFixed true if the parent does not change while the sandbox is used */
  constructor(parent: ReadView, isParentFixed = false) {
    this.parent = parent;
    this.isOpen = parent.isOpen;
    this.ledgerIndex = parent.ledgerIndex;
    this.parentCloseTimeSeconds = parent.parentCloseTimeSeconds;
    this.closeTimeSeconds = parent.closeTimeSeconds;
    this.parentHash = parent.parentHash;
    this.rules = parent.rules;
    this.trace = parent.trace;
    this.#isParentFixed = isParentFixed;
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    const item = this.#items.get(keylet.key);
    if (item === undefined) return this.parent.read(keylet);
    return item.action === 'erase' ? undefined : entryOfType(item.entry, keylet);
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    const item = this.#items.get(key);
    if (item === undefined) return this.parent.readAny(key);
    return item.action === 'erase' ? undefined : item.entry;
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    if (!this.#hasOwnKeys) return this.parent.nextKey(key, before);
    this.#order ??= new KeyOrder(this.parent, {
      isErased: (erased) => this.#items.get(erased)?.action === 'erase',
      addedKeys: () => this.#items.keys().filter((added) => this.#items.get(added)?.action === 'insert'),
      isParentFixed: this.#isParentFixed,
    });
    return this.#order.next(key, before);
  }

  hasTransaction(id: Hash256): boolean {
    return this.parent.hasTransaction(id);
  }

  /** A private copy to change and then pass to `update` or `erase`; the same object at every call. */
  peek<Name extends EntryName>(keylet: Keylet<Name>): LedgerEntries[Name] | undefined {
    let item = this.#items.get(keylet.key);
    if (item === undefined) {
      const entry = this.parent.read(keylet);
      if (entry === undefined) return undefined;
      item = { action: 'cache', entry: { ...entry } as LedgerEntry, before: entry };
      this.#items.set(keylet.key, item);
    }
    return item.action === 'erase' ? undefined : entryOfType(item.entry, keylet);
  }

  insert(entry: LedgerEntry): void {
    this.#hasOwnKeys = true;
    const item = this.#items.get(entry.index);
    if (item === undefined) {
      this.#items.set(entry.index, { action: 'insert', entry });
      this.#order?.add(entry.index);
      return;
    }
    assert(item.action === 'erase', 'an entry is inserted once');
    item.action = 'modify';
    item.entry = entry;
    this.#order?.add(entry.index);
  }

  /** Keeps the changes made to an entry that `peek` gave. */
  update(entry: LedgerEntry): void {
    const item = this.#items.get(entry.index);
    assert(item !== undefined && item.entry === entry && item.action !== 'erase', 'only a peeked entry is updated');
    if (item.action === 'cache') item.action = 'modify';
  }

  /** Undoes the update of an entry that did not change. */
  revert(key: Hash256): void {
    const item = this.#items.get(key);
    assert(item?.action === 'modify', 'only an update is taken back');
    item.action = 'cache';
  }

  /** Removes an entry that `peek` gave; its last values appear in the metadata. */
  erase(entry: LedgerEntry): void {
    const item = this.#items.get(entry.index);
    assert(item !== undefined && item.entry === entry && item.action !== 'erase', 'only a peeked entry is erased');
    if (item.action === 'insert') this.#items.delete(entry.index);
    else item.action = 'erase';
    this.#hasOwnKeys = true;
    this.#order?.remove(entry.index);
  }

  /** Counts drops that leave circulation (fees). */
  destroyDrops(drops: bigint): void {
    this.#destroyedDrops += drops;
  }

  rawErase(entry: LedgerEntry): void {
    this.#hasOwnKeys = true;
    const item = this.#items.get(entry.index);
    if (item === undefined) this.#items.set(entry.index, { action: 'erase', entry });
    else if (item.action === 'insert') this.#items.delete(entry.index);
    else {
      assert(item.action !== 'erase', 'an entry is erased once');
      item.action = 'erase';
      item.entry = entry;
    }
    this.#order?.remove(entry.index);
  }

  rawInsert(entry: LedgerEntry): void {
    this.insert(entry);
  }

  rawReplace(entry: LedgerEntry): void {
    const item = this.#items.get(entry.index);
    if (item === undefined) this.#items.set(entry.index, { action: 'modify', entry });
    else {
      assert(item.action !== 'erase', 'an erased entry is not replaced');
      if (item.action === 'cache') item.action = 'modify';
      item.entry = entry;
    }
  }

  rawDestroyDrops(drops: bigint): void {
    this.#destroyedDrops += drops;
  }

  get destroyedDrops(): bigint {
    return this.#destroyedDrops;
  }

  /** The same changes, with entries of its own. */
  copy(): Sandbox {
    const copy = new Sandbox(this.parent, this.#isParentFixed);
    for (const [key, item] of this.#items) copy.#items.set(key, { ...item, entry: { ...item.entry } });
    copy.#hasOwnKeys = this.#hasOwnKeys;
    copy.#destroyedDrops = this.#destroyedDrops;
    return copy;
  }

  /** Forgets every change. */
  discard(): void {
    this.#items.clear();
    this.#hasOwnKeys = false;
    this.#order = undefined;
    this.#destroyedDrops = 0n;
  }

  /** Merges every change into the parent, which the caller passes as the target. */
  applyTo(target: ChangeTarget): void {
    if (this.#destroyedDrops !== 0n) target.rawDestroyDrops(this.#destroyedDrops);
    for (const { action, entry } of this.#items.values()) {
      if (action === 'insert') target.rawInsert(entry);
      else if (action === 'modify') target.rawReplace(entry);
      else if (action === 'erase') target.rawErase(entry);
    }
  }

  /** Number of changed entries: metadata of too many is refused with tecOVERSIZE. */
  get changeCount(): number {
    let count = 0;
    for (const item of this.#items.values()) if (item.action !== 'cache') count++;
    return count;
  }

  /** The changes in key order, beside the entries of the parent view that they replace. */
  changes(): EntryChange[] {
    const changes: EntryChange[] = [];
    for (const [key, { action, entry, before: known }] of this.#items) {
      if (action === 'cache') continue;
      const before = action === 'insert' ? undefined : (known ?? this.parent.readAny(key));
      changes.push({ key, action, isErased: action === 'erase', before, after: entry });
    }
    return sortShortList(changes, compareKeys);
  }

  /** The pending copy of an entry for metadata's threading: undefined when untouched here, 'erased' when deleted. */
  pending(key: Hash256): LedgerEntry | 'erased' | undefined {
    const item = this.#items.get(key);
    if (item === undefined || item.action === 'cache') return undefined;
    return item.action === 'erase' ? 'erased' : item.entry;
  }

  /** What the entry was before this sandbox touched anything. */
  original(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.parent.readAny(key);
  }
}

function compareKeys(a: EntryChange, b: EntryChange): number {
  return a.key < b.key ? -1 : 1;
}

/** The entry if it has the keylet's type: reading an id of the wrong type finds nothing. */
function entryOfType<Name extends EntryName>(
  entry: LedgerEntry,
  keylet: Keylet<Name>,
): LedgerEntries[Name] | undefined {
  return entry.LedgerEntryType === keylet.type ? (entry as LedgerEntries[Name]) : undefined;
}
