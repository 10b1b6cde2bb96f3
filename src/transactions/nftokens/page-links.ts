/**
 * The pages that hold an account's non-fungible tokens are linked in the order of their keys, and the last one has the
 * largest key that a page can have. Before a fix of the reference, removals could break that; this mends it.
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, NFTokenPage } from '../../protocol/entries/entries.ts';
import { firstNftPageIndex, lastNftPageKeylet, nftPageById } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import { keyAfter, pageAfter } from './nftoken-pages.ts';

/**
 * Mends the links of an account's pages, and moves the last page where it belongs. False if nothing was wrong
 * (rippled: NFTokenHelpers.cpp, repairNFTokenDirectoryLinks).
 */
export function repairPageLinks(sandbox: Sandbox, owner: AccountId): boolean {
  const last = lastNftPageKeylet(owner);
  const peekAfter = (key: Hash256): NFTokenPage | undefined => sandbox.peek(pageAfter(sandbox, key, owner));
  let page = peekAfter(firstNftPageIndex(owner));
  if (page === undefined) return false;
  let isRepaired = setLink(sandbox, page, 'PreviousPageMin', undefined);
  while (page.index !== last.key) {
    // The reference looks for the next page above this, as if no two pages could be neighbours.
    const next = peekAfter(keyAfter(page.index));
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
    const previous = sandbox.peek(nftPageById(page.PreviousPageMin));
    assert(previous !== undefined, 'the page before the last is there');
    setLink(sandbox, previous, 'NextPageMin', last.key);
  }
  sandbox.erase(page);
  sandbox.insert(moved);
}
