/**
 * Bounds the time that requests take of each turn of the event loop, all clients together, in the order of arrival. Otherwise a thousand
 * connections with a request each make one turn of a thousand requests, and everything else waits for its end: the operator, the next
 * ledger, answers that are ready.
 */
import { EVENT_LOOP, type TurnSource } from '../../util/steps.ts';

/** Time of a turn within which requests begin. */
const SLICE_MS = 4;

export class RequestTurns {
  readonly #turns: TurnSource;
  readonly #waiting: (() => void)[] = [];
  #sliceEndsMs: number | undefined;

  constructor(turns: TurnSource = EVENT_LOOP) {
    this.#turns = turns;
  }

  /** Does the work of a request: at once if this turn has time left and no other request waits, else in a later turn. */
  take<T>(work: () => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#waiting.length === 0 && this.#hasTime()) job();
      else this.#waiting.push(job);
    });
  }

  /** The first call in a turn begins its slice. */
  #hasTime(): boolean {
    if (this.#sliceEndsMs === undefined) {
      this.#sliceEndsMs = this.#turns.now() + SLICE_MS;
      this.#turns.nextTurn(() => this.#beginTurn());
    }
    return this.#turns.now() < this.#sliceEndsMs;
  }

  #beginTurn(): void {
    this.#sliceEndsMs = undefined;
    let done = 0;
    while (done < this.#waiting.length && this.#hasTime()) this.#waiting[done++]!();
    this.#waiting.splice(0, done);
  }
}
