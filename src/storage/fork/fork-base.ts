/** The ledger of another server that a fork begins from. */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { StateReadError } from '../../ledger/state-read-error.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';

/**
 * The state of one ledger of another server. Reads block the calling thread until the answer is there, and after `stopBlocking` throw a
 * `StateAwaitedError` for what has to be awaited.
 */
export interface ForkBase {
  /** Header of the ledger that the fork begins from (N). */
  readonly header: LedgerHeader;
  /** Bytes of the entry at `key` in that ledger; undefined if it has none. Throws `ForkReadError`. */
  entry(key: Hash256): Uint8Array | undefined;
  /**
   * The smallest key above `key` (and below `before`, when given) with an entry in that ledger. Throws `ForkReadError`. Servers
   * of a certain kind (Clio) answer only with `before`, except for keys that have an entry.
   */
  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined;
  /** Begins to load entries that are probably read soon; never blocks or throws. */
  prefetch(keys: Iterable<Hash256>): void;
  stopBlocking(): void;
  /** Why the server does not answer; undefined while it does. */
  readonly problem: string | undefined;
  /** Requests that were sent to the server. */
  readonly sentRequests: number;
  /** Asks the server a method about history before N (`tx`, `ledger`, `account_tx`…), without blocking. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  close(): Promise<void>;
}

/** The other server does not answer, refuses, or answers something that does not fit. */
export class ForkReadError extends StateReadError {
  override readonly name = 'ForkReadError';
}
