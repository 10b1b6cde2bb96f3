/**
 * The pages of an account's NFTokens: each has up to 32 tokens, sorted, and pages are linked both ways. A page's key
 * consists of the owner and a limit: its tokens are below the limit, and not below the previous page's. The last page
 * has the highest possible limit, and exists while there are tokens. Each page adds one to the owner count (rippled:
 * NFTokenHelpers.cpp).
 */
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, NFTokenPage } from '../../protocol/entries/entries.ts';
import {
  accountKeylet,
  firstNftPageIndex,
  lastNftPageKeylet,
  nftPageById,
  nftPageKeylet,
} from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { compareNftokenIds, pageDigits } from '../../protocol/entries/nftoken-id.ts';
import type { InnerObjectOf } from '../../protocol/tables/field-values.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256, Hex, StObject } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';

/** The most tokens on a page. */
export const MAX_TOKENS_PER_PAGE = 32;

export type Nftoken = Readonly<InnerObjectOf<'NFToken'>>;

/** The tokens of a page, in order. */
export function tokensOf(page: Readonly<NFTokenPage>): Nftoken[] {
  return page.NFTokens.map(({ NFToken }) => NFToken as unknown as Nftoken);
}

/** Sets the tokens of a page, which must be sorted. */
export function setTokens(page: NFTokenPage, tokens: readonly Nftoken[]): void {
  page.NFTokens = tokens.map((token) => ({ NFToken: token as StObject }));
}

/** The page for the token if the owner has it: the first with a limit above the token (locatePage). */
export function pageForToken(view: ReadView, owner: AccountId, id: Hash256): Keylet<'NFTokenPage'> {
  return pageAfter(view, nftPageKeylet(owner, id).key, owner);
}

/** The owner's first page after a key; if there is none, the keylet of the last page, which does not exist then. */
export function pageAfter(view: ReadView, key: Hash256, owner: AccountId): Keylet<'NFTokenPage'> {
  const last = lastNftPageKeylet(owner);
  return nftPageById(view.nextKey(key, last.key) ?? last.key);
}

/** True if the account owns an NFToken. */
export function ownsTokens(view: ReadView, owner: AccountId): boolean {
  return view.read(pageAfter(view, firstNftPageIndex(owner), owner)) !== undefined;
}

/** The token, if this account owns it. */
export function findToken(view: ReadView, owner: AccountId, id: Hash256): Nftoken | undefined {
  const page = view.read(pageForToken(view, owner, id));
  return page === undefined ? undefined : tokensOf(page).find(({ NFTokenID }) => NFTokenID === id);
}

/**
 * Inserts a token. This may add a page; callers check the reserve. Returns `tecNO_SUITABLE_NFTOKEN_PAGE` if its page is
 * full of equivalent tokens, which cannot be split.
 */
export function insertToken(sandbox: Sandbox, owner: AccountId, token: Nftoken): Ter {
  const page = pageWithRoom(sandbox, owner, token.NFTokenID);
  if (page === undefined) return 'tecNO_SUITABLE_NFTOKEN_PAGE';
  const tokens = tokensOf(page);
  const before = tokens.findLastIndex(({ NFTokenID: id }) => compareNftokenIds(id, token.NFTokenID) < 0);
  setTokens(page, tokens.toSpliced(before + 1, 0, token));
  sandbox.update(page);
  return 'tesSUCCESS';
}

/** Changes or removes a token's URI. */
export function changeTokenUri(sandbox: Sandbox, owner: AccountId, id: Hash256, uri: Hex | undefined): Ter {
  const page = sandbox.peek(pageForToken(sandbox, owner, id));
  if (page === undefined) return 'tecINTERNAL';
  const changed = uri === undefined ? { NFTokenID: id } : { NFTokenID: id, URI: uri };
  setTokens(
    page,
    tokensOf(page).map((token) => (token.NFTokenID === id ? changed : token)),
  );
  sandbox.update(page);
  return 'tesSUCCESS';
}

/** Changes the owner count by a number of pages. */
export function countPages(sandbox: Sandbox, owner: AccountId, change: number): void {
  const account = sandbox.peek(accountKeylet(owner));
  assert(account !== undefined, 'an owner of NFTokens has an account');
  adjustOwnerCount(sandbox, account, change);
}

/** The peeked page for a new token, created or split if necessary; undefined if impossible. */
function pageWithRoom(sandbox: Sandbox, owner: AccountId, id: Hash256): NFTokenPage | undefined {
  const page = sandbox.peek(pageForToken(sandbox, owner, id));
  if (page === undefined) {
    const first = newEntry(lastNftPageKeylet(owner));
    sandbox.insert(first);
    countPages(sandbox, owner, 1);
    return first;
  }
  const tokens = tokensOf(page);
  if (tokens.length !== MAX_TOKENS_PER_PAGE) return page;
  const boundary = splitBoundary(tokens, id);
  if (boundary === undefined) return undefined;
  const added = splitPage(sandbox, owner, page, boundary);
  return nftPageKeylet(owner, id).key < added.index ? added : page;
}

/**
 * The number of tokens of a full page that move to the new page before it. Equivalent tokens (with equal page digits)
 * stay together, so it is not always half. If one kind fills the page, all or none move, and another token of that kind
 * has no page.
 */
function splitBoundary(tokens: readonly Nftoken[], id: Hash256): number | undefined {
  const middle = MAX_TOKENS_PER_PAGE / 2;
  const kinds = tokens.map(({ NFTokenID }) => pageDigits(NFTokenID));
  const kind = kinds[middle - 1]!;
  const next = kinds.findIndex((other, position) => position >= middle && other !== kind);
  if (next !== -1) return next;
  const first = kinds.indexOf(kind);
  if (first !== 0) return first;
  const digits = pageDigits(id);
  if (digits === kind) return undefined;
  return digits > kind ? MAX_TOKENS_PER_PAGE : 0;
}

/** Moves the tokens before the boundary to a new page before this one, and returns the new page. */
function splitPage(sandbox: Sandbox, owner: AccountId, page: NFTokenPage, boundary: number): NFTokenPage {
  const tokens = tokensOf(page);
  const [lower, upper] = [tokens.slice(0, boundary), tokens.slice(boundary)];
  // A page's limit is the next token's ID; if no token remains, the last moved ID plus one.
  const limit = upper[0]?.NFTokenID ?? keyAfter(lower.at(-1)!.NFTokenID);
  const added = newEntry(nftPageKeylet(owner, limit));
  setTokens(added, lower);
  added.NextPageMin = page.index;
  if (page.PreviousPageMin !== undefined) {
    added.PreviousPageMin = page.PreviousPageMin;
    linkForward(sandbox, page.PreviousPageMin, added.index);
  }
  sandbox.insert(added);
  setTokens(page, upper);
  page.PreviousPageMin = added.index;
  sandbox.update(page);
  countPages(sandbox, owner, 1);
  return added;
}

/** Sets the NextPageMin of a page, if the page exists. */
function linkForward(sandbox: Sandbox, key: Hash256, next: Hash256): void {
  const page = sandbox.peek(nftPageById(key));
  if (page === undefined) return;
  page.NextPageMin = next;
  sandbox.update(page);
}

/** The key plus one. */
export function keyAfter(key: Hash256): Hash256 {
  return (BigInt(`0x${key}`) + 1n).toString(16).padStart(64, '0').toUpperCase();
}
