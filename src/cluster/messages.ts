/**
 * Messages between a follower and the leader, besides requests, submissions and answers (`link/link-messages.ts`). A frame is a
 * message as JSON. Members of different versions exchange them.
 */
import type { AnswerMessage, AskMessage, ProposedMessage } from '../link/link-messages.ts';
import type { QueueMetrics } from '../node/queue/transaction-queue.ts';
import type { LogEnd } from '../storage/shared/cluster-store.ts';

export type FollowerMessage =
  | AskMessage
  /** True while a client of the follower listens to streams. */
  | { readonly kind: 'streams'; readonly isListening: boolean }
  /** This member has on disk what the leader sent with this key. */
  | { readonly kind: 'has'; readonly key: string; readonly member: string }
  | { readonly kind: 'ping' };

export type LeaderMessage =
  | AnswerMessage
  | ProposedMessage
  /** After each ledger, and as the answer to a ping. The ledger is the last one that the leader has confirmed. */
  | (LogEnd & { readonly kind: 'leading'; readonly epoch: number; readonly metrics: MetricsJson })
  /** A ledger of the log that is not announced yet: the follower keeps it. Its key is its hash. */
  | (LogEnd & { readonly kind: 'confirmed'; readonly key: string })
  /** Durable submissions that the follower keeps until a ledger has them; `body` in hexadecimal. */
  | { readonly kind: 'keep'; readonly key: string; readonly records: readonly { id: string; body: string }[] }
  /** Instead of `leading`, from a member that does not lead now. */
  | { readonly kind: 'idle' };

/** `QueueMetrics` with its large numbers as text. */
interface MetricsJson extends Omit<QueueMetrics, 'minimumLevel' | 'medianLevel' | 'openLedgerLevel'> {
  readonly minimumLevel: string;
  readonly medianLevel: string;
  readonly openLedgerLevel: string;
}

export function metricsToJson(metrics: QueueMetrics): MetricsJson {
  return {
    ...metrics,
    minimumLevel: String(metrics.minimumLevel),
    medianLevel: String(metrics.medianLevel),
    openLedgerLevel: String(metrics.openLedgerLevel),
  };
}

export function metricsFromJson(json: MetricsJson): QueueMetrics {
  return {
    ...json,
    maximumQueueSize: json.maximumQueueSize,
    minimumLevel: BigInt(json.minimumLevel),
    medianLevel: BigInt(json.medianLevel),
    openLedgerLevel: BigInt(json.openLedgerLevel),
  };
}

export function frameOf(message: FollowerMessage | LeaderMessage): Buffer {
  return Buffer.from(JSON.stringify(message));
}

export function readFrame<Message>(frame: Uint8Array): Message {
  return JSON.parse(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).toString()) as Message;
}
