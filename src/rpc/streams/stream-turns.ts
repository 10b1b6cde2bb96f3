/**
 * Who may go on, when many subscribers wait for messages: one after another, each a little, as long as the turn allows.
 * Open questions for paths are answered one at a time, since each takes long and holds memory.
 */
import { type Pacer, paceSteps } from '../../util/steps.ts';
import type { OpenQuestion } from './stream-subscriber.ts';

/** The shares of the event loop's turns. */
export interface StreamPacers {
  readonly messages: Pacer;
  readonly paths: Pacer;
}

/** A subscription, as those see it who share the turns out. */
export interface TurnTaker {
  readonly isClosed: boolean;
  readonly pathWatch: OpenQuestion | undefined;
  readonly sink: { push(message: Buffer): void };
  /** Does a little. If there is more to do, it wakes itself again. */
  takeTurn(): void;
}

export class StreamTurns {
  readonly #pacers: StreamPacers;
  /** In the order of their turns. */
  readonly #waiting = new Set<TurnTaker>();
  readonly #asking = new Set<TurnTaker>();
  #isServing = false;
  #isFindingPaths = false;

  constructor(pacers: StreamPacers) {
    this.#pacers = pacers;
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
      const turn = this.#pacers.messages();
      if (turn !== undefined) await turn;
    }
    this.#isServing = false;
  }

  async #findPaths(): Promise<void> {
    for (const subscription of this.#asking) {
      this.#asking.delete(subscription);
      const watch = subscription.pathWatch;
      if (watch === undefined) continue;
      const message = await paceSteps(watch.update(), this.#pacers.paths);
      // Closed, or asked something else meanwhile.
      if (!subscription.isClosed && subscription.pathWatch === watch) subscription.sink.push(message);
    }
    this.#isFindingPaths = false;
  }
}
