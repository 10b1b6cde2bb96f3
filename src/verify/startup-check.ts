/**
 * A quick check of a store at start: the newest ledger must match its hashes. It takes milliseconds and finds torn and lost writes,
 * which always affect the newest pages. `weir verify` checks the rest.
 */

import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import { decodeChildren, innerNodeHash } from '../shamap/inner-node.ts';
import { transactionTreeHash } from '../shamap/transaction-tree.ts';
import { readForkOrigin } from '../storage/fork/fork-origin.ts';
import type { HistoryStore } from '../storage/history-store.ts';
import { type ReadStore, StoreError } from '../storage/ledger-store.ts';
import type { StateStore } from '../storage/state-store.ts';
import { bytesToHex } from '../util/hex.ts';
import { finishSteps } from '../util/steps.ts';

/** The newest headers; the state of the next ledger contains their hashes. */
const CHECKED_HEADERS = 257;

/** @throws StoreError naming the ledger if the newest one, or a header just before it, is damaged. */
export function checkNewestLedger(store: ReadStore): void {
  const range = store.ledgerRange();
  if (range === undefined) return;
  const { last } = range;
  try {
    checkHeaders(store, Math.max(range.first, last - CHECKED_HEADERS + 1), last);
    // Transactions and state of that ledger are on the other server.
    if (last !== readForkOrigin(store)?.ledgerIndex) checkTrees(store, last);
  } catch (error) {
    throw new StoreError(`the data is damaged at ledger ${last}: ${(error as Error).message}; see weir verify --help`, {
      cause: error,
    });
  }
}

function checkHeaders(store: HistoryStore, from: number, last: number): void {
  for (let index = from; index <= last; index++) {
    const header = store.header(index);
    if (header?.ledgerIndex !== index) throw new RangeError(`the header of ledger ${index} is missing`);
    if (store.ledgerIndexByHash(header.hash) !== index) {
      throw new RangeError(`the header of ledger ${index} does not have its hash`);
    }
    if (index > from && header.parentHash !== store.header(index - 1)?.hash) {
      throw new RangeError(`the headers of ledgers ${index - 1} and ${index} do not belong together`);
    }
  }
}

function checkTrees(store: HistoryStore & StateStore, last: number): void {
  const { transactionHash, accountHash } = store.header(last)!;
  const listed = Array.from(store.ledgerTransactions(last), (stored) => {
    return { ...stored, id: transactionIdOf(stored.blob) };
  });
  if (finishSteps(transactionTreeHash(listed)) !== transactionHash)
    throw new RangeError('its transactions do not have their hash');
  for (const { id, position } of listed) {
    const at = store.transactionLocation(id);
    if (at?.ledgerIndex !== last || at.position !== position) throw new RangeError(`transaction ${id} is not found`);
  }
  const root = store.treeNode('');
  const children = root === undefined ? [] : decodeChildren(root);
  if (bytesToHex(innerNodeHash(children)) !== accountHash) {
    throw new RangeError('its state tree does not have its hash');
  }
}
