/**
 * Schedules subscribers that wait for messages: round-robin, in small steps, as long as the pacer allows. Open path
 * requests are answered one at a time, since each takes long and uses memory.
 */
import { type Pacer, paceSteps, type Steps } from '../../util/steps.ts';
import type { OpenQuestion } from '../method/stream-subscriber.ts';

/** A subscription, as the scheduler uses it. */
export interface TurnTaker {
  readonly isClosed: boolean;
  readonly pathWatch: OpenQuestion | undefined;
  readonly sink: { push(message: Buffer): void };
  /** Does a small step. If there is more to do, it wakes itself again. */
  takeTurn(): void;
}

export class StreamTurns {
  readonly #pacer: Pacer;
  /** In the order of their turns. */
  readonly #waiting = new Set<TurnTaker>();
  readonly #asking = new Set<TurnTaker>();
  #isServing = false;
  #isFindingPaths = false;

  /** `pacer` decides when a turn ends. */
  constructor(pacer: Pacer) {
    this.#pacer = pacer;
  }

  /** Schedules the subscription after the current work. */
  wake(subscription: TurnTaker): void {
    this.#waiting.add(subscription);
    if (this.#isServing) return;
    this.#isServing = true;
    setImmediate(() => void this.#serve());
  }

  /** Answers the open path request of a subscription for the newest ledger. */
  findPaths(subscription: TurnTaker): void {
    this.#asking.add(subscription);
    if (this.#isFindingPaths) return;
    this.#isFindingPaths = true;
    setImmediate(() => void this.#findPaths());
  }

  forget(subscription: TurnTaker): void {
    this.#waiting.delete(subscription);
    this.#asking.delete(subscription);
  }

  async #serve(): Promise<void> {
    // A subscription with more work is queued again at the end.
    for (const subscription of this.#waiting) {
      this.#waiting.delete(subscription);
      subscription.takeTurn();
      const turn = this.#pacer();
      if (turn !== undefined) await turn;
    }
    this.#isServing = false;
  }

  async #findPaths(): Promise<void> {
    for (const subscription of this.#asking) {
      this.#asking.delete(subscription);
      const message = await paceSteps(answerWhileAsked(subscription), this.#pacer);
      if (message === undefined) continue;
      subscription.sink.push(message);
      this.wake(subscription);
    }
    this.#isFindingPaths = false;
  }
}

/** Stops with undefined if the connection is closed or its request is replaced meanwhile. */
function* answerWhileAsked(subscription: TurnTaker): Steps<Buffer | undefined> {
  const watch = subscription.pathWatch;
  const steps = watch?.update();
  while (steps !== undefined && !subscription.isClosed && subscription.pathWatch === watch) {
    const { done, value } = steps.next();
    if (done) return value;
    yield;
  }
  return undefined;
}
