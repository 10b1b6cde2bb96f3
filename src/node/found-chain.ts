/** Starts a chain in an empty store: ledger 1 with the genesis state, ledger 2 as its empty closed child. */

import type { PreparedLedger } from '../ledger/derived-changes.ts';
import { type GenesisOptions, genesisEntries } from '../ledger/genesis.ts';
import {
  createLedgerHeader,
  effectiveCloseTimeSeconds,
  GENESIS_RESOLUTION_SECONDS,
  type LedgerHeader,
} from '../ledger/ledger-header.ts';
import { TOTAL_DROPS } from '../protocol/amounts/amount-math.ts';
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import type { LedgerLog } from '../storage/ledger-log.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import { finishSteps } from '../util/steps.ts';
import { type RandomBytes, writeChainParameters } from './chain-parameters.ts';
import { closeLedger, encodedEntries, updateTree } from './close/close-ledger.ts';
import { deriveChanges } from './derive-changes.ts';
import { EntryCache, StoredView } from './stored-view.ts';

/**
 * Commits the first two ledgers, or only the second where an interruption left a store with the first alone.
 * `nowSeconds` (since 2000-01-01T00:00:00Z) is used when no close time is given.
 */
export async function foundChain(
  store: LedgerStore,
  options: GenesisOptions,
  nowSeconds: number,
  randomBytes?: RandomBytes,
  log: Pick<LedgerLog, 'append'> = store,
): Promise<void> {
  if (store.ledgerRange() === undefined) {
    writeChainParameters(store, options, randomBytes);
    await log.append(genesisLedger(options, new StateTree(() => undefined)));
  }
  const tree = new StateTree((path) => store.treeNode(path));
  await log.append(firstChild(store, store.header(1)!, options, tree, nowSeconds));
}

/** True for a store whose chain is not yet ready to take transactions. */
export function needsFounding(store: LedgerStore): boolean {
  return (store.ledgerRange()?.last ?? 0) < 2;
}

function genesisLedger(options: GenesisOptions, tree: StateTree): PreparedLedger {
  const entries = new Map(genesisEntries(options).map((entry) => [entry.index, entry]));
  const stateChanges = finishSteps(updateTree(tree, encodedEntries(entries)));
  const header = createLedgerHeader({
    ledgerIndex: 1,
    parentHash: ZERO_HASH,
    transactionHash: ZERO_HASH,
    accountHash: tree.rootHash(),
    totalDrops: TOTAL_DROPS,
    parentCloseTimeSeconds: 0,
    closeTimeSeconds: 0,
    closeTimeResolutionSeconds: GENESIS_RESOLUTION_SECONDS,
    closeFlags: 0,
  });
  const derived = finishSteps(deriveChanges({ before: undefined, transactions: [], changedEntries: entries, tree }));
  return { header, transactions: [], stateChanges, derived };
}

function firstChild(
  store: LedgerStore,
  parent: LedgerHeader,
  options: GenesisOptions,
  tree: StateTree,
  nowSeconds: number,
): PreparedLedger {
  const rounded = effectiveCloseTimeSeconds(nowSeconds, GENESIS_RESOLUTION_SECONDS, 0);
  const recentHashes: Hash256[] = [parent.hash];
  const steps = closeLedger({
    parent,
    parentView: new StoredView(store, parent, new EntryCache(parent.ledgerIndex)),
    recentHashes,
    transactions: [],
    closeTimeSeconds: options.closeTimeSeconds ?? rounded,
    context: { fees: options.fees, networkId: options.networkId },
    tree,
    onBug: rethrow,
  });
  return finishSteps(steps).ledger;
}

function rethrow(error: unknown): never {
  throw error;
}
