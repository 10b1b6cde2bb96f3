/** A connection to a ledger server, as the watch sees it: requests with answers, and messages of streams. */
import type { JsonObject } from '../protocol/values.ts';

/** The connection is gone, or gave no answer in time. Whatever was asked may have happened or not. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

export interface LedgerLink {
  /** The `result` of a method; an error's fields where it failed. Rejects with a `LinkError`. */
  request(command: string, params?: JsonObject): Promise<JsonObject>;
  /** Ends the connection. */
  close(): void;
}

export interface LinkEvents {
  /** A message of a stream, in order. */
  onMessage(message: JsonObject): void;
  /** The connection has ended; comes once, and not for a connection that never was. */
  onClosed(reason: string): void;
}

/** Connects, or rejects with a `LinkError` that says why not. */
export type OpenLink = (events: LinkEvents) => Promise<LedgerLink>;
