/**
 * One connection's place in the streams. What validated ledgers bring is not pushed at the connection: it takes the
 * next message when it has room for one. So a slow reader holds a place, not messages, and one who begins in the past
 * reads on into the present without a seam: there is no moment at which history ends and live messages begin, hence
 * no gap and no repeat there. Only what is on its way to a ledger is pushed, because it is worth nothing later.
 */

import type { LedgerNode } from '../../node/ledger-node.ts';
import { accountTransactions } from '../../storage/history-rows.ts';
import type { ApiVersion } from '../context.ts';
import type { EventHistory } from './event-history.ts';
import { Interest } from './interest.ts';
import type { InterestChange, OpenQuestion, StreamSubscriber } from './stream-subscriber.ts';

/** The connection's side. */
export interface StreamSink {
  /** `Subscription.next` may have something. Never called from within a call of the subscription. */
  wake(): void;
  /** A message to be sent as soon as possible. */
  push(message: Buffer): void;
}

/** Ledgers that one call of `next` looks through for something wanted, before others get their turn. */
const MAX_LEDGERS_AT_ONCE = 100;

export class Subscription implements StreamSubscriber {
  /** The version in which the last `subscribe` asked. */
  apiVersion: ApiVersion = 1;
  readonly interest = new Interest();
  readonly sink: StreamSink;
  readonly maxAccounts: number;
  readonly #node: LedgerNode;
  readonly #history: EventHistory;
  readonly #onClose: (subscription: Subscription) => void;
  #ledgerIndex: number;
  /** The last event of that ledger that was taken. */
  #lastEvent = -1;
  /** Wanted events of that ledger, and which of them is next; undefined until it is looked at. */
  #wanted: readonly number[] | undefined;
  #nextWanted = 0;
  #isReplaying = false;
  #pathWatch: OpenQuestion | undefined;
  #isFindingPaths = false;
  #isWaking = false;
  #isClosed = false;

  constructor(
    node: LedgerNode,
    history: EventHistory,
    sink: StreamSink,
    { maxAccounts, onClose }: { maxAccounts: number; onClose: (subscription: Subscription) => void },
  ) {
    this.#node = node;
    this.#history = history;
    this.sink = sink;
    this.maxAccounts = maxAccounts;
    this.#onClose = onClose;
    this.#ledgerIndex = node.validated.ledgerIndex + 1;
  }

  get isEmpty(): boolean {
    return this.interest.isEmpty;
  }

  get accountCount(): number {
    return this.interest.accountCount;
  }

  /** The ledger whose messages come next; all earlier ones were taken whole. */
  get ledgerIndex(): number {
    return this.interest.isEmpty ? this.#node.validated.ledgerIndex + 1 : this.#ledgerIndex;
  }

  /** How many ledgers with messages may wait; 0 for one that is still being replayed. */
  get lagLedgers(): number {
    return this.#isReplaying ? 0 : this.#node.validated.ledgerIndex + 1 - this.ledgerIndex;
  }

  subscribe(change: InterestChange, apiVersion: ApiVersion, startLedger?: number): void {
    this.apiVersion = apiVersion;
    const next = this.#node.validated.ledgerIndex + 1;
    if (this.interest.isEmpty) {
      this.#goTo(startLedger ?? next);
      this.#isReplaying = startLedger !== undefined;
    }
    this.interest.add(change, startLedger ?? next, next);
    this.#wanted = undefined;
    this.wakeSoon();
  }

  unsubscribe(change: InterestChange): void {
    this.interest.remove(change);
    this.#wanted = undefined;
  }

  get pathWatch(): OpenQuestion | undefined {
    return this.#pathWatch;
  }

  watchPaths(watch: OpenQuestion | undefined): void {
    this.#pathWatch = watch;
    this.findPathsSoon();
  }

  /** Answers the open question for paths when the current work is done. */
  findPathsSoon(): void {
    if (this.#pathWatch === undefined || this.#isFindingPaths) return;
    this.#isFindingPaths = true;
    setImmediate(() => {
      this.#isFindingPaths = false;
      const watch = this.#pathWatch;
      if (watch !== undefined && !this.#isClosed) this.sink.push(watch.update());
    });
  }

  /** The next message of the validated ledgers, in order; undefined when there is none now. */
  next(): Buffer | undefined {
    if (this.interest.isEmpty || this.#isClosed) return undefined;
    for (let looked = 0; looked < MAX_LEDGERS_AT_ONCE; looked++) {
      if (this.#ledgerIndex > this.#node.validated.ledgerIndex) {
        this.#isReplaying = false;
        return undefined;
      }
      this.#wanted ??= this.#look();
      const event = this.#wanted[this.#nextWanted++];
      if (event !== undefined) {
        this.#lastEvent = event;
        return this.#history.events(this.#ledgerIndex).message(event, this.apiVersion);
      }
      this.#goTo(this.#nextLedger());
    }
    this.wakeSoon();
    return undefined;
  }

  /** Calls `sink.wake` when the current work is done. */
  wakeSoon(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      if (!this.#isClosed) this.sink.wake();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#onClose(this);
  }

  #look(): number[] {
    this.#nextWanted = 0;
    const wanted = this.interest.wantedEvents(this.#history.open(this.#ledgerIndex));
    return this.#lastEvent < 0 ? wanted : wanted.filter((event) => event > this.#lastEvent);
  }

  #goTo(ledgerIndex: number): void {
    this.#ledgerIndex = ledgerIndex;
    this.#lastEvent = -1;
    this.#wanted = undefined;
  }

  /** Whoever watches accounts only, and is behind, goes straight to the next ledger that affected one of them. */
  #nextLedger(): number {
    const next = this.#ledgerIndex + 1;
    const last = this.#node.validated.ledgerIndex;
    if (next >= last || this.interest.needsEveryLedger) return next;
    let first = last;
    for (const account of this.interest.accounts()) {
      const range = { minLedgerIndex: next, maxLedgerIndex: first, forward: true };
      for (const { ledgerIndex } of accountTransactions(this.#node.store, { account, ...range })) {
        first = ledgerIndex;
        break;
      }
    }
    return first;
  }
}
