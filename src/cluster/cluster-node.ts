/**
 * The node of a cluster's member: reads from its own store. It has the engine while this member leads. Listeners stay when the
 * lead moves.
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
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { Clock } from '../util/clock.ts';
import { Listeners } from '../util/listeners.ts';
import { FollowedNode } from '../workers/followed-node.ts';

export interface ClusterNodeOptions {
  /** The member's own, with a chain in it. */
  readonly store: LedgerStore;
  readonly clock: Clock;
  /** When it closes ledgers while it leads; by hand if absent. */
  readonly closing?: CloseRule | undefined;
  /** What transactions cost, as the leader said last; what they cost at first if it said nothing. */
  readonly heardMetrics: () => QueueMetrics;
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
  /** False where the lease may have run out, though nothing has noticed yet. */
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

  /** A ledger came from the log, and the store has it. */
  follow(header: LedgerHeader, ledger: PreparedLedger): void {
    this.#announce(header, ledger, 0);
  }

  /** From now on this node is the engine, whenever the lease is held. */
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

  /** No more; `last` is what the store got from it, which may be more than it announced. */
  leadNoMore(): void {
    for (const stop of this.#stopLeading) stop();
    this.#leader = undefined;
  }

  /** Tells of ledgers that the store has and nobody was told of. `last`: the last of them, if it is at hand. */
  announceStored(last: PreparedLedger | undefined): void {
    const stored = this.store.ledgerRange()!.last;
    if (stored <= this.validated.ledgerIndex) return;
    if (last?.header.ledgerIndex === stored) this.#announce(last.header, last, 0);
    else this.#followed.follow(this.store.header(stored)!, undefined);
  }

  /** What lets go of the lead and of all that members have in common when this node stops; it closes the store then. */
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

  /** Where this member leads, and the lease is held. */
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

  get fees(): Fees {
    return this.#followed.fees;
  }

  metrics(): QueueMetrics {
    return this.isLeading ? this.#leader!.metrics() : this.#options.heardMetrics();
  }

  view(ledgerIndex: number): ReadView | undefined {
    if (ledgerIndex > this.validated.ledgerIndex) return undefined;
    // The leader's node knows its own ledgers only; older ones may be in the archive.
    const isNewest = ledgerIndex === this.validated.ledgerIndex;
    return (isNewest && this.#leader !== undefined ? this.#leader : this.#followed).view(ledgerIndex);
  }

  onValidated(listener: ValidatedListener): () => void {
    return this.#validatedListeners.add(listener);
  }

  onCloseFailed(listener: CloseFailureListener): () => void {
    return this.#closeFailureListeners.add(listener);
  }

  /** A cluster's chain never goes back. */
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
