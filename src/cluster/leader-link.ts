/**
 * A follower's end of the way to the leader. It ends when the connection does, or the leader says nothing for long; what was
 * asked and not answered then is rejected, and whoever asked decides whether it may be asked again.
 */
import { readReports, SubmissionFrames } from '../link/submission-frames.ts';
import type { LinkConnection } from '../link/transport.ts';
import type { SubmitOptions } from '../node/ledger-node.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { RpcRequest, SubmitReport } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { RequestWatch } from '../rpc/method/long-work.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { bytesFrame, type FollowerMessage, FRAME, type LeaderMessage, messageFrame, readMessage } from './messages.ts';

/** The leader did nothing: ask the next one. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The connection ended before the answer came: nobody knows what was done. */
export class BrokenLinkError extends Error {
  override readonly name = 'BrokenLinkError';
}

export interface LeaderLinkOptions {
  readonly connection: LinkConnection;
  readonly clock: Clock;
  /** How long the leader may say nothing. */
  readonly silenceMs: number;
  readonly onMessage: (message: Extract<LeaderMessage, { kind: 'leading' | 'proposed' }>) => void;
  readonly onEnd: () => void;
}

/** What the leader answered to a request. */
export interface ToldResult {
  readonly result: JsonObject;
  readonly ledgerIndex: number;
}

interface Asked {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly watch: RequestWatch | undefined;
  isGivenUp: boolean;
}

export class LeaderLink {
  readonly #options: LeaderLinkOptions;
  readonly #frames = new SubmissionFrames();
  readonly #asked = new Map<number, Asked>();
  readonly #timer: ClockTimer;
  #heardMs: number;
  #lastId = 0;
  #isEnded = false;
  /** True if the other end said so last. */
  isLeading = false;

  constructor(options: LeaderLinkOptions) {
    const { connection, clock, silenceMs } = options;
    this.#options = options;
    this.#heardMs = clock.elapsedMs();
    connection.onFrame((frame) => this.#receive(frame));
    connection.onClosed(() => this.#end());
    this.#timer = clock.every(silenceMs / 4, () => this.#watch());
    this.#timer.unref();
  }

  /** The result, with the last ledger that it may tell of. Rejects with a `RefusedError` or a `BrokenLinkError`. */
  execute({ method, params, apiVersion, role, watch }: RpcRequest): Promise<ToldResult> {
    return this.#ask((id) => this.#send({ kind: 'request', id, method, params, apiVersion, role }), watch);
  }

  /** The same, and an `RpcError` as `submit` gives. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitReport> {
    return this.#ask((id) => {
      if (this.#frames.isEmpty) setImmediate(() => this.#sendFrames());
      this.#frames.add(id, transaction.blob, options);
    });
  }

  tellStreams(isListening: boolean): void {
    this.#send({ kind: 'streams', isListening });
  }

  close(): void {
    this.#options.connection.close();
    this.#end();
  }

  #send(message: FollowerMessage): void {
    this.#options.connection.send(messageFrame(message));
  }

  #ask<T>(send: (id: number) => void, watch?: RequestWatch): Promise<T> {
    if (this.#isEnded) return Promise.reject(new RefusedError('the link has ended'));
    this.#lastId = (this.#lastId + 1) >>> 0;
    const id = this.#lastId;
    const asked = Promise.withResolvers<T>();
    this.#asked.set(id, { resolve: asked.resolve, reject: asked.reject, watch, isGivenUp: false });
    send(id);
    return asked.promise;
  }

  #take(id: number): Asked | undefined {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    return asked;
  }

  #sendFrames(): void {
    if (!this.#frames.isEmpty && !this.#isEnded)
      this.#options.connection.send(bytesFrame(FRAME.submissions, this.#frames.take()));
  }

  #receive(frame: Uint8Array): void {
    this.#heardMs = this.#options.clock.elapsedMs();
    if (frame[0] === FRAME.reports) {
      for (const { id, report } of readReports(frame.subarray(1))) {
        if (report instanceof RpcError) this.#take(id)?.reject(report);
        else this.#take(id)?.resolve(report as never);
      }
      return;
    }
    const message = readMessage<LeaderMessage>(frame);
    if (message.kind === 'answer') this.#takeAnswer(message);
    else if (message.kind === 'paused') this.#asked.get(message.id)?.watch?.onPause();
    else if (message.kind === 'refused') {
      for (const id of message.ids) this.#take(id)?.reject(new RefusedError('it does not lead'));
    } else if (message.kind === 'idle') this.isLeading = false;
    // A newer leader may say more than this member understands.
    else if (message.kind === 'leading' || message.kind === 'proposed') {
      if (message.kind === 'leading') this.isLeading = true;
      this.#options.onMessage(message);
    }
  }

  #takeAnswer({ id, text, ledgerIndex }: Extract<LeaderMessage, { kind: 'answer' }>): void {
    const told: ToldResult = { result: JSON.parse(text) as JsonObject, ledgerIndex };
    this.#take(id)?.resolve(told as never);
  }

  #watch(): void {
    const { clock, silenceMs } = this.#options;
    if (clock.elapsedMs() - this.#heardMs > silenceMs) {
      this.close();
      return;
    }
    this.#giveUp();
    this.#send({ kind: 'ping' });
  }

  /** What nobody waits for any more need not be worked out. */
  #giveUp(): void {
    for (const [id, asked] of this.#asked) {
      if (asked.isGivenUp || asked.watch?.isAbandoned() !== true) continue;
      asked.isGivenUp = true;
      this.#send({ kind: 'abandoned', id });
    }
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.isLeading = false;
    this.#timer.cancel();
    for (const { reject } of this.#asked.values()) reject(new BrokenLinkError('the connection ended'));
    this.#asked.clear();
    this.#options.onEnd();
  }
}
