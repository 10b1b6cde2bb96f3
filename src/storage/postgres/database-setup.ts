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

  /** Rejects as an attempt does, also for those who call during the attempt. */
  done(): Promise<void> {
    this.#attempt ??= this.#try().catch((error) => {
      this.#attempt = undefined;
      throw error;
    });
    return this.#attempt;
  }

  /** Ends an attempt: what it has done so far is done again next time. */
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
