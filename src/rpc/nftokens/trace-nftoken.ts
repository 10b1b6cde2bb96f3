/**
 * The owner of an NFToken and its previous owners, as of any ledger and without an index. The token's serial number
 * determines the ledger in which it was minted; a binary search finds it, since any past ledger can be read. If an
 * owner has the token in one ledger and not in a later one, another binary search finds the transfer. So the cost is a
 * few reads for each owner.
 *
 * An owner that sold the token and got it back between two reads may count as a continuous owner.
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
  /** The ledger and the transaction in which it got the token. */
  readonly ledgerIndex: number;
  readonly hash: Hash256 | undefined;
}

export interface NftokenTrace {
  /** The first is the minter. */
  readonly owners: readonly NftokenOwner[];
  /** The ledger in which it was burned; undefined if it exists. */
  readonly burnedIn: number | undefined;
  /** Its current or last state. */
  readonly token: Nftoken;
}

/** Traces up to a stored ledger. Undefined for a token that was not minted in the stored ledgers up to it. */
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

/** Undefined if no ledger has the token: it never existed, or it was minted and burned in the same ledger. */
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

/** True if its issuer had minted at least this many tokens (rippled: NFTokenMint.cpp, getNextNFTokenSequence). */
function hasMinted(view: ReadView, id: Hash256): boolean {
  const { issuer, serial } = nftokenIdParts(id);
  const { FirstNFTokenSequence: start = 0, MintedNFTokens: minted = 0 } = view.read(accountKeylet(issuer)) ?? {};
  return minted > 0 && start + minted > serial;
}

/** Binary search: a ledger between `low` (false) and `high` (true) at which the condition becomes true. */
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

/** The owner after a ledger in which the token moved: an account whose pages changed there. */
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
