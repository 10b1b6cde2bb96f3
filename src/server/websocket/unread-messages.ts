/**
 * Bounds the bytes that clients of WebSockets have not read, all together: above the bound, the connection with the most is closed. A
 * client that reads has next to none.
 */

/** A connection, as this needs it. */
export interface Reader {
  readonly unreadBytes: number;
  /** Ends the connection, after which it has no unread bytes. */
  closeSlow(what: string): void;
}

export class UnreadMessages {
  readonly #limit: number;
  readonly #readers = new Set<Reader>();
  #bytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts from now on what `reader` has not read. */
  include(reader: Reader): void {
    this.#readers.add(reader);
  }

  exclude(reader: Reader): void {
    this.#readers.delete(reader);
  }

  /** Adds the change of what one of the readers has not read. */
  add(bytes: number): void {
    this.#bytes += bytes;
    while (bytes > 0 && this.#bytes > this.#limit) {
      const slowest = this.#slowest();
      if (slowest === undefined) return;
      slowest.closeSlow('it has the most of all unread bytes');
    }
  }

  #slowest(): Reader | undefined {
    let slowest: Reader | undefined;
    for (const reader of this.#readers) {
      if (reader.unreadBytes > (slowest?.unreadBytes ?? 0)) slowest = reader;
    }
    return slowest;
  }
}
