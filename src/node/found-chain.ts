/** Starts a chain in an empty store: ledger 1 with the genesis state, ledger 2 as its empty closed child. */

import type { PreparedLedger } from '../ledger/derived-changes.ts';
import { type FirstLedger, type GenesisOptions, genesisEntries } from '../ledger/genesis.ts';
import { createLedgerHeader, effectiveCloseTimeSeconds, GENESIS_RESOLUTION_SECONDS } from '../ledger/ledger-header.ts';
import { TOTAL_DROPS } from '../protocol/amounts/amount-math.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { CHAIN_START, type ChainStart } from '../storage/chain-start.ts';
import type { LedgerLog } from '../storage/ledger-log.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import { rethrow } from '../transactions/engine/engine.ts';
import { finishSteps } from '../util/steps.ts';
import { chainParameters, type RandomBytes } from './chain-parameters.ts';
import { type CloseInput, closeLedger } from './close/close-ledger.ts';
import { encodedEntries, updateTree } from './close/update-tree.ts';
import { deriveChanges } from './derived/derive-changes.ts';
import { followLedger } from './follow-ledger.ts';
import { EntryCache, StoredView } from './stored-view.ts';

/** Inputs for a new chain besides its options. */
export interface Founding {
  /** Seconds since 2000-01-01T00:00:00Z, used when no close time is given. */
  readonly nowSeconds: number;
  /** For the key that signs markers; if absent, the key is made later. */
  readonly randomBytes?: RandomBytes | undefined;
  /** A log to append the ledgers to instead of the store, one at a time, after the parameters. */
  readonly log?: Pick<LedgerLog, 'append'> | undefined;
}

/**
 * Stores the parameters of a chain and its first two ledgers; without a log, in one write. If an interruption left a store with
 * the first ledger only, stores the second one.
 */
export async function foundChain(store: LedgerStore, options: GenesisOptions, founding: Founding): Promise<void> {
  const { nowSeconds, randomBytes, log } = founding;
  if (options.firstLedger !== undefined)
    return beginWith(options.firstLedger, store, chainParameters(options, randomBytes));
  const first = store.ledgerRange() === undefined ? undefined : store.header(1);
  if (first !== undefined) {
    const tree = new StateTree((path) => store.treeNode(path));
    const parentView = new StoredView(store, first, new EntryCache(first.ledgerIndex), options.unlistedRules ?? []);
    return (log ?? store).append(firstChild({ parent: first, parentView, tree }, options, nowSeconds));
  }
  // Its changes are never confirmed, so it keeps all nodes in memory; the store has none.
  const tree = new StateTree(() => undefined);
  const entries = new Map(genesisEntries(options).map((entry) => [entry.index, entry]));
  const genesis = genesisLedger(entries, tree);
  const parent = genesis.header;
  const cache = new EntryCache(parent.ledgerIndex);
  cache.advance(parent.ledgerIndex, entries);
  // The cache has all entries, since the store is empty.
  const parentView = new StoredView(store, parent, cache, options.unlistedRules ?? []);
  const ledgers = [genesis, firstChild({ parent, parentView, tree }, options, nowSeconds)];
  const values = chainParameters(options, randomBytes);
  if (log === undefined) return store.replace(ledgers, values);
  store.setMetaValues(values);
  for (const ledger of ledgers) await log.append(ledger);
}

/** Begins a chain with a ledger of another one. @throws RangeError if its state or transactions do not have the hashes in its header */
function beginWith(first: FirstLedger, store: LedgerStore, parameters: ReadonlyMap<string, string>): void {
  const { recentLedgers, ...ledger } = first;
  const tree = new StateTree(() => undefined);
  const prepared = finishSteps(followLedger(ledger, { parent: undefined, recentLedgers, tree }));
  const start: ChainStart = { ledgerIndex: ledger.header.ledgerIndex, recentLedgers };
  store.replace([prepared], new Map([...parameters, [CHAIN_START, JSON.stringify(start)]]));
}

/** True for a store without a chain, or with an incomplete one. */
export function needsFounding(store: LedgerStore): boolean {
  return (store.ledgerRange()?.last ?? 0) < 2;
}

function genesisLedger(entries: ReadonlyMap<Hash256, LedgerEntry>, tree: StateTree): PreparedLedger {
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

/** The second ledger: no transactions, on the state in `parentView` and `tree`. */
function firstChild(
  { parent, parentView, tree }: Pick<CloseInput, 'parent' | 'parentView' | 'tree'>,
  options: GenesisOptions,
  nowSeconds: number,
): PreparedLedger {
  const rounded = effectiveCloseTimeSeconds(nowSeconds, GENESIS_RESOLUTION_SECONDS, 0);
  const recentLedgers = { hashes: [parent.hash] };
  const steps = closeLedger({
    parent,
    parentView,
    recentLedgers,
    transactions: [],
    closeTimeSeconds: options.closeTimeSeconds ?? rounded,
    context: { fees: options.fees, networkId: options.networkId, rules: parentView.rules },
    tree,
    onBug: rethrow,
  });
  return finishSteps(steps).ledger;
}
