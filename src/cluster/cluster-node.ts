/**
 * The node of a cluster member. It reads from the member's own store, and has the engine while the member leads. Listeners
 * stay registered when the lead moves.
 */

import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { readChainParameters } from '../node/chain-parameters.ts';
import { ClockReader } from '../node/close/clock-control.ts';
import { type CloseFailureListener, type CloseRule, MANUAL_CLOSE } from '../node/close/close-schedule.ts';
import { LedgerClock } from '../node/close/ledger-clock.ts';
import { LedgerTime } from '../node/close/ledger-time.ts';
import type { ClosingNode, LedgerEngine, LedgerNode, ValidatedListener } from '../node/ledger-node.ts';
import type { ProposedListener, SubmittedListener } from '../node/open-ledger/submission.ts';
import type { QueueMetrics } from '../node/queue/transaction-queue.ts';
import { type AlteredSince, readAlterations } from '../node/test-bench/alterations.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { Clock } from '../util/clock.ts';
import { Listeners } from '../util/listeners.ts';
import { FollowedNode } from '../workers/followed-node.ts';

export interface ClusterNodeOptions {
  /** The member's own store; it has a chain. */
  readonly store: LedgerStore;
  readonly clock: Clock;
  /** When ledgers close while the member leads; by hand if absent. */
  readonly closing?: CloseRule | undefined;
  /** Metrics of the queue in the leader's last message; the initial ones before the first message. */
  readonly lastMetrics: () => QueueMetrics;
}

export class ClusterNode implements LedgerNode {
  readonly store: LedgerStore;
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
  readonly clock: ClockReader;
  readonly altered: AlteredSince;
  readonly #options: ClusterNodeOptions;
  readonly #validatedListeners = new Listeners<Parameters<ValidatedListener>>();
  readonly #closeFailureListeners = new Listeners<Parameters<CloseFailureListener>>();
  readonly #proposedListeners = new Listeners<Parameters<ProposedListener>>();
  readonly #submittedListeners = new Listeners<Parameters<SubmittedListener>>();
  #followed: FollowedNode;
  #leader: ClosingNode | undefined;
  /** False when the lease may have expired, even before the lead has ended here. */
  #isLeaseHeld: () => boolean = () => false;
  #stopLeading: readonly (() => void)[] = [];
  #onStop: () => Promise<void> = async () => {};
  #stopping: Promise<void> | undefined;

  constructor(options: ClusterNodeOptions) {
    const { store, clock, closing = MANUAL_CLOSE } = options;
    this.#options = options;
    this.store = store;
    const { networkId, isNetworkIdGiven } = readChainParameters(store);
    this.networkId = networkId;
    this.isNetworkIdGiven = isNetworkIdGiven;
    this.#followed = this.#followedNode();
    this.altered = readAlterations(store);
    const ledgerClock = new LedgerClock(clock, store);
    const time = new LedgerTime(ledgerClock, closing);
    this.clock = new ClockReader(ledgerClock, time, this);
  }

  get isLeading(): boolean {
    return this.#leader !== undefined && this.#isLeaseHeld();
  }

  /** Announces a ledger from the log, which is stored. */
  follow(header: LedgerHeader, ledger: PreparedLedger): void {
    this.#announce(header, ledger, 0);
  }

  /** Makes this node the engine, while the lease is held. */
  lead(node: ClosingNode, isLeaseHeld: () => boolean): void {
    this.#leader = node;
    this.#isLeaseHeld = isLeaseHeld;
    this.#stopLeading = [
      node.onValidated((header, ledger, seconds) => this.#announce(header, ledger, seconds)),
      node.onCloseFailed((error) => this.#closeFailureListeners.emit(error)),
      node.onProposed((...proposed) => this.#proposedListeners.emit(...proposed)),
      node.onSubmitted((...submitted) => this.#submittedListeners.emit(...submitted)),
    ];
  }

  /** Ends `lead`. */
  leadNoMore(): void {
    for (const stop of this.#stopLeading) stop();
    this.#leader = undefined;
  }

  /** Emits events for stored ledgers that have not been announced yet. `last`: the last of them, if it is in memory. */
  announceStored(last: PreparedLedger | undefined): void {
    const stored = this.store.ledgerRange()!.last;
    if (stored <= this.validated.ledgerIndex) return;
    if (last?.header.ledgerIndex === stored) this.#announce(last.header, last, 0);
    else this.#followed.follow(this.store.header(stored)!, undefined);
  }

  /** `stop` releases the lead and everything shared, before this node closes the store. */
  onStop(stop: () => Promise<void>): void {
    this.#onStop = stop;
  }

  #announce(header: LedgerHeader, ledger: PreparedLedger, seconds: number): void {
    if (header.ledgerIndex <= this.validated.ledgerIndex) return;
    this.#followed.follow(header, [...ledger.stateChanges.keys()]);
    this.#validatedListeners.emit(header, ledger, seconds);
  }

  #followedNode(): FollowedNode {
    const { last } = this.store.ledgerRange()!;
    return new FollowedNode(this, this.store, this.store.header(last)!);
  }

  /** Defined while this member leads and holds the lease. */
  get engine(): LedgerEngine | undefined {
    return this.isLeading ? this.#leader : undefined;
  }

  get publicKey(): string {
    return this.#followed.publicKey;
  }

  get validated(): LedgerHeader {
    return this.#followed.validated;
  }

  get closingMs(): number | undefined {
    return this.#leader?.closingMs;
  }

  get rules(): Rules {
    return this.#followed.rules;
  }

  get fees(): Fees {
    return this.#followed.fees;
  }

  metrics(): QueueMetrics {
    return this.isLeading ? this.#leader!.metrics() : this.#options.lastMetrics();
  }

  view(ledgerIndex: number): ReadView | undefined {
    if (ledgerIndex > this.validated.ledgerIndex) return undefined;
    // The leader's node reads the own store only; older ledgers may be in the archive.
    const isNewest = ledgerIndex === this.validated.ledgerIndex;
    return (isNewest && this.#leader !== undefined ? this.#leader : this.#followed).view(ledgerIndex);
  }

  onValidated(listener: ValidatedListener): () => void {
    return this.#validatedListeners.add(listener);
  }

  onCloseFailed(listener: CloseFailureListener): () => void {
    return this.#closeFailureListeners.add(listener);
  }

  /** The chain of a cluster never returns to an earlier ledger. */
  onReverted(): () => void {
    return () => {};
  }

  onProposed(listener: ProposedListener): () => void {
    return this.#proposedListeners.add(listener);
  }

  onSubmitted(listener: SubmittedListener): () => void {
    return this.#submittedListeners.add(listener);
  }

  async start(): Promise<void> {}

  async stopClosing(): Promise<void> {}

  stop(): Promise<void> {
    this.#stopping ??= this.#onStop().then(() => this.store.close());
    return this.#stopping;
  }
}
