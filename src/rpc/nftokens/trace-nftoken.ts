/**
 * Who owns a non-fungible token, and how it came to them, as of any ledger and without an index. The token's number says
 * in which ledger its issuer had minted so many: that is found by halving, since any past ledger can be read. From there
 * on: whoever owned it in one ledger and does not in a later one gave it away in between, and that place is found by
 * halving too. So a token costs a few reads for each of its owners, whatever else happened.
 *
 * Whoever gave it away and had it again in between may be taken for one who kept it all the time.
 */

import { affectedEntries } from '../../ledger/affected-entries.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { nftokenIdParts, ownerDigits } from '../../protocol/entries/nftoken-id.ts';
import { transactionIdOf } from '../../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { findToken, type Nftoken } from '../../transactions/nftokens/nftoken-pages.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';

type TracedNode = Pick<LedgerReader, 'store' | 'view'>;

export interface NftokenOwner {
  readonly owner: AccountId;
  /** Where it got the token, and by which transaction. */
  readonly ledgerIndex: number;
  readonly hash: Hash256 | undefined;
}

export interface NftokenTrace {
  /** The first is whoever minted it. */
  readonly owners: readonly NftokenOwner[];
  /** The ledger in which it was burned; undefined if it is still there. */
  readonly burnedIn: number | undefined;
  /** As it is, or last was. */
  readonly token: Nftoken;
}

/** Up to a ledger that the node has. Undefined for a token that no ledger up to it, of those that are there, minted. */
export function* traceNftoken(reader: TracedNode, id: Hash256, atLedger: number): Steps<NftokenTrace | undefined> {
  const first = reader.store.ledgerRange()?.first ?? atLedger;
  const isMinted = (ledgerIndex: number) => hasMinted(viewAt(reader, ledgerIndex), id);
  if (isMinted(first) || !isMinted(atLedger)) return undefined;
  const owners: NftokenOwner[] = [];
  let ledgerIndex = yield* firstAfter(first, atLedger, isMinted);
  for (;;) {
    const next = yield* findOwner(reader, id, ledgerIndex);
    if (next === undefined) return burned(reader, id, owners, ledgerIndex);
    owners.push(next);
    const { owner } = next;
    const token = findToken(viewAt(reader, atLedger), owner, id);
    if (token !== undefined) return { owners, burnedIn: undefined, token };
    const isGone = (at: number) => findToken(viewAt(reader, at), owner, id) === undefined;
    ledgerIndex = yield* firstAfter(ledgerIndex, atLedger, isGone);
  }
}

/** Undefined for one that no ledger shows: there never was one with this number, or it was burned as it was minted. */
function burned(reader: TracedNode, id: Hash256, owners: readonly NftokenOwner[], burnedIn: number) {
  const last = owners.at(-1);
  const token = last && findToken(viewAt(reader, burnedIn - 1), last.owner, id);
  return token && { owners, burnedIn, token };
}

function viewAt(reader: TracedNode, ledgerIndex: number): ReadView {
  const view = reader.view(ledgerIndex);
  assert(view !== undefined, 'the reader has each ledger of its range');
  return view;
}

/** True if its issuer had minted as many tokens (rippled: NFTokenMint.cpp, getNextNFTokenSequence). */
function hasMinted(view: ReadView, id: Hash256): boolean {
  const { issuer, serial } = nftokenIdParts(id);
  const { FirstNFTokenSequence: start = 0, MintedNFTokens: minted = 0 } = view.read(accountKeylet(issuer)) ?? {};
  return minted > 0 && start + minted > serial;
}

/** A ledger for which that is true while it is not for the one before, between one where it is not and one where it is. */
function* firstAfter(low: number, high: number, isTrue: (ledgerIndex: number) => boolean): Steps<number> {
  let [before, after] = [low, high];
  while (after - before > 1) {
    yield;
    const middle = Math.floor((before + after) / 2);
    if (isTrue(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** Who has the token after a ledger in which it moved: one of those whose pages changed there. */
function* findOwner(reader: TracedNode, id: Hash256, ledgerIndex: number): Steps<NftokenOwner | undefined> {
  const after = viewAt(reader, ledgerIndex);
  for (const { blob, metadata } of reader.store.ledgerTransactions(ledgerIndex)) {
    yield;
    for (const { fields } of affectedEntries(metadata)) {
      const page = (fields.NewFields ?? fields.FinalFields) as PageFields | undefined;
      if (!page?.NFTokens?.some(({ NFToken }) => NFToken.NFTokenID === id)) continue;
      const owner = ownerDigits(fields.LedgerIndex as Hash256);
      const hasIt = findToken(after, owner, id) !== undefined;
      if (hasIt) return { owner, ledgerIndex, hash: transactionIdOf(blob) };
    }
  }
  return undefined;
}

interface PageFields {
  readonly NFTokens?: readonly { readonly NFToken: { readonly NFTokenID: Hash256 } }[];
}
