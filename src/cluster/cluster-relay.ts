/**
 * Sends requests to the leader, here or on another member. While there is no leader, requests wait up to a timeout. A request
 * that was sent and not answered is sent again only if that is safe: it only reads, or it is a signed transaction, which takes
 * effect once however often it is submitted.
 */

import type { LedgerWait } from '../link/ledger-wait.ts';
import { proposedEventOf } from '../link/link-messages.ts';
import { BrokenLinkError, RefusedError } from '../link/request-link.ts';
import type { ClusterTransport } from '../link/transport.ts';
import type { SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { QueueMetrics } from '../node/queue/transaction-queue.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { EngineRelay, MainServices, RpcRequest } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { StreamListener, StreamSource } from '../rpc/streams/stream-source.ts';
import { streamSourceOf } from '../rpc/streams/stream-source.ts';
import type { ClusterMember, LogEnd } from '../storage/shared/cluster-store.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import type { KeepMessage } from './acknowledgements.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type HeardMessage, LeaderLink } from './leader-link.ts';
import type { LeaderPort } from './leader-port.ts';
import { metricsFromJson } from './messages.ts';

const REDIAL_MS = 100;
/** How long the leader's answer waits until this member has the same ledger. */
const FOLLOW_UP_MS = 2_000;
/** After so long what could not be kept is tried again, while the link lasts. */
const KEEP_AGAIN_MS = 250;

export interface ClusterRelayOptions {
  /** The member's name. */
  readonly name: string;
  readonly transport: ClusterTransport;
  readonly node: ClusterNode;
  readonly port: LeaderPort;
  readonly clock: Clock;
  readonly wait: LedgerWait;
  /** How long a request waits for a leader. */
  readonly timeoutMs: number;
  /** The link counts as broken after so long without a message from the leader. */
  readonly silenceMs: number;
  /** Called with the last ledger that the leader has confirmed, and its metrics. */
  readonly onLeading: (confirmed: LogEnd, metrics: QueueMetrics) => void;
  /** Called when a link reaches a leader, or the leader at its other end has another epoch. */
  readonly onReached: () => void;
  /** Called with what this member must keep on disk for the leader. Resolves with true when it is there. */
  readonly onKeep: (message: KeepMessage) => Promise<boolean>;
  /** True while the own chain differs from the log. */
  readonly isApart: () => boolean;
  /** Called when the leader cannot be reached. */
  readonly onUnreachable: () => void;
}

export class ClusterRelay implements EngineRelay, StreamSource {
  readonly #options: ClusterRelayOptions;
  readonly #listeners = new Set<StreamListener>();
  #leader: ClusterMember | undefined;
  #link: LeaderLink | undefined;
  /** That of the last leader that was reached. */
  #epoch = 0;
  /** The last link that reached a leader. */
  #reached: LeaderLink | undefined;
  #redial: ClockTimer | undefined;
  #waiting = new Set<() => void>();
  isClosed = false;

  constructor(options: ClusterRelayOptions) {
    this.#options = options;
  }

  /** The epoch of the leader at the other end of the link; 0 if none is reached. */
  get reachedEpoch(): number {
    return this.#link?.isLeading === true ? this.#epoch : 0;
  }

  get isApart(): boolean {
    return this.#options.isApart();
  }

  serve(services: MainServices): void {
    this.#options.port.serve(services);
  }

