/**
 * A follower's end of the link to the leader. It ends when the connection ends, or after too long without a message from the
 * leader.
 */

import { type LinkAnswer, RequestLink } from '../link/request-link.ts';
import type { LinkConnection } from '../link/transport.ts';
import type { SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { type FollowerMessage, frameOf, type LeaderMessage, readFrame } from './messages.ts';

/** Messages that are no answers. */
export type HeardMessage = Extract<LeaderMessage, { kind: 'leading' | 'proposed' | 'confirmed' | 'keep' }>;

export interface LeaderLinkOptions {
  readonly connection: LinkConnection;
  readonly clock: Clock;
  /** The link ends after so long without a message from the leader. */
  readonly silenceMs: number;
  readonly onMessage: (message: HeardMessage) => void;
  readonly onEnd: () => void;
}

export class LeaderLink {
  readonly #options: LeaderLinkOptions;
  readonly #requests: RequestLink;
  readonly #timer: ClockTimer;
  #lastMessageMs: number;
  #isEnded = false;
  /** True if the last message said that the other end leads. */
  isLeading = false;

  constructor(options: LeaderLinkOptions) {
    const { connection, clock, silenceMs } = options;
    this.#options = options;
    this.#requests = new RequestLink((message) => connection.send(frameOf(message)), clock);
    this.#lastMessageMs = clock.elapsedMs();
    connection.onFrame((frame) => this.#receive(readFrame(frame)));
    connection.onClosed(() => this.#end());
    this.#timer = clock.every(silenceMs / 4, () => this.#watch()).unref();
  }

  /** See `RequestLink.execute`. */
  execute(request: RpcRequest): Promise<LinkAnswer> {
    return this.#requests.execute(request);
  }

  /** See `RequestLink.submit`. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    return this.#requests.submit(transaction, options);
  }

  sendListening(isListening: boolean): void {
    this.#send({ kind: 'streams', isListening });
  }

  /** Answers a message with a key: this member has it on disk. */
  sendHas(key: string, member: string): void {
    this.#send({ kind: 'has', key, member });
  }

  close(): void {
    this.#options.connection.close();
    this.#end();
  }

  #send(message: FollowerMessage): void {
    this.#options.connection.send(frameOf(message));
  }

  #receive(message: LeaderMessage): void {
    this.#lastMessageMs = this.#options.clock.elapsedMs();
    switch (message.kind) {
      case 'answer':
      case 'paused':
      case 'refused':
      case 'reports':
        this.#requests.receive(message);
        break;
      case 'idle':
        this.isLeading = false;
        break;
      case 'leading':
        this.isLeading = true;
        this.#options.onMessage(message);
        break;
      case 'proposed':
      case 'confirmed':
      case 'keep':
        this.#options.onMessage(message);
      // A leader of a newer version may send other messages, which are ignored.
    }
  }

  #watch(): void {
    const { clock, silenceMs } = this.#options;
    if (clock.elapsedMs() - this.#lastMessageMs > silenceMs) this.close();
    else this.#send({ kind: 'ping' });
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.isLeading = false;
    this.#timer.cancel();
    this.#requests.end();
    this.#options.onEnd();
  }
}
