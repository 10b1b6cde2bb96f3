/**
 * Invariants of NFTokens: pages are linked in order and contain the right tokens, sorted (rippled: ValidNFTokenPage);
 * only minting and burning change the counts (NFTokenCountTracking).
 */
import type { AccountRoot, NFTokenPage } from '../../protocol/entries/entries.ts';
import { compareNftokenIds, ownerDigits, pageDigits } from '../../protocol/entries/nftoken-id.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import { type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import { MAX_TOKENS_PER_PAGE, tokensOf } from '../nftokens/nftoken-pages.ts';
import type { Change, Invariant } from './invariant.ts';

const LAST_PAGE_DIGITS = pageDigits('F'.repeat(ZERO_HASH.length));

/** Every changed page is valid before and after, and no link is lost. */
export const nftokenPagesAreValid: Invariant = ({ changesOf }) => {
  const changes = changesOf('NFTokenPage');
  return changes.every((change) => {
    const { before, after, isErased } = change;
    return (
      isPageValid(after, isErased) && (before === undefined || isPageValid(before, isErased)) && keepsLinks(change)
    );
  });
};

function isPageValid(page: Readonly<NFTokenPage>, isErased: boolean): boolean {
  const { index, PreviousPageMin: previous, NextPageMin: next } = page;
  if (previous !== undefined && !isLinkInOrder(previous, index)) return false;
  if (next !== undefined && !isLinkInOrder(index, next)) return false;
  const tokens = tokensOf(page);
  if (tokens.length > MAX_TOKENS_PER_PAGE || (tokens.length === 0 && !isErased)) return false;
  const lowest = previous === undefined ? '' : pageDigits(previous);
  // The previous page's limit is a lower bound for the first token.
  let last = ZERO_HASH.slice(lowest.length) + lowest;
  for (const { NFTokenID: id, URI: uri } of tokens) {
    if (compareNftokenIds(id, last) <= 0 || uri === '') return false;
    last = id;
  }
  // The tokens are in order, so the last one shows that all are below the page's limit.
  return tokens.length === 0 || pageDigits(last) < pageDigits(index);
}

function isLinkInOrder(lower: Hash256, upper: Hash256): boolean {
  return ownerDigits(lower) === ownerDigits(upper) && pageDigits(lower) < pageDigits(upper);
}

/** The last page is deleted only after all others, and only the last page lacks a NextPageMin. */
function keepsLinks({ before, after, isErased }: Change<NFTokenPage>): boolean {
  if (before === undefined) return true;
  const isLast = pageDigits(before.index) === LAST_PAGE_DIGITS;
  if (isErased) return !isLast || before.PreviousPageMin === undefined;
  return isLast || before.NextPageMin === undefined || after.NextPageMin !== undefined;
}

/** The counts of minted and burned tokens change as the transaction type requires, and not on failure. */
export const nftokensAreCounted: Invariant = ({ changesOf, transaction, result }) => {
  const changes = changesOf('AccountRoot');
  const minted = totalChange(changes, 'MintedNFTokens');
  const burned = totalChange(changes, 'BurnedNFTokens');
  const { TransactionType: type } = transaction.fields;
  const hasGrown = (change: number) => (isTesSuccess(result) ? change > 0 : change === 0);
  if (type === 'NFTokenMint') return hasGrown(minted) && burned === 0;
  if (type === 'NFTokenBurn') return hasGrown(burned) && minted === 0;
  return minted === 0 && burned === 0;
};

function totalChange(changes: readonly Change<AccountRoot>[], count: 'MintedNFTokens' | 'BurnedNFTokens'): number {
  return changes.reduce((total, { before, after }) => total + (after[count] ?? 0) - (before?.[count] ?? 0), 0);
}
