/**
 * The node as a front end sees it: the validated ledger and all before it, out of the store. What only the engine has
 * ends the attempt to answer here (`askEngine`).
 */

import { ledgerFees } from '../ledger/chain-entries.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { ClockControl } from '../node/close/clock-control.ts';
import type { LedgerNode, SimulationResult, SubmitOutcome } from '../node/ledger-node.ts';
import { nodePublicKey } from '../node/node-identity.ts';
import type { QueueMetrics, QueueReader } from '../node/queue/transaction-queue.ts';
import { EntryCache, StoredView } from '../node/stored-view.ts';
import type { TestBench } from '../node/test-bench/test-bench.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import { askEngine } from '../rpc/method/engine-relay.ts';
import type { ReadStore } from '../storage/ledger-store.ts';
import type { FollowedStore } from '../storage/store-readers.ts';
import { assert } from '../util/assert.ts';

export interface ChainFacts {
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
}

/** A reader of a store that another thread writes; or, in the thread that writes it, the store itself. */
export type FollowableStore = ReadStore & Partial<FollowedStore>;

export interface FollowedNodeOptions {
  /** How many entries it keeps in memory, where that is not the usual number. */
  readonly cachedEntries?: number;
  /** What is read, where that is more than what is followed. */
  readonly store?: ReadStore | undefined;
}

export class FollowedNode implements LedgerNode {
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
  readonly #reader: FollowableStore;
  readonly #store: ReadStore;
  readonly #cache: EntryCache;
  #validated: LedgerHeader;
  #fees: Fees | undefined;

  /** Follows from this ledger on. */
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
    this.#validated = validated;
    this.#cache = new EntryCache(validated.ledgerIndex, cachedEntries);
    reader.follow?.(validated.ledgerIndex);
  }

  /** Goes on to a ledger that was validated. `changedKeys`: what it changed; undefined if that may be anything. */
  follow(header: LedgerHeader, changedKeys: readonly Hash256[] | undefined): void {
    const isNext = header.ledgerIndex === this.#validated.ledgerIndex + 1;
    this.#reader.follow?.(header.ledgerIndex);
    // Where one was stored without anybody's having been told, nobody knows here what that one changed.
    this.#cache.forget(header.ledgerIndex, isNext ? changedKeys : undefined);
    this.#validated = header;
    this.#fees = undefined;
  }

  get store(): ReadStore {
    return this.#reader.isOpen === false ? askEngine() : this.#store;
  }

  get publicKey(): string {
    return nodePublicKey(this.store);
  }

  get validated(): LedgerHeader {
    return this.#validated;
  }

  get openLedgerIndex(): number {
    return this.#validated.ledgerIndex + 1;
  }

  /** The open ledger's fees are those of the ledger before it. */
  get fees(): Fees {
    if (this.#fees === undefined) {
      const view = this.view(this.#validated.ledgerIndex);
      assert(view !== undefined, 'the validated ledger is there');
      this.#fees = ledgerFees(view);
    }
    return this.#fees;
  }

  view(ledgerIndex: number): ReadView | undefined {
    if (ledgerIndex > this.#validated.ledgerIndex) return undefined;
    const { store } = this;
    const header = ledgerIndex === this.#validated.ledgerIndex ? this.#validated : store.header(ledgerIndex);
    return header === undefined ? undefined : new StoredView(store, header, this.#cache);
  }

  get openView(): OpenView {
    return askEngine();
  }

  get queue(): QueueReader {
    return askEngine();
  }

  get closingMs(): number | undefined {
    return askEngine();
  }

  get nowSeconds(): number {
    return askEngine();
  }

  metrics(): QueueMetrics {
    return askEngine();
  }

  pendingTransaction(): Transaction | undefined {
    return askEngine();
  }

  whenFresh<T>(): T {
    return askEngine();
  }

  async becomeFresh(): Promise<void> {
    return askEngine();
  }

  submit(): SubmitOutcome {
    return askEngine();
  }

  persisted(): Promise<void> | undefined {
    return askEngine();
  }

  simulate(): SimulationResult {
    return askEngine();
  }

  acceptLedger(): Promise<LedgerHeader> {
    return askEngine();
  }

  get clock(): ClockControl {
    return askEngine();
  }

  get bench(): TestBench {
    return askEngine();
  }

  onReverted(): () => void {
    return askEngine();
  }

  onValidated(): () => void {
    return askEngine();
  }

  onCloseFailed(): () => void {
    return askEngine();
  }

  onProposed(): () => void {
    return askEngine();
  }

  onSubmitted(): () => void {
    return askEngine();
  }

  async start(): Promise<void> {
    return askEngine();
  }

  async stopClosing(): Promise<void> {
    return askEngine();
  }

  async stop(): Promise<void> {
    return askEngine();
  }
}
