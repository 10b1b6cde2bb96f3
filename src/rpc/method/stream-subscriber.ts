/** The subscriptions of a connection that can receive server messages, as methods use them. */

import type { AccountId, JsonObject } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';

/** Streams with messages. */
export type StreamName = 'ledger' | 'book_changes' | 'transactions' | 'transactions_proposed' | 'server';

/** A change of subscriptions; all others stay unchanged. */
export interface InterestChange {
  readonly streams: readonly StreamName[];
  readonly accounts: readonly AccountId[];
  readonly proposedAccounts: readonly AccountId[];
  /** Order books by `bookKey`. */
  readonly books: readonly string[];
}

/** A path request that is answered again for each ledger. */
export interface OpenQuestion {
  /** The newest answer. */
  readonly status: JsonObject;
  /** The message with the answer for the ledger that was validated last. */
  update(): Steps<Buffer>;
}

export interface StreamSubscriber {
  /** True while it is subscribed to nothing. */
  readonly isEmpty: boolean;
  /** Number of watched accounts and order books; an account that is watched for both kinds of messages counts twice. */
  readonly watchCount: number;
  /** Limit of `watchCount`. */
  readonly maxWatched: number;
  /**
   * Adds subscriptions; messages come in that version of the API from now on. With `startLedger`, which must not be
   * after the next ledger, validated things begin there; that needs an empty subscriber.
   */
  subscribe(change: InterestChange, apiVersion: 1 | 2, startLedger?: number): void;
  unsubscribe(change: InterestChange): void;
  /** The open path request of this connection. */
  readonly pathWatch: OpenQuestion | undefined;
  /** Number of changes of `pathWatch`. */
  readonly pathChanges: number;
  /** Answers the path request soon, and again after each ledger; undefined ends it. */
  watchPaths(watch: OpenQuestion | undefined): void;
}
