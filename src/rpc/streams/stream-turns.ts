/**
 * Who may go on, when many subscribers wait for messages: one after another, each a little, as long as the turn allows.
 * Open questions for paths are answered one at a time, since each takes long and holds memory.
 */
import { type Pacer, paceSteps, type Steps } from '../../util/steps.ts';
import type { OpenQuestion } from '../method/stream-subscriber.ts';

/** A subscription, as those see it who share the turns out. */
export interface TurnTaker {
  readonly isClosed: boolean;
  readonly pathWatch: OpenQuestion | undefined;
  readonly sink: { push(message: Buffer): void };
  /** Does a little. If there is more to do, it wakes itself again. */
  takeTurn(): void;
}

export class StreamTurns {
  readonly #pacer: Pacer;
  /** In the order of their turns. */
  readonly #waiting = new Set<TurnTaker>();
  readonly #asking = new Set<TurnTaker>();
  #isServing = false;
  #isFindingPaths = false;

  /** `pacer` says when a turn is over. */
  constructor(pacer: Pacer) {
    this.#pacer = pacer;
  }

  /** Has the subscription take its turn when the current work is done. */
  wake(subscription: TurnTaker): void {
    this.#waiting.add(subscription);
    if (this.#isServing) return;
    this.#isServing = true;
    setImmediate(() => void this.#serve());
  }

  /** Has the open question of a subscription answered for the newest ledger. */
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
    // Whoever is not done waits again, behind all others.
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
      if (message !== undefined) subscription.sink.push(message);
    }
    this.#isFindingPaths = false;
  }
}

/** Undefined, and no more work for it, if the connection is closed or asks something else meanwhile. */
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
