/**
 * The pages that hold an account's non-fungible tokens are linked in the order of their keys, and the last one has the
 * largest key that a page can have. Before a fix of the reference, removals could break that; this mends it.
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, NFTokenPage } from '../../protocol/entries/entries.ts';
import { nftokenPageMaxIndex, nftokenPageMinIndex } from '../../protocol/entries/entry-indexes.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';

/**
 * Mends the links of an account's pages, and moves the last page where it belongs. False if nothing was wrong
 * (rippled: NFTokenHelpers.cpp, repairNFTokenDirectoryLinks).
 */
export function repairPageLinks(sandbox: Sandbox, owner: AccountId): boolean {
  const last = pageKeylet(nftokenPageMaxIndex(owner));
  let page = pageAfter(sandbox, nftokenPageMinIndex(owner), last);
  if (page === undefined) return false;
  let isRepaired = setLink(sandbox, page, 'PreviousPageMin', undefined);
  while (page.index !== last.key) {
    const next = pageAfter(sandbox, keyAfter(page.index), last);
    if (next === undefined) {
      moveToEnd(sandbox, page, last);
      return true;
    }
    isRepaired = setLink(sandbox, page, 'NextPageMin', next.index) || isRepaired;
    isRepaired = setLink(sandbox, next, 'PreviousPageMin', page.index) || isRepaired;
    page = next;
  }
  return setLink(sandbox, page, 'NextPageMin', undefined) || isRepaired;
}

/** The first page above the key; the last page where there is none, if that exists. */
function pageAfter(sandbox: Sandbox, key: Hash256, last: Keylet<'NFTokenPage'>): NFTokenPage | undefined {
  return sandbox.peek(pageKeylet(sandbox.nextKey(key, last.key) ?? last.key));
}

function pageKeylet(key: Hash256): Keylet<'NFTokenPage'> {
  return { type: 'NFTokenPage', key };
}

/** The reference looks for the next page above this, as if no two pages could be neighbours. */
function keyAfter(key: Hash256): Hash256 {
  return (BigInt(`0x${key}`) + 1n).toString(16).toUpperCase().padStart(64, '0');
}

/** Makes a link what it should be; true if it was something else. */
function setLink(
  sandbox: Sandbox,
  page: NFTokenPage,
  name: 'PreviousPageMin' | 'NextPageMin',
  target: Hash256 | undefined,
): boolean {
  if (page[name] === target) return false;
  if (target === undefined) delete page[name];
  else page[name] = target;
  sandbox.update(page);
  return true;
}

/** The owner's count stays: there are as many pages as before. */
function moveToEnd(sandbox: Sandbox, page: NFTokenPage, last: Keylet<'NFTokenPage'>): void {
  const moved = newEntry(last);
  moved.NFTokens = page.NFTokens;
  if (page.PreviousPageMin !== undefined) {
    moved.PreviousPageMin = page.PreviousPageMin;
    const previous = sandbox.peek(pageKeylet(page.PreviousPageMin));
    assert(previous !== undefined, 'the page before the last is there');
    setLink(sandbox, previous, 'NextPageMin', last.key);
  }
  sandbox.erase(page);
  sandbox.insert(moved);
}
