/**
 * One connection's position in the streams. Messages of validated ledgers are not pushed: the connection takes the next
 * one when it has room. So a slow reader uses a position, not memory for messages, and a subscriber that begins in the
 * past continues into the present without a gap or a repetition. Only proposed transactions are pushed, since they are
 * useless later.
 *
 * Messages are searched for and created in steps, which the hub schedules (`stream-turns.ts`), so that many subscribers
 * of a large ledger do not delay other clients.
 */

import { accountTransactions } from '../../history/packed-rows.ts';
import { StateAwaitedError, StateReadError } from '../../ledger/state-read-error.ts';
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
  /** `Subscription.next` may have a message. Never called from within a call of the subscription. */
  wake(): void;
  /** Sends a message after all earlier ones when `wake` is called. */
  push(message: Buffer): void;
}

/** Options that all subscriptions of a hub share, and this one's own. */
export interface SubscriptionOptions {
  readonly history: EventHistory;
  readonly turns: StreamTurns;
  readonly maxAccounts: number;
  readonly onClose: (subscription: Subscription) => void;
}

/** Steps of one subscriber before the next one's turn. */
const STEPS_A_TURN = 32;

export class Subscription implements StreamSubscriber {
  /** The API version of the last `subscribe`. */
  apiVersion: ApiVersion = 1;
  readonly interest = new Interest();
  readonly sink: StreamSink;
  readonly #reader: LedgerReader;
  readonly #options: SubscriptionOptions;
  #ledgerIndex: number;
  /** The last delivered event of that ledger. */
  #lastEvent = -1;
  /** Matching events of that ledger and the index of the next one; undefined until computed. */
  #wanted: readonly number[] | undefined;
  #nextWanted = 0;
  /** Pending work for the next message. */
  #work: Steps<void> | undefined;
  #stepsLeft = 0;
  /** True while data of older ledgers is loaded from the archive. */
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

  /** The ledger of the next message; earlier ledgers are completely delivered. */
  get ledgerIndex(): number {
    return this.interest.isEmpty ? this.#reader.validated.ledgerIndex + 1 : this.#ledgerIndex;
  }

  /** Number of ledgers whose messages may be waiting; 0 during a replay. */
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

  /** Answers the open path request after the current work. */
  findPathsSoon(): void {
    if (this.#pathWatch !== undefined) this.#options.turns.findPaths(this);
  }

  /**
   * The next message of validated ledgers, in order; undefined if there is none now, or other subscribers come first.
   */
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

  /** The chain was reverted and `next` is its next ledger: continues there. */
  goBack(next: number, isOtherChain: boolean): void {
    this.interest.goBack(next);
    if (this.#ledgerIndex >= next || isOtherChain) this.#goTo(next);
    else this.#lookAgain();
  }

  /** Sends a message in the turn of this subscriber. */
  push(message: Buffer): void {
    this.sink.push(message);
    this.wakeSoon();
  }

  /** Calls `sink.wake` after the current work and the turns of other subscribers. */
  wakeSoon(): void {
    this.#options.turns.wake(this);
  }

  /** Lets the sink take the messages of one turn. */
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

  /** The current step is repeated when the archive has answered or, after a failure, with the next ledger. */
  #stepOrAsk(): Buffer | undefined {
    try {
      return this.#step();
    } catch (error) {
      if (!(error instanceof StateReadError) && !(error instanceof ArchiveNeededError)) throw error;
      this.#work = undefined;
      this.#isAsking = true;
      const goOn = () => {
        this.#isAsking = false;
        this.wakeSoon();
      };
      answerFor(error).then(goOn, () => {
        this.#isAsking = false;
      });
      return undefined;
    }
  }

  /** Continues the pending work, or takes the next message. */
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

  /** A subscriber that watches only accounts and lags behind jumps to the next ledger that affected one of them. */
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

/** Resolves when the step can be repeated. */
function answerFor(error: StateReadError | ArchiveNeededError): Promise<unknown> {
  if (error instanceof ArchiveNeededError) return error.ask();
  return error instanceof StateAwaitedError ? error.arrived : Promise.reject(error);
}
