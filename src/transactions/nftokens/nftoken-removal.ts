/**
 * Taking a non-fungible token off its owner's pages. Pages whose tokens fit on one become one; the last page stays as
 * long as there is another (rippled: NFTokenHelpers.cpp, removeToken, mergePages).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { NFTokenPage } from '../../protocol/entries/entries.ts';
import { lastNftPageKeylet, nftPageById } from '../../protocol/entries/keylets.ts';
import { compareNftokenIds } from '../../protocol/entries/nftoken-id.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import { countPages, MAX_TOKENS_PER_PAGE, pageForToken, setTokens, tokensOf } from './nftoken-pages.ts';

/** Takes the token from its owner. Gives `tecNO_ENTRY` where the owner does not have it. */
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
    // Three pages may become one.
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

/** The emptied last page takes over the tokens of the page before it, which goes in its place. */
function replaceLast(sandbox: Sandbox, last: NFTokenPage, previous: NFTokenPage): void {
  last.NFTokens = previous.NFTokens;
  linkPrevious(sandbox, last, previous.PreviousPageMin);
  sandbox.update(last);
  sandbox.erase(previous);
}

/**
 * Takes an emptied page out of the chain. Its neighbours do not fit on one page: else they would have before. Where the
 * last page is missing, as an old bug of the reference could leave it, the page before loses its link, which an invariant
 * forbids.
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

/** Moves the tokens of the lower page to the upper one if they fit there. True if the lower page is gone. */
function mergePages(sandbox: Sandbox, lower: NFTokenPage, upper: NFTokenPage): boolean {
  assert(lower.index < upper.index, 'pages are merged in their order');
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

/** Links a page with the one that comes before it now, if any. */
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
  assert(page !== undefined, 'the chain of pages is unbroken');
  return page;
}
