/**
 * What a follower and the leader send each other beside requests, submissions and answers (`link/link-messages.ts`). A frame
 * is a message as JSON. Members of different versions exchange them.
 */
import type { AnswerMessage, AskMessage, ProposedMessage } from '../link/link-messages.ts';
import type { QueueMetrics } from '../node/queue/transaction-queue.ts';

export type FollowerMessage =
  | AskMessage
  /** Whether a client there listens to streams. */
  | { readonly kind: 'streams'; readonly isListening: boolean }
  | { readonly kind: 'ping' };

export type LeaderMessage =
  | AnswerMessage
  | ProposedMessage
  /** After each ledger, and as the answer to a ping. */
  | { readonly kind: 'leading'; readonly epoch: number; readonly ledgerIndex: number; readonly metrics: MetricsJson }
  /** Instead of `leading`, from a member that does not lead now. */
  | { readonly kind: 'idle' };

/** `QueueMetrics` with its large numbers as text. */
type MetricsJson = { readonly [Name in keyof QueueMetrics]?: string | undefined };

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

export function frameOf(message: FollowerMessage | LeaderMessage): Buffer {
  return Buffer.from(JSON.stringify(message));
}

export function readFrame<Message>(frame: Uint8Array): Message {
  return JSON.parse(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString()) as Message;
}
