/**
 * Repairs the links between an account's NFToken pages, which an old bug of rippled could break: pages are linked in
 * key order, and the last one has the largest possible key.
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, NFTokenPage } from '../../protocol/entries/entries.ts';
import { firstNftPageIndex, lastNftPageKeylet, nftPageById } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import { keyAfter, pageAfter } from './nftoken-pages.ts';

/**
 * Repairs the links, and moves the last page to its key. False if nothing was wrong (rippled: NFTokenHelpers.cpp,
 * repairNFTokenDirectoryLinks).
 */
export function repairPageLinks(sandbox: Sandbox, owner: AccountId): boolean {
  const last = lastNftPageKeylet(owner);
  const peekAfter = (key: Hash256): NFTokenPage | undefined => sandbox.peek(pageAfter(sandbox, key, owner));
  let page = peekAfter(firstNftPageIndex(owner));
  if (page === undefined) return false;
  let isRepaired = setLink(sandbox, page, 'PreviousPageMin', undefined);
  while (page.index !== last.key) {
    // rippled searches from the key plus one, so it would miss a page at exactly that key.
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

/** Sets a link; true if it changed. */
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

/** The number of pages, and so the owner count, does not change. */
function moveToEnd(sandbox: Sandbox, page: NFTokenPage, last: Keylet<'NFTokenPage'>): void {
  const moved = newEntry(last);
  moved.NFTokens = page.NFTokens;
  if (page.PreviousPageMin !== undefined) {
    moved.PreviousPageMin = page.PreviousPageMin;
    const previous = sandbox.peek(nftPageById(page.PreviousPageMin));
    assert(previous !== undefined, 'the page before the last exists');
    setLink(sandbox, previous, 'NextPageMin', last.key);
  }
  sandbox.erase(page);
  sandbox.insert(moved);
}
