/** A connection that can carry the server's own messages, as methods see it. */

import type { AccountId, JsonObject } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';

/** Streams that can bring messages. */
export type StreamName = 'ledger' | 'book_changes' | 'transactions' | 'transactions_proposed' | 'server';

/** A change of subscriptions: names that are not in it stay as they are. */
export interface InterestChange {
  readonly streams: readonly StreamName[];
  readonly accounts: readonly AccountId[];
  readonly proposedAccounts: readonly AccountId[];
  /** Order books by `bookKey`. */
  readonly books: readonly string[];
}

/** A question that is answered anew for each ledger. */
export interface OpenQuestion {
  /** The newest answer. */
  readonly status: JsonObject;
  /** The message with the answer for the ledger that was validated last. */
  update(): Steps<Buffer>;
}

export interface StreamSubscriber {
  /** True while it is subscribed to nothing. */
  readonly isEmpty: boolean;
  /** How many accounts and order books are watched; an account that is watched for both kinds of messages counts twice. */
  readonly watchCount: number;
  /** How many may be. */
  readonly maxWatched: number;
  /**
   * Adds subscriptions; messages come in that version of the API from now on. With `startLedger`, which must not be
   * after the next ledger, validated things begin there; that needs an empty subscriber.
   */
  subscribe(change: InterestChange, apiVersion: 1 | 2, startLedger?: number): void;
  unsubscribe(change: InterestChange): void;
  /** The question for paths that this connection keeps open. */
  readonly pathWatch: OpenQuestion | undefined;
  /** How often that changed. */
  readonly pathChanges: number;
  /** Has the question answered soon, and again after each ledger; undefined ends that. */
  watchPaths(watch: OpenQuestion | undefined): void;
}
