/**
 * Makes the next closed ledger: applies a set of transactions in canonical order to the parent's state, updates the
 * tree and the skip lists, and completes the header. Nothing is stored here. It goes in steps, about one a transaction
 * and one an entry; whoever runs it must let nobody else touch the tree meanwhile. (Reference: BuildLedger.cpp,
 * RCLConsensus::Adaptor::doAccept.)
 */

import { encodeHistoryFacts } from '../../history/history-index-row.ts';
import { transactionSubject } from '../../history/transaction-subject.ts';
import { nextResolutionSeconds } from '../../ledger/close-time.ts';
import type { ClosedLedger, ClosedTransaction } from '../../ledger/closed-ledger.ts';
import { createLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { extendLongSkipList, extendsLongSkipList, shortSkipList } from '../../ledger/skip-list.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { longSkipKeylet } from '../../protocol/entries/keylets.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256, StObject } from '../../protocol/values.ts';
import type { StateTree } from '../../shamap/state-tree.ts';
import { transactionSetHash, transactionTreeHash } from '../../shamap/transaction-tree.ts';
import type { LedgerContext } from '../../transactions/engine/transaction-type.ts';
import type { Steps } from '../../util/steps.ts';
import { trustLineIndexChanges } from '../trust-line-index.ts';
import { applyInPasses, type OnBug } from './apply-set.ts';
import { canonicalOrder } from './canonical-order.ts';

export interface CloseInput {
  readonly parent: LedgerHeader;
  readonly parentView: ReadView;
  /** Hashes of up to 256 ledgers, the parent's last. */
  readonly recentHashes: readonly Hash256[];
  readonly transactions: readonly Transaction[];
  readonly closeTimeSeconds: number;
  readonly context: LedgerContext;
  /** The parent's state tree; it is changed, and the caller confirms or discards the changes. */
  readonly tree: StateTree;
  readonly onBug: OnBug;
}

export interface CloseResult {
  readonly ledger: ClosedLedger;
  /** Entries that changed: key → entry, or null for one that is gone. */
  readonly changedEntries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>;
  /** What the ledger holds. */
  readonly applied: readonly Transaction[];
  /** Neither applied nor given up: they may fit into the next ledger. In canonical order. */
  readonly remaining: readonly Transaction[];
  /** Salt of the canonical order that was used. */
  readonly salt: Hash256;
}

export function* closeLedger(input: CloseInput): Steps<CloseResult> {
  const { parent } = input;
  const view = new OpenView(input.parentView, parent, false);
  const salt = yield* transactionSetHash(input.transactions.map(({ id }) => id));
  const ordered = canonicalOrder(input.transactions, salt);
  yield;
  const remaining = yield* applyInPasses(view, ordered, input.context, input.onBug);
  if (extendsLongSkipList(parent.ledgerIndex)) {
    const list = view.read(longSkipKeylet(parent.ledgerIndex));
    view.rawReplace(extendLongSkipList(list, parent.ledgerIndex, parent.hash));
  }
  const stateChanges = yield* updateTree(input.tree, view.changedEntries);
  updateShortSkipList(input);
  yield* input.tree.hashChanges();
  const transactions = yield* closedTransactions(view);
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
  const ledger: ClosedLedger = {
    header,
    transactions,
    stateChanges,
    treeChanges: yield* input.tree.takeChanges(),
    indexChanges: yield* trustLineIndexChanges(input.parentView, view.changedEntries),
  };
  const applied = Array.from(view.transactions, ({ transaction }) => transaction);
  return { ledger, changedEntries: view.changedEntries, applied, remaining, salt };
}

/** Puts changed entries into the tree; yields their bytes for the store. */
export function* updateTree(
  tree: StateTree,
  changed: ReadonlyMap<Hash256, LedgerEntry | null>,
): Steps<Map<Hash256, Uint8Array | undefined>> {
  const changes = new Map<Hash256, Uint8Array | undefined>();
  for (const [key, entry] of changed) {
    if (entry === null) {
      // An entry that was made and removed within the ledger was never in the tree.
      if (tree.delete(key)) changes.set(key, undefined);
    } else {
      const bytes = encodeObject(entry as unknown as StObject);
      tree.set(key, bytes);
      changes.set(key, bytes);
    }
    yield;
  }
  return changes;
}

/** The list of recent hashes belongs to the state, but derives from the headers, so only the tree gets it. */
function updateShortSkipList({ tree, recentHashes, parent }: CloseInput): void {
  const list = shortSkipList(recentHashes, parent.ledgerIndex);
  tree.set(list.index, encodeObject(list as unknown as StObject));
}

function* closedTransactions(view: OpenView): Steps<ClosedTransaction[]> {
  const closed: ClosedTransaction[] = [];
  for (const { transaction, metadata } of view.transactions) {
    const { id, blob, fields } = transaction;
    const { bytes, accounts } = metadata!;
    const subject = transactionSubject(fields, bytes);
    const facts = accounts.map((one) => encodeHistoryFacts(subject, one));
    closed.push({ id, blob, metadata: bytes, accounts, facts });
    yield;
  }
  return closed;
}
