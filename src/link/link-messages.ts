/**
 * What the two ends of a link send each other, whatever carries it: requests and answers as objects. Submissions and their
 * reports are many and small, so they travel as bytes (`submission-frames.ts`).
 */
import type { AccountId, JsonObject } from '../protocol/values.ts';
import type { ApiVersion, Role } from '../rpc/method/context.ts';
import type { ProposedEvent } from '../rpc/streams/stream-source.ts';

/** From the end that asks. */
export type AskMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly params: JsonObject;
      readonly apiVersion: ApiVersion;
      readonly role: Role;
    }
  /** The client does not wait for the answer any more. */
  | { readonly kind: 'abandoned'; readonly id: number };

/** From the end that answers. */
export type AnswerMessage =
  /** The result as JSON, and the last ledger that it can be about. */
  | { readonly kind: 'answer'; readonly id: number; readonly text: string; readonly ledgerIndex: number }
  /** The request took more than its share of a turn of the event loop. */
  | { readonly kind: 'paused'; readonly id: number }
  /** These requests or submissions were not begun, or had no effect: another server has to do them. */
  | { readonly kind: 'refused'; readonly ids: readonly number[] };

/** A transaction got into the open ledger. `messages`: that of the stream, by API version from 1. */
export interface ProposedMessage {
  readonly kind: 'proposed';
  readonly mentioned: readonly AccountId[];
  readonly messages: readonly string[];
}

export function proposedMessage({ mentioned, message }: ProposedEvent): ProposedMessage {
  return { kind: 'proposed', mentioned: [...mentioned], messages: [message(1).toString(), message(2).toString()] };
}

export function proposedEventOf({ mentioned, messages }: ProposedMessage): ProposedEvent {
  return { mentioned: new Set(mentioned), message: (apiVersion) => Buffer.from(messages[apiVersion - 1]!) };
}
