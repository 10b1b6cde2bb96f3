/**
 * One connection's place in the streams. What validated ledgers bring is not pushed at the connection: it takes the
 * next message when it has room for one. So a slow reader holds a place, not messages, and one who begins in the past
 * reads on into the present without a seam: there is no moment at which history ends and live messages begin, hence
 * no gap and no repeat there. Only what is on its way to a ledger is pushed, because it is worth nothing later.
 *
 * Messages are made and looked for in steps. How many of them may be taken now is the hub's decision
 * (`stream-turns.ts`), so that many subscribers of a large ledger keep nobody else waiting.
 */

import { accountTransactions } from '../../history/packed-rows.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { ArchiveNeededError } from '../../storage/shared/archive-needed.ts';
import type { Steps } from '../../util/steps.ts';
import type { ApiVersion } from '../method/context.ts';
import type { InterestChange, OpenQuestion, StreamSubscriber } from '../method/stream-subscriber.ts';
import type { EventHistory } from './event-history.ts';
import { Interest } from './interest.ts';
import type { StreamTurns } from './stream-turns.ts';

/** The connection's side. */
export interface StreamSink {
  /** `Subscription.next` may have something. Never called from within a call of the subscription. */
  wake(): void;
  /** A message to be sent as soon as possible. */
  push(message: Buffer): void;
}

/** What all subscriptions of a hub share, and what this one is told apart by. */
export interface SubscriptionOptions {
  readonly history: EventHistory;
  readonly turns: StreamTurns;
  readonly maxAccounts: number;
  readonly onClose: (subscription: Subscription) => void;
}

/** Steps that a subscriber takes before the next one has its turn. */
const STEPS_A_TURN = 32;

export class Subscription implements StreamSubscriber {
  /** The version in which the last `subscribe` asked. */
  apiVersion: ApiVersion = 1;
  readonly interest = new Interest();
  readonly sink: StreamSink;
  readonly #reader: LedgerReader;
  readonly #options: SubscriptionOptions;
  #ledgerIndex: number;
  /** The last event of that ledger that was taken. */
  #lastEvent = -1;
  /** Wanted events of that ledger, and which of them is next; undefined until it is looked at. */
  #wanted: readonly number[] | undefined;
  #nextWanted = 0;
  /** What is under way before there can be another message. */
  #work: Steps<void> | undefined;
  #stepsLeft = 0;
  /** Until the archive has answered what older ledgers held. */
  #isAsking = false;
  #isReplaying = false;
  #pathWatch: OpenQuestion | undefined;
  #pathChanges = 0;
  #isClosed = false;

  constructor(reader: LedgerReader, sink: StreamSink, options: SubscriptionOptions) {
    this.#reader = reader;
    this.sink = sink;
    this.#options = options;
    this.#ledgerIndex = reader.validated.ledgerIndex + 1;
  }

