/**
 * Directories: doubly linked chains of pages of at most 32 keys. The root page is always the first; its `IndexPrevious`
 * names the last page, so that appending costs the same for any length. A link that becomes zero stays in the entry as
 * a zero (rippled: ApplyView.cpp, DirectoryHelpers.cpp).
 */
import type { DirectoryNode, Keylet } from '../protocol/entries/entries.ts';
import { pageKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import type { ReadView } from './read-view.ts';
import type { Sandbox } from './sandbox.ts';

const MAX_ENTRIES_PER_PAGE = 32;
const MAX_PAGE = 0xffffffffffffffffn;

/** Sets the fields of a new page that describe its directory. */
export type DescribePage = (page: DirectoryNode) => void;

/** For the directory of what an account owns. */
export function describeOwnerDirectory(owner: AccountId): DescribePage {
  return (page) => {
    page.Owner = owner;
  };
}

/**
 * Adds a key, keeping every page sorted (owner directories). Returns the page's number, or undefined when the directory
 * is full.
 */
export function directoryInsert(
  sandbox: Sandbox,
  directory: Keylet<'DirectoryNode'>,
  key: Hash256,
  describe: DescribePage,
): bigint | undefined {
  return addKey(sandbox, directory, key, describe, false);
}

/** Adds a key at the end (order books, where earlier offers go first). */
export function directoryAppend(
  sandbox: Sandbox,
  directory: Keylet<'DirectoryNode'>,
  key: Hash256,
  describe: DescribePage,
): bigint | undefined {
  return addKey(sandbox, directory, key, describe, true);
}

function addKey(
  sandbox: Sandbox,
  directory: Keylet<'DirectoryNode'>,
  key: Hash256,
  describe: DescribePage,
  preserveOrder: boolean,
): bigint | undefined {
  const root = sandbox.peek(directory);
  if (root === undefined) {
    const page = newEntry(directory);
    page.RootIndex = directory.key;
    describe(page);
    page.Indexes = [key];
    sandbox.insert(page);
    return 0n;
  }
  const lastNumber = root.IndexPrevious ?? 0n;
  const last = lastNumber === 0n ? root : peekPage(sandbox, directory, lastNumber);
  if (last.Indexes.length < MAX_ENTRIES_PER_PAGE) {
    assert(!last.Indexes.includes(key), 'a key is in a directory once');
    // A page written in another order is sorted when it is first touched.
    last.Indexes = preserveOrder ? [...last.Indexes, key] : [...last.Indexes, key].sort();
    sandbox.update(last);
    return lastNumber;
  }
  return addPage(sandbox, directory, root, last, lastNumber, key, describe);
}

function addPage(
  sandbox: Sandbox,
  directory: Keylet<'DirectoryNode'>,
  root: DirectoryNode,
  last: DirectoryNode,
  lastNumber: bigint,
  key: Hash256,
  describe: DescribePage,
): bigint | undefined {
  if (lastNumber === MAX_PAGE) return undefined;
  const number = lastNumber + 1n;
  last.IndexNext = number;
  sandbox.update(last);
  root.IndexPrevious = number;
  sandbox.update(root);
  const page = newEntry(pageKeylet(directory.key, number));
  page.RootIndex = directory.key;
  page.Indexes = [key];
  if (number !== 1n) page.IndexPrevious = number - 1n;
  describe(page);
  sandbox.insert(page);
  return number;
}

/** Removes a key from the given page. False if it is not there. An emptied root is deleted unless `keepRoot`. */
export function directoryRemove(
  sandbox: Sandbox,
  directory: Keylet<'DirectoryNode'>,
  pageNumber: bigint,
  key: Hash256,
  keepRoot: boolean,
): boolean {
  const page = sandbox.peek(pageKeylet(directory.key, pageNumber));
  if (page === undefined || !page.Indexes.includes(key)) return false;
  page.Indexes = page.Indexes.filter((other) => other !== key);
  sandbox.update(page);
  if (page.Indexes.length > 0) return true;
  if (pageNumber === 0n) emptyRoot(sandbox, directory, page, keepRoot);
  else unlinkPage(sandbox, directory, page, keepRoot);
  return true;
}

/** Erases a root without keys and links. False if there is no root or it still holds keys. */
export function emptyDirectoryDelete(sandbox: Sandbox, directory: Keylet<'DirectoryNode'>): boolean {
  const root = sandbox.peek(directory);
  if (root === undefined || root.Indexes.length > 0) return false;
  const { IndexNext: next = 0n, IndexPrevious: previous = 0n } = root;
  if (next !== 0n && next === previous && peekPage(sandbox, directory, next).Indexes.length > 0) return false;
  emptyRoot(sandbox, directory, root, false);
  return true;
}

function emptyRoot(sandbox: Sandbox, directory: Keylet<'DirectoryNode'>, root: DirectoryNode, keepRoot: boolean): void {
  let { IndexNext: next = 0n, IndexPrevious: previous = 0n } = root;
  assert((next === 0n) === (previous === 0n), 'a directory chain is linked both ways');
  if (next !== 0n && next === previous) {
    const last = peekPage(sandbox, directory, next);
    // Old ledgers may hold an empty last page; it is deleted when found.
    if (last.Indexes.length === 0) {
      root.IndexNext = 0n;
      root.IndexPrevious = 0n;
      sandbox.update(root);
      sandbox.erase(last);
      next = 0n;
      previous = 0n;
    }
  }
  if (!keepRoot && next === 0n && previous === 0n) sandbox.erase(root);
}

function unlinkPage(
  sandbox: Sandbox,
  directory: Keylet<'DirectoryNode'>,
  page: DirectoryNode,
  keepRoot: boolean,
): void {
  const previousNumber = page.IndexPrevious ?? 0n;
  let nextNumber = page.IndexNext ?? 0n;
  const previous = peekPage(sandbox, directory, previousNumber);
  previous.IndexNext = nextNumber;
  sandbox.update(previous);
  const next = peekPage(sandbox, directory, nextNumber);
  next.IndexPrevious = previousNumber;
  sandbox.update(next);
  sandbox.erase(page);

  if (nextNumber !== 0n && (next.IndexNext ?? 0n) === 0n && next.Indexes.length === 0) {
    sandbox.erase(next);
    previous.IndexNext = 0n;
    sandbox.update(previous);
    const root = peekPage(sandbox, directory, 0n);
    root.IndexPrevious = previousNumber;
    sandbox.update(root);
    nextNumber = 0n;
  }
  if (!keepRoot && nextNumber === 0n && previousNumber === 0n && previous.Indexes.length === 0) sandbox.erase(previous);
}

function peekPage(sandbox: Sandbox, directory: Keylet<'DirectoryNode'>, number: bigint): DirectoryNode {
  const page = sandbox.peek(pageKeylet(directory.key, number));
  assert(page !== undefined, 'a directory chain is unbroken');
  return page;
}

/** Every key of a directory, in order. */
export function* directoryKeys(view: ReadView, directory: Keylet<'DirectoryNode'>): Generator<Hash256> {
  let number = 0n;
  do {
    const page = view.read(pageKeylet(directory.key, number));
    if (page === undefined) return;
    yield* page.Indexes;
    number = page.IndexNext ?? 0n;
  } while (number !== 0n);
}

/** The first key of a directory and its page; skips empty pages (rippled: dirFirst). */
export function firstOfDirectory(
  view: ReadView,
  directory: Keylet<'DirectoryNode'>,
): { readonly key: Hash256; readonly page: Hash256 } | undefined {
  let page = view.read(directory);
  while (page !== undefined) {
    const key = page.Indexes[0];
    if (key !== undefined) return { key, page: page.index };
    const next = page.IndexNext ?? 0n;
    if (next === 0n) return undefined;
    page = view.read(pageKeylet(directory.key, next));
  }
  return undefined;
}

/** True if the directory does not exist or holds nothing. */
export function isDirectoryEmpty(view: ReadView, directory: Keylet<'DirectoryNode'>): boolean {
  const root = view.read(directory);
  return root === undefined || (root.Indexes.length === 0 && (root.IndexNext ?? 0n) === 0n);
}
