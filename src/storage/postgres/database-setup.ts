/** Prepares a database before its first use: each call tries, on a connection of its own, until one has succeeded. */
import { Lane, type LaneOptions } from './lane.ts';

export class DatabaseSetup {
  readonly #options: LaneOptions;
  readonly #prepare: (lane: Lane) => Promise<void>;
  #attempt: Promise<void> | undefined;
  #lane: Lane | undefined;

  constructor(options: LaneOptions, prepare: (lane: Lane) => Promise<void>) {
    this.#options = options;
    this.#prepare = prepare;
  }

  /** Rejects if the attempt fails; concurrent callers share one attempt. */
  done(): Promise<void> {
    this.#attempt ??= this.#try().catch((error) => {
      this.#attempt = undefined;
      throw error;
    });
    return this.#attempt;
  }

  /** Aborts an attempt; the next one repeats its steps. */
  close(): void {
    this.#lane?.cutOff();
  }

  async #try(): Promise<void> {
    const lane = new Lane(this.#options);
    this.#lane = lane;
    try {
      await this.#prepare(lane);
    } finally {
      await lane.close();
    }
  }
}
