/** Prepares a database before its first use: each call tries, on a connection of its own, until one has succeeded. */
import { Connection, type ConnectionOptions } from './connection.ts';

export class DatabaseSetup {
  readonly #options: ConnectionOptions;
  readonly #prepare: (connection: Connection) => Promise<void>;
  #attempt: Promise<void> | undefined;
  #connection: Connection | undefined;

  constructor(options: ConnectionOptions, prepare: (connection: Connection) => Promise<void>) {
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
    this.#connection?.cutOff();
  }

  async #try(): Promise<void> {
    const connection = new Connection(this.#options);
    this.#connection = connection;
    try {
      await this.#prepare(connection);
    } finally {
      await connection.close();
    }
  }
}
