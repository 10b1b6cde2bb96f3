/**
 * Notifications about appends by LISTEN and NOTIFY, if the database engine supports them. They are only hints:
 * correctness does not depend on them, and none arrive while the connection is down.
 */
import type { Client } from 'pg';
import { StoreError } from '../ledger-store.ts';
import type { Lane } from './lane.ts';

const CHANNEL = 'weir_appended';
const RETRY_MS = 2000;

export class AppendHints {
  readonly #lane: Lane;
  readonly #listeners = new Set<() => void>();
  #isStarted = false;
  #isClosed = false;
  #isSupported = true;
  #retry: NodeJS.Timeout | undefined;

  constructor(lane: Lane) {
    this.#lane = lane;
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
    this.#lane.run({ text: `NOTIFY ${CHANNEL}`, effect: 'reads' }).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#lane.close();
  }

  async #listen(): Promise<void> {
    if (this.#isClosed) return;
    let client: Client;
    try {
      client = await this.#lane.client();
    } catch {
      this.#tryLater();
      return;
    }
    try {
      await this.#lane.run({ text: `LISTEN ${CHANNEL}`, effect: 'reads' });
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
