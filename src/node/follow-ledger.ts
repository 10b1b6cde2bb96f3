/**
 * Checks a ledger that was closed elsewhere: applies its changes to the state tree of its parent, compares both tree hashes with
 * the header, and derives the other rows from its bytes as the close did. Nothing is stored here.
 */

import type { RecentLedgers } from '../ledger/chain-entries.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { StateTree } from '../shamap/state-tree.ts';
import { transactionTreeHash } from '../shamap/transaction-tree.ts';
import type { Steps } from '../util/steps.ts';
import { updateShortSkipList, updateTree } from './close/update-tree.ts';
import { deriveChanges, readEntries, readTransaction } from './derived/derive-changes.ts';

/** The parent of the ledger. The first ledger of a chain has only an empty tree. */
export interface FollowInput {
  readonly parent: { readonly header: LedgerHeader; readonly view: Pick<ReadView, 'readAny'> } | undefined;
  /** Up to the parent. Those before the first ledger of a chain that did not begin with ledger 1. */
  readonly recentLedgers: RecentLedgers;
  /** The parent's state tree. It is changed; the caller confirms or discards the changes. */
  readonly tree: StateTree;
}

/** @throws RangeError for a ledger that is not the next one, or whose parts do not have the hashes in its header. */
export function* followLedger(
  ledger: ClosedLedger,
  { parent, recentLedgers, tree }: FollowInput,
): Steps<PreparedLedger> {
  const { header, stateChanges } = ledger;
  const { ledgerIndex } = header;
  if (parent !== undefined && header.parentHash !== parent.header.hash) {
    throw new RangeError(`ledger ${ledgerIndex} does not follow ledger ${parent.header.ledgerIndex}`);
  }
  const applied = yield* updateTree(tree, stateChanges);
  if (applied.size !== stateChanges.size) throw new RangeError(`ledger ${ledgerIndex} deletes what is not there`);
  if (recentLedgers.hashes.length > 0) updateShortSkipList(tree, recentLedgers, ledgerIndex - 1);
  yield* tree.hashChanges();
  if (tree.rootHash() !== header.accountHash) throw new RangeError(`the state of ledger ${ledgerIndex} is not its own`);
  const transactions = ledger.transactions.map((one) => ({ ...readTransaction(one), blob: one.blob }));
  if ((yield* transactionTreeHash(transactions)) !== header.transactionHash) {
    throw new RangeError(`the transactions of ledger ${ledgerIndex} are not its own`);
  }
  const changedEntries = yield* readEntries(ledger);
  const derived = yield* deriveChanges({ before: parent?.view, transactions, changedEntries, tree });
  return { ...ledger, derived };
}
