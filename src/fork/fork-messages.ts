/** What the engine's thread and the thread that reads the other server's ledger send each other. */
import type { MessagePort } from 'node:worker_threads';
import type { Book } from '../protocol/entries/keylets.ts';
import type { Hash256, JsonObject } from '../protocol/values.ts';
import type { ForkSessionOptions } from './fork-session.ts';

export interface ForkThreadData extends ForkSessionOptions {
  /** The longest time until an answer, before the connection is considered broken. */
  readonly timeoutMs: number;
  readonly port: MessagePort;
  /** See `ForkSignal`. */
  readonly signals: Int32Array;
}

/** Places in the memory that both threads share. */
export const ForkSignal = {
  /** Counts replies. The engine's thread waits for it. */
  replies: 0,
  /** Counts seconds while the thread runs. */
  beats: 1,
  /** Counts requests that were sent to the server. */
  sent: 2,
} as const;

export const FORK_SIGNALS = 3;

export type ForkQuestion =
  | { readonly kind: 'entry'; readonly key: Hash256 }
  | {
      readonly kind: 'nextKey';
      readonly key: Hash256;
      readonly before: Hash256 | undefined;
      /** The order book that `key` would be a page of, if that is known. */
      readonly book: Book | undefined;
    }
  | { readonly kind: 'request'; readonly method: string; readonly params: JsonObject }
  | { readonly kind: 'prefetch'; readonly keys: readonly Hash256[] }
  | { readonly kind: 'close' };

/** With a number, by which the reply is found. */
export type NumberedQuestion = ForkQuestion & { readonly id: number };

/** The number of a message about the server itself: why it does not answer, or no error if it does again. */
export const PROBLEM = -1;

export interface ForkReply {
  /** 0 for the ledger, which is sent unasked when the thread is ready. */
  readonly id: number;
  readonly value?: unknown;
  /** The text of an error. */
  readonly error?: string | undefined;
  /** True: the question has gone to the server, and its reply follows. */
  readonly isUnderWay?: boolean;
}