  /** Connects to the leader; undefined if none is known. */
  follow(leader: ClusterMember | undefined): void {
    const isSame = leader?.id === this.#leader?.id && leader?.address === this.#leader?.address;
    this.#leader = leader;
    if (!isSame || leader === undefined) this.#hangUp();
    if (leader !== undefined && this.#link === undefined) this.#dial(leader);
    this.#wakeWaiting();
  }

  /** A member reads its own store, which holds every ledger that it has announced. */
  catchUp(): void {}

  admit(request: RpcRequest): Promise<void> | undefined {
    return this.#options.wait.admit(request);
  }

  complete(request: RpcRequest, result: JsonObject): JsonObject {
    return this.#options.wait.complete(request, result);
  }

  async execute(request: RpcRequest): Promise<JsonObject> {
    const { wait } = this.#options;
    const mayRepeat = () => isHarmless(request) && request.watch?.isAbandoned() !== true;
    try {
      return await this.#withLeader(mayRepeat, {
        here: () => this.#options.port.execute(request),
        there: async (link) => {
          const { result, ledgerIndex } = await link.execute(request);
          // The client can read every ledger that the answer mentions from this member.
          await wait.until(ledgerIndex, FOLLOW_UP_MS);
          return result;
        },
      });
    } catch (error) {
      if (error instanceof RpcError) return error.toResult();
      throw error;
    }
  }

  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const { port, wait } = this.#options;
    let isSent = false;
    const submitted = this.#withLeader(() => true, {
      here: () => {
        isSent = true;
        return port.submit(transaction, options);
      },
      there: async (link) => {
        isSent = true;
        const outcome = await link.submit(transaction, options);
        // The client can read the ledger that holds it from this member.
        if (outcome.location !== undefined) await wait.until(outcome.location.ledgerIndex, FOLLOW_UP_MS);
        return outcome;
      },
    });
    return submitted.catch((error) => {
      // A leader that ended meanwhile may have passed it on.
      const isUnknown = isSent && error instanceof RpcError && error.token === 'notSynced';
      throw isUnknown ? new RpcError('notSynced', UNKNOWN_FATE) : error;
    });
  }

  listen(listener: StreamListener): () => void {
    const stop = streamSourceOf(this.#options.node).listen(listener);
    this.#listeners.add(listener);
    this.#link?.sendListening(true);
    return () => {
      stop();
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#link?.sendListening(false);
    };
  }

  close(): void {
    this.isClosed = true;
    this.#hangUp();
    this.#wakeWaiting();
  }

  async #withLeader<T>(
    mayRepeat: () => boolean,
    ways: { here: () => Promise<T>; there: (link: LeaderLink) => Promise<T> },
  ): Promise<T> {
    const { clock, node, timeoutMs } = this.#options;
    const endMs = clock.elapsedMs() + timeoutMs;
    for (;;) {
      try {
        if (node.isLeading) return await ways.here();
        if (this.#link?.isLeading === true) return await ways.there(this.#link);
      } catch (error) {
        const wasRefused = error instanceof RefusedError;
        const isBroken = error instanceof BrokenLinkError;
        if (isBroken && !mayRepeat()) throw new RpcError('notSynced', UNKNOWN_FATE);
        if (!wasRefused && !isBroken) throw error;
        await this.#change(REDIAL_MS);
      }
      const leftMs = endMs - clock.elapsedMs();
      if (leftMs <= 0 || this.isClosed) throw new RpcError('notSynced', NO_LEADER);
      if (!node.isLeading && this.#link?.isLeading !== true) await this.#change(leftMs);
    }
  }

  /** Resolves when the lead or the link has changed, or after a time. */
  #change(atMostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        timer.cancel();
        this.#waiting.delete(end);
        resolve();
      };
      const timer = this.#options.clock.after(atMostMs, end);
      this.#waiting.add(end);
    });
  }

  #wakeWaiting(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  #dial(leader: ClusterMember): void {
    const { transport, clock, silenceMs } = this.#options;
    if (this.isClosed) return;
    const link: LeaderLink = new LeaderLink({
      connection: transport.connect(leader.address),
      clock,
      silenceMs,
      onMessage: (message) => this.#receive(link, message),
      onEnd: () => this.#noteEnd(link),
    });
    this.#link = link;
    if (this.#listeners.size > 0) link.sendListening(true);
  }

  #noteEnd(link: LeaderLink): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#options.onUnreachable();
    const leader = this.#leader;
    if (leader === undefined || this.isClosed) return;
    this.#redial?.cancel();
    this.#redial = this.#options.clock.after(REDIAL_MS, () => {
      if (this.#link === undefined && this.#leader !== undefined) this.#dial(this.#leader);
    });
  }

  #hangUp(): void {
    this.#redial?.cancel();
    const link = this.#link;
    this.#link = undefined;
    link?.close();
  }

  #receive(link: LeaderLink, message: HeardMessage): void {
    switch (message.kind) {
      case 'leading': {
        const { epoch, ledgerIndex, hash, metrics } = message;
        const isNew = this.#reached !== link || this.#epoch !== epoch;
        this.#epoch = epoch;
        this.#reached = link;
        this.#options.onLeading({ ledgerIndex, hash }, metricsFromJson(metrics));
        this.#wakeWaiting();
        // Two leaders may have one epoch, if the database lost the first taking of it.
        if (isNew) this.#options.onReached();
        break;
      }
      case 'confirmed':
      case 'keep':
        void this.#keep(link, message);
        break;
      case 'proposed': {
        const event = proposedEventOf(message);
        for (const listener of this.#listeners) listener.onProposed(event);
      }
    }
  }

  async #keep(link: LeaderLink, message: KeepMessage): Promise<void> {
    const { name, clock, wait, onKeep } = this.#options;
    while (this.#link === link) {
      if (message.kind === 'confirmed') await wait.until(message.ledgerIndex - 1, KEEP_AGAIN_MS);
      if (await onKeep(message).catch(() => false)) {
        link.sendHas(message.key, name);
        return;
      }
      await new Promise<void>((resolve) => void clock.after(KEEP_AGAIN_MS, resolve).unref());
    }
  }
}

const NO_LEADER =
  'No member of the cluster leads it now, so nothing can be submitted, and the open ledger cannot be read. ' +
  'What is validated can still be read. Try again later.';
const UNKNOWN_FATE =
  'The connection to the leader of the cluster ended before its answer came. Whether the request took effect is not known.';

/** Methods that would take effect twice if they were sent twice. A signed transaction takes effect once. */
const CHANGING: ReadonlySet<string> = new Set(['ledger_accept', 'stop']);

function isHarmless({ method, params }: RpcRequest): boolean {
  if (method === 'submit') return params.tx_blob !== undefined;
  return !CHANGING.has(method);
}
