/**
 * Who may go on, when many subscribers wait for messages: one after another, each a little, as long as the turn allows.
 * Open questions for paths are answered one at a time, since each takes long and holds memory.
 */
import { type Pacer, paceSteps } from '../../util/steps.ts';
import type { Subscription } from './subscription.ts';

/** The shares of the event loop's turns. */
export interface StreamPacers {
  readonly messages: Pacer;
  readonly paths: Pacer;
}

export class StreamTurns {
  readonly #pacers: StreamPacers;
  /** In the order of their turns. */
  readonly #waiting = new Set<Subscription>();
  readonly #asking = new Set<Subscription>();
  #isServing = false;
  #isFindingPaths = false;

  constructor(pacers: StreamPacers) {
    this.#pacers = pacers;
  }

  /** Has the subscription take its turn when the current work is done. */
  wake(subscription: Subscription): void {
    this.#waiting.add(subscription);
    if (this.#isServing) return;
    this.#isServing = true;
    setImmediate(() => void this.#serve());
  }

  /** Has the open question of a subscription answered for the newest ledger. */
  findPaths(subscription: Subscription): void {
    this.#asking.add(subscription);
    if (this.#isFindingPaths) return;
    this.#isFindingPaths = true;
    setImmediate(() => void this.#findPaths());
  }

  forget(subscription: Subscription): void {
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
