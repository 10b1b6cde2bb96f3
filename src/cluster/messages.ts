/**
 * What a follower and the leader send each other beside requests, submissions and answers (`link/link-messages.ts`), and how
 * messages become frames. A frame begins with a byte that names its content: a message as JSON, or submissions or reports
 * as bytes (`link/submission-frames.ts`). Members of different versions exchange these frames.
 */
import type { AnswerMessage, AskMessage, ProposedMessage } from '../link/link-messages.ts';
import type { QueueMetrics } from '../node/queue/transaction-queue.ts';

const FRAME = { message: 0, submissions: 1, reports: 2 } as const;

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

/** The frame of a follower's message, or of submissions. */
export function followerFrame(message: FollowerMessage | Uint8Array): Buffer {
  return frameOf(message, FRAME.submissions);
}

/** The frame of the leader's message, or of reports. */
export function leaderFrame(message: LeaderMessage | Uint8Array): Buffer {
  return frameOf(message, FRAME.reports);
}

function frameOf(message: object | Uint8Array, bytesKind: number): Buffer {
  if (message instanceof Uint8Array) return Buffer.concat([Buffer.from([bytesKind]), message]);
  return Buffer.concat([Buffer.from([FRAME.message]), Buffer.from(JSON.stringify(message))]);
}

/** The message in a frame, or its bytes. */
export function readFrame<Message>(frame: Uint8Array): Message | Uint8Array {
  const content = frame.subarray(1);
  if (frame[0] !== FRAME.message) return content;
  return JSON.parse(Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString()) as Message;
}