  get isEmpty(): boolean {
    return this.interest.isEmpty;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get watchCount(): number {
    return this.interest.watchCount;
  }

  get maxWatched(): number {
    return this.#options.maxAccounts;
  }

  /** The ledger whose messages come next; all earlier ones were taken whole. */
  get ledgerIndex(): number {
    return this.interest.isEmpty ? this.#reader.validated.ledgerIndex + 1 : this.#ledgerIndex;
  }

  /** How many ledgers with messages may wait; 0 for one that is still being replayed. */
  get lagLedgers(): number {
    return this.#isReplaying ? 0 : this.#reader.validated.ledgerIndex + 1 - this.ledgerIndex;
  }

  subscribe(change: InterestChange, apiVersion: ApiVersion, startLedger?: number): void {
    this.apiVersion = apiVersion;
    const next = this.#reader.validated.ledgerIndex + 1;
    if (this.interest.isEmpty) {
      this.#goTo(startLedger ?? next);
      this.#isReplaying = startLedger !== undefined;
    }
    this.interest.add(change, startLedger ?? next, next);
    this.#lookAgain();
    this.wakeSoon();
  }

  unsubscribe(change: InterestChange): void {
    this.interest.remove(change);
    this.#lookAgain();
  }

  get pathWatch(): OpenQuestion | undefined {
    return this.#pathWatch;
  }

  get pathChanges(): number {
    return this.#pathChanges;
  }

  watchPaths(watch: OpenQuestion | undefined): void {
    this.#pathWatch = watch;
    this.#pathChanges += 1;
    this.findPathsSoon();
  }

  /** Answers the open question for paths when the current work is done. */
  findPathsSoon(): void {
    if (this.#pathWatch !== undefined) this.#options.turns.findPaths(this);
  }

  /** The next message of the validated ledgers, in order; undefined when there is none now, or it is others' turn. */
  next(): Buffer | undefined {
    if (this.interest.isEmpty || this.#isClosed || this.#isAsking) return undefined;
    for (;;) {
      if (this.#ledgerIndex > this.#reader.validated.ledgerIndex) {
        this.#isReplaying = false;
        return undefined;
      }
      if (this.#stepsLeft === 0) {
        this.wakeSoon();
        return undefined;
      }
      this.#stepsLeft -= 1;
      const message = this.#stepOrAsk();
      if (message !== undefined) return message;
      if (this.#isAsking) return undefined;
    }
  }

  /** The chain went back, and has this ledger next: nothing from there on was ever said, nor anything of another chain. */
  goBack(next: number, isOtherChain: boolean): void {
    this.interest.goBack(next);
    if (this.#ledgerIndex >= next || isOtherChain) this.#goTo(next);
    else this.#lookAgain();
  }

  /** Calls `sink.wake` when the current work is done, and others had their turn. */
  wakeSoon(): void {
    this.#options.turns.wake(this);
  }

  /** Has the sink take what it can, and what there may be in one turn. */
  takeTurn(): void {
    this.#stepsLeft = STEPS_A_TURN;
    this.sink.wake();
    this.#stepsLeft = 0;
  }

  close(): void {
    this.#isClosed = true;
    this.#work = undefined;
    this.#options.onClose(this);
  }

  /** What it is at is begun anew when the archive has answered; or, if it does not, with the next ledger. */
  #stepOrAsk(): Buffer | undefined {
    try {
      return this.#step();
    } catch (error) {
      if (!(error instanceof ArchiveNeededError)) throw error;
      this.#work = undefined;
      this.#isAsking = true;
      const goOn = () => {
        this.#isAsking = false;
        this.wakeSoon();
      };
      error.ask().then(goOn, () => {
        this.#isAsking = false;
      });
      return undefined;
    }
  }

  /** Goes on with what is under way, or takes the next message. */
  #step(): Buffer | undefined {
    if (this.#work !== undefined) {
      if (this.#work.next().done === true) this.#work = undefined;
      return undefined;
    }
    const event = this.#wanted?.[this.#nextWanted];
    if (this.#wanted === undefined) this.#work = this.#look();
    else if (event === undefined) this.#work = this.#skip();
    else return this.#take(event);
    return undefined;
  }

  #take(event: number): Buffer | undefined {
    const events = this.#options.history.events(this.#ledgerIndex);
    this.#work = events.preparation(event);
    if (this.#work !== undefined) return undefined;
    const message = events.message(event, this.apiVersion);
    this.#nextWanted += 1;
    this.#lastEvent = event;
    return message;
  }

  *#look(): Steps<void> {
    const wanted = yield* this.interest.wantedEvents(this.#options.history.open(this.#ledgerIndex));
    this.#nextWanted = 0;
    this.#wanted = this.#lastEvent < 0 ? wanted : wanted.filter((event) => event > this.#lastEvent);
  }

  *#skip(): Steps<void> {
    this.#goTo(yield* this.#nextLedger());
  }

  #goTo(ledgerIndex: number): void {
    this.#ledgerIndex = ledgerIndex;
    this.#lastEvent = -1;
    this.#lookAgain();
  }

  #lookAgain(): void {
    this.#wanted = undefined;
    this.#work = undefined;
  }

  /** Whoever watches accounts only, and is behind, goes straight to the next ledger that affected one of them. */
  *#nextLedger(): Steps<number> {
    const next = this.#ledgerIndex + 1;
    const last = this.#reader.validated.ledgerIndex;
    if (next >= last || this.interest.needsEveryLedger) return next;
    let first = last;
    for (const account of this.interest.accounts()) {
      const range = { minLedgerIndex: next, maxLedgerIndex: first, forward: true };
      for (const { ledgerIndex } of accountTransactions(this.#reader.store, { account, ...range })) {
        first = ledgerIndex;
        break;
      }
      yield;
    }
    return first;
  }
}
