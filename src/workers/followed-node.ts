/** Reads validated ledgers from a store to which another thread or another member of the cluster appends them. */

import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { ChainTip } from '../node/chain-tip.ts';
import type { LedgerReader } from '../node/ledger-node.ts';
import { nodePublicKey } from '../node/node-identity.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { ReadStore } from '../storage/ledger-store.ts';
import type { FollowedStore } from '../storage/store-readers.ts';

export interface ChainFacts {
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
}

/** A reader of a store that another thread writes, or the store itself in the thread that writes it. */
export type FollowableStore = ReadStore & Partial<FollowedStore>;

export interface FollowedNodeOptions {
  /** Number of entries that are kept in memory; the default of `EntryCache` if absent. */
  readonly cachedEntries?: number;
  /** The store for reads, if it has more than `reader`: archived ledgers too. */
  readonly store?: ReadStore | undefined;
}

export class FollowedNode implements LedgerReader {
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
  readonly #reader: FollowableStore;
  readonly #store: ReadStore;
  readonly #tip: ChainTip;

  /** Starts at the given validated ledger. */
  constructor(
    chain: ChainFacts,
    reader: FollowableStore,
    validated: LedgerHeader,
    { cachedEntries, store = reader }: FollowedNodeOptions = {},
  ) {
    this.networkId = chain.networkId;
    this.isNetworkIdGiven = chain.isNetworkIdGiven;
    this.#reader = reader;
    this.#store = store;
    // The store opens here, before the tip reads the chain's rules from it.
    reader.follow?.(validated.ledgerIndex);
    this.#tip = new ChainTip(store, validated, cachedEntries);
  }

  /** Moves to a validated ledger. `changedKeys`: the entries that it changed; undefined if unknown. */
  follow(header: LedgerHeader, changedKeys: readonly Hash256[] | undefined): void {
    this.#reader.follow?.(header.ledgerIndex);
    this.#tip.follow(header, changedKeys);
  }

  get store(): ReadStore {
    return this.#store;
  }

  get publicKey(): string {
    return nodePublicKey(this.store);
  }

  get validated(): LedgerHeader {
    return this.#tip.header;
  }

  get rules(): Rules {
    return this.#tip.rules;
  }

  get fees(): Fees {
    return this.#tip.fees;
  }

  view(ledgerIndex: number): ReadView | undefined {
    return this.#tip.view(ledgerIndex);
  }
}
