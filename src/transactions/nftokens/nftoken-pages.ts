/**
 * Where an account keeps its non-fungible tokens: pages of up to 32, sorted, linked both ways. A page's key is its owner
 * and a limit; its tokens are below the limit, and not below that of the page before. The last page's limit is the
 * highest there is, and it exists as long as there are tokens. Each page counts as one thing owned
 * (rippled: NFTokenHelpers.cpp).
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
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';

/** The most tokens that a page holds. */
export const MAX_TOKENS_PER_PAGE = 32;

export type Nftoken = Readonly<InnerObjectOf<'NFToken'>>;

/** The tokens of a page, in their order. */
export function tokensOf(page: Readonly<NFTokenPage>): Nftoken[] {
  return page.NFTokens.map(({ NFToken }) => NFToken as unknown as Nftoken);
}

/** Puts tokens onto a page, as they are sorted already. */
export function setTokens(page: NFTokenPage, tokens: readonly Nftoken[]): void {
  page.NFTokens = tokens.map((token) => ({ NFToken: { ...token } }));
}

/** Where the page is that holds the token, if the owner has it: the first one whose limit is above it (locatePage). */
export function pageForToken(view: ReadView, owner: AccountId, id: Hash256): Keylet<'NFTokenPage'> {
  return pageAfter(view, nftPageKeylet(owner, id).key, owner);
}

/** The owner's first page after a key; where there is none, that of the last page, which then does not exist. */
export function pageAfter(view: ReadView, key: Hash256, owner: AccountId): Keylet<'NFTokenPage'> {
  const last = lastNftPageKeylet(owner);
  return nftPageById(view.nextKey(key, last.key) ?? last.key);
}

/** True if the account owns a token. */
export function ownsTokens(view: ReadView, owner: AccountId): boolean {
  return view.read(pageAfter(view, firstNftPageIndex(owner), owner)) !== undefined;
}

/** The token, if this account owns it. */
export function findToken(view: ReadView, owner: AccountId, id: Hash256): Nftoken | undefined {
  const page = view.read(pageForToken(view, owner, id));
  return page === undefined ? undefined : tokensOf(page).find(({ NFTokenID }) => NFTokenID === id);
}

/**
 * Puts a token among those of its owner, who may get one page more: the reserve is the caller's concern. Gives
 * `tecNO_SUITABLE_NFTOKEN_PAGE` where its page is full of tokens that belong together with it.
 */
export function insertToken(sandbox: Sandbox, owner: AccountId, token: Nftoken): Ter {
  const page = pageWithRoom(sandbox, owner, token.NFTokenID);
  if (page === undefined) return 'tecNO_SUITABLE_NFTOKEN_PAGE';
  const tokens = [...tokensOf(page), token];
  setTokens(
    page,
    tokens.sort((a, b) => compareNftokenIds(a.NFTokenID, b.NFTokenID)),
  );
  sandbox.update(page);
  return 'tesSUCCESS';
}

/** Gives a token another URI, or none. */
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

/** Adds to the count of what the account owns: one for each page. */
export function countPages(sandbox: Sandbox, owner: AccountId, change: number): void {
  const account = sandbox.peek(accountKeylet(owner));
  assert(account !== undefined, 'who owns tokens has an account');
  adjustOwnerCount(sandbox, account, change);
}

/** The peeked page for a token that is to come, made or split if need be; nothing where it can have none. */
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
 * How many tokens of a full page go to the new page before it. Tokens that share their page's digits stay together, so
 * it is not always half of them: where one kind fills the page, all or none go, and a further one of that kind finds
 * no room at all.
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

/** Moves the tokens before the boundary to a new page, which it gives, before this one. */
function splitPage(sandbox: Sandbox, owner: AccountId, page: NFTokenPage, boundary: number): NFTokenPage {
  const tokens = tokensOf(page);
  const [lower, upper] = [tokens.slice(0, boundary), tokens.slice(boundary)];
  // A page's limit is above its tokens: where none stays to name it, one more than the last token that went.
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

/** Makes a page that may be there point at the one that comes after it now. */
function linkForward(sandbox: Sandbox, key: Hash256, next: Hash256): void {
  const page = sandbox.peek(nftPageById(key));
  if (page === undefined) return;
  page.NextPageMin = next;
  sandbox.update(page);
}

/** The key that is one more. */
export function keyAfter(key: Hash256): Hash256 {
  return (BigInt(`0x${key}`) + 1n).toString(16).padStart(64, '0').toUpperCase();
}
