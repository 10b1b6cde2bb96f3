/**
 * Makes the next closed ledger: applies a set of transactions in canonical order to the parent's state, updates the
 * tree and the skip lists, and completes the header. Nothing is stored here. It goes in steps, about one a transaction
 * and one an entry; between them nothing else may touch the tree (rippled: BuildLedger.cpp,
 * RCLConsensus::Adaptor::doAccept).
 */

import { extendLongSkipList, extendsLongSkipList, type RecentLedgers } from '../../ledger/chain-entries.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { createLedgerHeader, type LedgerHeader, nextResolutionSeconds } from '../../ledger/ledger-header.ts';
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { longSkipKeylet } from '../../protocol/entries/keylets.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { StateTree } from '../../shamap/state-tree.ts';
import { transactionSetHash, transactionTreeHash } from '../../shamap/transaction-tree.ts';
import type { OnBug } from '../../transactions/engine/engine.ts';
import type { LedgerContext } from '../../transactions/transaction-type.ts';
import type { Steps } from '../../util/steps.ts';
import { deriveChanges, type ReadTransaction } from '../derived/derive-changes.ts';
import { canonicalOrder } from './canonical-order.ts';
import { applyInPasses } from './passes.ts';
import { encodedEntries, updateShortSkipList, updateTree } from './update-tree.ts';

export interface CloseInput {
  readonly parent: LedgerHeader;
  readonly parentView: ReadView;
  /** Up to the parent. */
  readonly recentLedgers: RecentLedgers;
  readonly transactions: readonly Transaction[];
  readonly closeTimeSeconds: number;
  readonly context: LedgerContext;
  /** The parent's state tree. It is changed; the caller confirms or discards the changes. */
  readonly tree: StateTree;
  readonly onBug: OnBug;
  /** Called when a part of the work begins. */
  readonly onPhase?: ((phase: 'apply' | 'trees' | 'derive') => void) | undefined;
  /** A change by hand, applied after the transactions. */
  readonly edit?: ((view: OpenView) => void) | undefined;
  /** For a fork: the parent's entries that the fork changed. Only these are in the tree and in the indexes. */
  readonly ownEntries?: Pick<ReadView, 'readAny'> | undefined;
}

export interface CloseResult {
  readonly ledger: PreparedLedger;
  /** Changed entries: key → entry, or null for a deleted one. */
  readonly changedEntries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>;
  /** The transactions in the ledger. */
  readonly applied: readonly Transaction[];
  /** Transactions that are left for the next ledger, in canonical order. */
  readonly remaining: readonly Transaction[];
  /** Salt of the canonical order that was used. */
  readonly salt: Hash256;
}

export function* closeLedger(input: CloseInput): Steps<CloseResult> {
  const { parent, onPhase } = input;
  onPhase?.('apply');
  const view = new OpenView(input.parentView, parent, false, expectedCloseTimeSeconds(input));
  const salt = yield* transactionSetHash(input.transactions.map(({ id }) => id));
  const ordered = canonicalOrder(input.transactions, salt);
  yield;
  const remaining = yield* applyInPasses(view, ordered, input.context, input.onBug);
  input.edit?.(view);
  if (extendsLongSkipList(parent.ledgerIndex)) {
    const list = view.read(longSkipKeylet(parent.ledgerIndex));
    view.rawReplace(extendLongSkipList(list, parent.ledgerIndex, parent.hash));
  }
  onPhase?.('trees');
  const isFork = input.ownEntries !== undefined;
  const stateChanges = yield* updateTree(input.tree, encodedEntries(view.changedEntries), isFork);
  updateShortSkipList(input.tree, input.recentLedgers, parent.ledgerIndex);
  yield* input.tree.hashChanges();
  const transactions = closedTransactions(view);
  const header = createLedgerHeader({
    ledgerIndex: view.ledgerIndex,
    parentHash: parent.hash,
    transactionHash: yield* transactionTreeHash(transactions),
    accountHash: input.tree.rootHash(),
    totalDrops: parent.totalDrops - view.destroyedDrops,
    parentCloseTimeSeconds: parent.closeTimeSeconds,
    closeTimeSeconds: input.closeTimeSeconds,
    closeTimeResolutionSeconds: nextResolutionSeconds(
      parent.closeTimeResolutionSeconds,
      parent.closeFlags,
      view.ledgerIndex,
    ),
    closeFlags: 0,
  });
  onPhase?.('derive');
  const derived = yield* deriveChanges({
    before: input.ownEntries ?? input.parentView,
    transactions,
    changedEntries: view.changedEntries,
    tree: input.tree,
  });
  const blobs = transactions.map(({ blob, metadata }) => ({ blob, metadata }));
  const ledger: PreparedLedger = { header, transactions: blobs, stateChanges, derived };
  const applied = Array.from(view.transactions, ({ transaction }) => transaction);
  return { ledger, changedEntries: view.changedEntries, applied, remaining, salt };
}

/** The close time that transactions of the ledger see (rippled: Ledger.cpp, the next ledger). */
export function expectedCloseTimeSeconds({
  parent,
  closeTimeSeconds,
}: Pick<CloseInput, 'parent' | 'closeTimeSeconds'>): number {
  if (parent.closeTimeSeconds === 0) return closeTimeSeconds;
  const { closeTimeResolutionSeconds: resolutionSeconds, closeFlags, ledgerIndex } = parent;
  return parent.closeTimeSeconds + nextResolutionSeconds(resolutionSeconds, closeFlags, ledgerIndex + 1);
}

function closedTransactions(view: OpenView): (ReadTransaction & { readonly blob: Uint8Array })[] {
  return Array.from(view.transactions, ({ transaction: { id, blob, fields }, metadata }) => {
    const { bytes, accounts, takenOffers } = metadata!;
    return { id, blob, fields, metadata: bytes, accounts, takenOffers };
  });
}
