/**
 * Notifications about appends by LISTEN and NOTIFY, if the database engine supports them. They are only hints:
 * correctness does not depend on them, and none arrive while the connection is down.
 */
import type { Client } from 'pg';
import { StoreError } from '../ledger-store.ts';
import type { Connection } from './connection.ts';

const CHANNEL = 'weir_appended';
const RETRY_MS = 2000;

export class AppendHints {
  readonly #connection: Connection;
  readonly #listeners = new Set<() => void>();
  #isStarted = false;
  #isClosed = false;
  #isSupported = true;
  #retry: NodeJS.Timeout | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Calls the listener soon after an append by any member; the returned function removes it. */
  onAppended(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    if (!this.#isStarted) {
      this.#isStarted = true;
      void this.#listen();
    }
    return () => this.#listeners.delete(own);
  }

  /** Notifies all members. */
  announce(): void {
    if (!this.#isSupported || this.#isClosed) return;
    this.#connection.run({ text: `NOTIFY ${CHANNEL}`, effect: 'reads' }).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#connection.close();
  }

  async #listen(): Promise<void> {
    if (this.#isClosed) return;
    let client: Client;
    try {
      client = await this.#connection.client();
    } catch {
      this.#tryLater();
      return;
    }
    try {
      await this.#connection.run({ text: `LISTEN ${CHANNEL}`, effect: 'reads' });
    } catch (error) {
      // An engine without LISTEN refuses it every time.
      if (error instanceof StoreError) this.#isSupported = false;
      else this.#tryLater();
      return;
    }
    client.on('notification', () => {
      for (const listener of this.#listeners) listener();
    });
    client.once('end', () => this.#tryLater());
  }

  #tryLater(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.#listen(), RETRY_MS);
    this.#retry.unref();
  }
}
