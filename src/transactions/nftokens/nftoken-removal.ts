/**
 * Removing an NFToken from its owner's pages. Neighbouring pages are merged if their tokens fit on one; the last page
 * remains while another page exists (rippled: NFTokenHelpers.cpp, removeToken, mergePages).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { NFTokenPage } from '../../protocol/entries/entries.ts';
import { lastNftPageKeylet, nftPageById } from '../../protocol/entries/keylets.ts';
import { compareNftokenIds } from '../../protocol/entries/nftoken-id.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import { countPages, MAX_TOKENS_PER_PAGE, pageForToken, setTokens, tokensOf } from './nftoken-pages.ts';

/** Removes the token. Returns `tecNO_ENTRY` if the owner does not have it. */
export function removeToken(sandbox: Sandbox, owner: AccountId, id: Hash256): Ter {
  const page = sandbox.peek(pageForToken(sandbox, owner, id));
  if (page === undefined) return 'tecNO_ENTRY';
  const tokens = tokensOf(page);
  const rest = tokens.filter(({ NFTokenID }) => NFTokenID !== id);
  if (rest.length === tokens.length) return 'tecNO_ENTRY';
  const previous = peekLinked(sandbox, page.PreviousPageMin);
  const next = peekLinked(sandbox, page.NextPageMin);
  if (rest.length > 0) {
    setTokens(page, rest);
    sandbox.update(page);
    // Both merges may apply.
    let merged = 0;
    if (previous !== undefined && mergePages(sandbox, previous, page)) merged += 1;
    if (next !== undefined && mergePages(sandbox, page, next)) merged += 1;
    if (merged > 0) countPages(sandbox, owner, -merged);
    return 'tesSUCCESS';
  }
  if (previous !== undefined && page.index === lastNftPageKeylet(owner).key) replaceLast(sandbox, page, previous);
  else unlinkEmptied(sandbox, page, previous, next);
  countPages(sandbox, owner, -1);
  return 'tesSUCCESS';
}

/** Moves the tokens of the previous page to the empty last page, and deletes the previous page. */
function replaceLast(sandbox: Sandbox, last: NFTokenPage, previous: NFTokenPage): void {
  last.NFTokens = previous.NFTokens;
  linkPrevious(sandbox, last, previous.PreviousPageMin);
  sandbox.update(last);
  sandbox.erase(previous);
}

/**
 * Removes an empty page from the chain. Its neighbours do not fit on one page, else they would have been merged before.
 * If the last page is missing, which an old bug of rippled could cause, the previous page loses its link, which an
 * invariant forbids.
 */
function unlinkEmptied(
  sandbox: Sandbox,
  page: NFTokenPage,
  previous: NFTokenPage | undefined,
  next: NFTokenPage | undefined,
): void {
  if (next !== undefined) {
    linkPrevious(sandbox, next, page.PreviousPageMin);
    sandbox.update(next);
  } else if (previous !== undefined) {
    delete previous.NextPageMin;
    sandbox.update(previous);
  }
  sandbox.erase(page);
}

/** Moves the tokens of the lower page to the upper one if they fit. True if the lower page was deleted. */
function mergePages(sandbox: Sandbox, lower: NFTokenPage, upper: NFTokenPage): boolean {
  assert(lower.index < upper.index, 'pages are merged in order');
  assert(lower.NextPageMin === upper.index && upper.PreviousPageMin === lower.index, 'merged pages are neighbours');
  const tokens = [...tokensOf(lower), ...tokensOf(upper)];
  if (tokens.length > MAX_TOKENS_PER_PAGE) return false;
  setTokens(
    upper,
    tokens.sort((a, b) => compareNftokenIds(a.NFTokenID, b.NFTokenID)),
  );
  linkPrevious(sandbox, upper, lower.PreviousPageMin);
  sandbox.update(upper);
  sandbox.erase(lower);
  return true;
}

/** Links a page with its new previous page, if any. */
function linkPrevious(sandbox: Sandbox, page: NFTokenPage, key: Hash256 | undefined): void {
  const previous = peekLinked(sandbox, key);
  if (previous === undefined) {
    delete page.PreviousPageMin;
    return;
  }
  page.PreviousPageMin = previous.index;
  previous.NextPageMin = page.index;
  sandbox.update(previous);
}

function peekLinked(sandbox: Sandbox, key: Hash256 | undefined): NFTokenPage | undefined {
  if (key === undefined) return undefined;
  const page = sandbox.peek(nftPageById(key));
  assert(page !== undefined, 'linked NFToken pages exist');
  return page;
}
