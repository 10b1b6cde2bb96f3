/**
 * Messages between the two ends of a link, for any transport. All messages are JSON; large numbers and bytes are text.
 */
import type { OpenLedgerState, SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { AccountId, JsonObject } from '../protocol/values.ts';
import type { ApiVersion, Role } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { ProposedEvent } from '../rpc/streams/stream-source.ts';

/** Sent by the end that asks. */
export type AskMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly params: JsonObject;
      readonly apiVersion: ApiVersion;
      readonly role: Role;
      readonly traceparent?: string | undefined;
    }
  /** The client no longer waits for the answer. */
  | { readonly kind: 'abandoned'; readonly id: number }
  /** Submissions of one turn of the event loop. */
  | { readonly kind: 'submissions'; readonly list: readonly AskedSubmission[] };

export interface AskedSubmission {
  readonly id: number;
  /** The transaction in hex. Its signature was verified. */
  readonly blob: string;
  readonly options: SubmitOptions;
}

/** Sent by the end that answers. */
export type AnswerMessage =
  /** The result as JSON, and the last ledger that it can depend on. */
  | { readonly kind: 'answer'; readonly id: number; readonly text: string; readonly ledgerIndex: number }
  /** The request took more than its share of a turn of the event loop. */
  | { readonly kind: 'paused'; readonly id: number }
  /** These requests or submissions were not started, or had no effect; another server can run them. */
  | { readonly kind: 'refused'; readonly ids: readonly number[] }
  /** Outcomes of submissions. */
  | { readonly kind: 'reports'; readonly list: readonly SentReport[] };

/** The outcome of a submission, or the error that ended it. */
export type SentReport = { readonly id: number } & (
  | { readonly outcome: OutcomeJson }
  | { readonly fault: Pick<RpcError, 'token' | 'message' | 'extra'> }
);

/** The transaction is not sent back. */
type SentOutcome = Omit<SubmitOutcome, 'transaction'>;

interface OutcomeJson extends Omit<SentOutcome, 'ledgerState'> {
  readonly ledgerState: (Omit<OpenLedgerState, 'openLedgerCostDrops'> & { openLedgerCostDrops: string }) | undefined;
}

export function sentOutcome(id: number, { transaction: _, ...outcome }: SubmitOutcome): SentReport {
  const state = outcome.ledgerState;
  const ledgerState = state && { ...state, openLedgerCostDrops: String(state.openLedgerCostDrops) };
  return { id, outcome: { ...outcome, ledgerState } };
}

export function sentFault(id: number, { token, message, extra }: RpcError): SentReport {
  return { id, fault: { token, message, extra } };
}

export function readReport(sent: SentReport): SentOutcome | RpcError {
  if ('fault' in sent) return new RpcError(sent.fault.token, sent.fault.message, sent.fault.extra);
  const state = sent.outcome.ledgerState;
  const ledgerState = state && { ...state, openLedgerCostDrops: BigInt(state.openLedgerCostDrops) };
  return { ...sent.outcome, ledgerState };
}

/** A transaction that was applied to the open ledger. `messages`: the stream message for each API version, from 1. */
export interface ProposedMessage {
  readonly kind: 'proposed';
  readonly mentioned: readonly AccountId[];
  readonly messages: readonly string[];
}

export function proposedMessage({ mentioned, message }: ProposedEvent): ProposedMessage {
  return { kind: 'proposed', mentioned: [...mentioned], messages: [message(1).toString(), message(2).toString()] };
}

export function proposedEventOf({ mentioned, messages }: ProposedMessage): ProposedEvent {
  // One for all subscribers.
  const bytes = messages.map((text) => Buffer.from(text));
  return { mentioned: new Set(mentioned), message: (apiVersion) => bytes[apiVersion - 1]! };
}
