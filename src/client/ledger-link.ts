/** The interface of a connection to a ledger server: requests with answers, and messages of streams. */
import type { JsonObject } from '../protocol/values.ts';

/** The connection is closed, or no answer came in time. The request may or may not have taken effect. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

export interface LedgerLink {
  /** The `result` of a method, or the fields of its error. Rejects with a `LinkError`. */
  request(command: string, params?: JsonObject): Promise<JsonObject>;
  /** Ends the connection. */
  close(): void;
}

export interface LinkEvents {
  /** A message of a stream, in order. */
  onMessage(message: JsonObject): void;
  /** Called once when an open connection ends. */
  onClosed(reason: string): void;
}

/** Connects. Rejects with a `LinkError` that gives the reason. */
export type OpenLink = (events: LinkEvents) => Promise<LedgerLink>;
