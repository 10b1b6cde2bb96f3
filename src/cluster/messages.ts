/**
 * What a follower and the leader say to each other. A frame begins with a byte that says what it is: a message as JSON, or
 * submissions or reports as bytes (`link/submission-frames.ts`).
 */
import type { QueueMetrics } from '../node/queue/transaction-queue.ts';
import type { AccountId, JsonObject } from '../protocol/values.ts';
import type { ApiVersion, Role } from '../rpc/method/context.ts';

export const FRAME = { message: 0, submissions: 1, reports: 2 } as const;

export type FollowerMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly params: JsonObject;
      readonly apiVersion: ApiVersion;
      readonly role: Role;
    }
  /** Nobody there waits for the answer any more. */
  | { readonly kind: 'abandoned'; readonly id: number }
  /** Whether somebody there wants to hear of what is on its way. */
  | { readonly kind: 'streams'; readonly isListening: boolean }
  | { readonly kind: 'ping' };

export type LeaderMessage =
  /** With the last ledger that it may tell of. */
  | { readonly kind: 'answer'; readonly id: number; readonly text: string; readonly ledgerIndex: number }
  /** The request takes longer than others should wait for. */
  | { readonly kind: 'paused'; readonly id: number }
  /** It leads no longer, or not yet; nothing was done. */
  | { readonly kind: 'refused'; readonly ids: readonly number[] }
  /** After each ledger, and every so often. */
  | { readonly kind: 'leading'; readonly epoch: number; readonly ledgerIndex: number; readonly metrics: MetricsJson }
  /** Instead of `leading`, where it does not, or not now. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'proposed'; readonly mentioned: readonly AccountId[]; readonly messages: readonly string[] };

/** `QueueMetrics` with its large numbers as text. */
export type MetricsJson = { readonly [Name in keyof QueueMetrics]?: string | undefined };

const BIG_METRICS = ['minimumLevel', 'medianLevel', 'openLedgerLevel'] as const;

export function metricsToJson(metrics: QueueMetrics): MetricsJson {
  const { maximumQueueSize, ...rest } = metrics;
  const texts = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { ...texts, ...(maximumQueueSize === undefined ? {} : { maximumQueueSize: String(maximumQueueSize) }) };
}

export function metricsFromJson(json: MetricsJson): QueueMetrics {
  const [minimumLevel, medianLevel, openLedgerLevel] = BIG_METRICS.map((name) => BigInt(json[name]!));
  return {
    queuedCount: Number(json.queuedCount),
    maximumQueueSize: json.maximumQueueSize === undefined ? undefined : Number(json.maximumQueueSize),
    openLedgerCount: Number(json.openLedgerCount),
    expectedLedgerCount: Number(json.expectedLedgerCount),
    minimumLevel: minimumLevel!,
    medianLevel: medianLevel!,
    openLedgerLevel: openLedgerLevel!,
  };
}

export function messageFrame(message: FollowerMessage | LeaderMessage): Buffer {
  return Buffer.concat([Buffer.from([FRAME.message]), Buffer.from(JSON.stringify(message))]);
}

export function bytesFrame(kind: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([kind]), bytes]);
}

/** The message in a frame that has one. */
export function readMessage<Message>(frame: Uint8Array): Message {
  return JSON.parse(Buffer.from(frame.buffer, frame.byteOffset + 1, frame.byteLength - 1).toString()) as Message;
}
