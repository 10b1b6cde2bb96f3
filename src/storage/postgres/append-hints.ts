/**
 * Who appended tells the others, by LISTEN and NOTIFY, where the engine has them. Only a hint: nothing depends on one, and
 * while the connection is lost there are none.
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

  /** Calls back soon after an append by anybody; the returned function ends it. */
  onAppended(listener: () => void): () => void {
    const own = () => listener();
    this.#listeners.add(own);
    if (!this.#isStarted) {
      this.#isStarted = true;
      void this.#listen();
    }
    return () => this.#listeners.delete(own);
  }

  /** Tells all members. */
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
