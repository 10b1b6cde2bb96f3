/** The leader's end of the way to the others: answers what they pass on, and tells them of ledgers and of what is on its way. */

import { TakenSubmissions } from '../front/taken-submissions.ts';
import type { LedgerWait } from '../link/ledger-wait.ts';
import { readSubmissions } from '../link/submission-frames.ts';
import type { ClusterTransport, LinkConnection } from '../link/transport.ts';
import { jsonLine } from '../rpc/json/raw-json.ts';
import type { RpcServices } from '../rpc/method/context.ts';
import { EngineNeededError } from '../rpc/method/engine-relay.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { execute } from '../rpc/method/execute.ts';
import type { RequestWatch } from '../rpc/method/long-work.ts';
import { submitVerified } from '../rpc/signing/submission.ts';
import { type ProposedEvent, proposedEvent } from '../rpc/streams/stream-source.ts';
import type { ClusterNode } from './cluster-node.ts';
import {
  bytesFrame,
  type FollowerMessage,
  FRAME,
  type LeaderMessage,
  messageFrame,
  metricsToJson,
  readMessage,
} from './messages.ts';

export interface LeaderPortOptions {
  readonly transport: ClusterTransport;
  readonly node: ClusterNode;
  readonly epoch: () => number;
  readonly wait: LedgerWait;
}

/** How long the leader waits for a ledger that a follower had sooner. */
const DEMAND_MS = 5_000;

export class LeaderPort {
  readonly #options: LeaderPortOptions;
  readonly #followers = new Set<Follower>();
  #services: RpcServices | undefined;
  #isClosed = false;

  constructor(options: LeaderPortOptions) {
    this.#options = options;
    const { node, transport } = options;
    transport.onConnection((connection) => this.#accept(connection));
    node.onValidated(() => this.announce());
    node.onProposed((transaction, result) => {
      if (this.#isListenedTo) this.#propose(proposedEvent(node, transaction, result));
    });
  }

  /** What requests of others are run with. */
  serve(services: RpcServices): void {
    this.#services = { ...services, relay: undefined };
  }

  get followerCount(): number {
    return this.#followers.size;
  }

  /** Runs a request here. Throws an `EngineNeededError` if this member does not lead, or no longer. */
  async execute(request: Parameters<typeof execute>[1]): ReturnType<typeof execute> {
    const { node, wait } = this.#options;
    if (this.#services === undefined || !node.isLeading) throw new EngineNeededError('it does not lead');
    await wait.admit(request, DEMAND_MS);
    return wait.complete(request, await execute(this.#services, request));
  }

  /** Says that this member leads, if it does, and how far it is. */
  announce(): void {
    const { node } = this.#options;
    if (!node.isLeading || this.#followers.size === 0) return;
    const frame = this.#leadingFrame();
    for (const follower of this.#followers) follower.sendFrame(frame);
  }

  /** Says to one of them whether this member leads. */
  announceTo(follower: { sendFrame(frame: Uint8Array): void }): void {
    follower.sendFrame(this.#options.node.isLeading ? this.#leadingFrame() : messageFrame({ kind: 'idle' }));
  }

  close(): void {
    this.#isClosed = true;
    for (const follower of this.#followers) follower.close();
  }

  get #isListenedTo(): boolean {
    for (const { isListening } of this.#followers) if (isListening) return true;
    return false;
  }

  #leadingFrame(): Uint8Array {
    const { node, epoch } = this.#options;
    const { ledgerIndex } = node.validated;
    return messageFrame({ kind: 'leading', epoch: epoch(), ledgerIndex, metrics: metricsToJson(node.metrics()) });
  }

  #accept(connection: LinkConnection): void {
    if (this.#isClosed) {
      connection.close();
      return;
    }
    const follower = new Follower(connection, this.#options.node, this);
    this.#followers.add(follower);
    connection.onClosed(() => {
      this.#followers.delete(follower);
      follower.noteGone();
    });
    this.announceTo(follower);
  }

  #propose(event: ProposedEvent): void {
    const messages = ([1, 2] as const).map((apiVersion) => event.message(apiVersion).toString());
    const frame = messageFrame({ kind: 'proposed', mentioned: [...event.mentioned], messages });
    for (const follower of this.#followers) if (follower.isListening) follower.sendFrame(frame);
  }
}

/** One that follows, as the leader sees it. */
class Follower {
  readonly #connection: LinkConnection;
  readonly #node: ClusterNode;
  readonly #port: LeaderPort;
  readonly #submissions: TakenSubmissions;
  /** Requests under way, and whether nobody waits for their answers any more. */
  readonly #underWay = new Map<number, { isAbandoned: boolean }>();
  #isGone = false;
  isListening = false;

  constructor(connection: LinkConnection, node: ClusterNode, port: LeaderPort) {
    this.#connection = connection;
    this.#node = node;
    this.#port = port;
    this.#submissions = new TakenSubmissions({
      submit: (transaction, options) => submitVerified(node, transaction, options),
      faultOf: (error, id) => this.#faultOf(error, id),
      send: (reports) => connection.send(bytesFrame(FRAME.reports, reports)),
    });
    connection.onFrame((frame) => this.#receive(frame));
  }

  sendFrame(frame: Uint8Array): void {
    this.#connection.send(frame);
  }

  close(): void {
    this.noteGone();
    this.#connection.close();
  }

  /** Nobody hears any more what is still worked out for it. */
  noteGone(): void {
    this.#isGone = true;
  }

  #send(message: LeaderMessage): void {
    this.#connection.send(messageFrame(message));
  }

  #receive(frame: Uint8Array): void {
    if (frame[0] === FRAME.submissions) {
      for (const submission of readSubmissions(frame.subarray(1))) void this.#submissions.take(submission);
      return;
    }
    const message = readMessage<FollowerMessage>(frame);
    if (message.kind === 'request') void this.#answer(message);
    else if (message.kind === 'abandoned') this.#abandon(message.id);
    else if (message.kind === 'streams') this.isListening = message.isListening;
    else if (message.kind === 'ping') this.#port.announceTo(this);
  }

  /** The answer may have gone out meanwhile; then there is nothing to note. */
  #abandon(id: number): void {
    const fate = this.#underWay.get(id);
    if (fate !== undefined) fate.isAbandoned = true;
  }

  async #answer(asked: Extract<FollowerMessage, { kind: 'request' }>): Promise<void> {
    const { id, method, params, apiVersion, role } = asked;
    try {
      const text = jsonLine(await this.#port.execute({ method, params, apiVersion, role, watch: this.#watch(id) }));
      const { ledgerIndex } = this.#node.validated;
      this.#send({ kind: 'answer', id, ledgerIndex, text: typeof text === 'string' ? text : text.toString() });
    } catch (error) {
      if (error instanceof EngineNeededError) this.#send({ kind: 'refused', ids: [id] });
      else this.#sendFault(id, error instanceof RpcError ? error : new RpcError('internal'));
    } finally {
      this.#underWay.delete(id);
    }
  }

  #watch(id: number): RequestWatch {
    const fate = { isAbandoned: false };
    this.#underWay.set(id, fate);
    let hasPaused = false;
    return {
      isAbandoned: () => fate.isAbandoned || this.#isGone,
      onPause: () => {
        if (!hasPaused) this.#send({ kind: 'paused', id });
        hasPaused = true;
      },
    };
  }

  #sendFault(id: number, fault: RpcError): void {
    const { ledgerIndex } = this.#node.validated;
    this.#send({ kind: 'answer', id, ledgerIndex, text: JSON.stringify(fault.toResult()) });
  }

  /** What fails because the lead was lost in the middle is the next leader's to do. */
  #faultOf(error: unknown, id: number): RpcError | undefined {
    if (error instanceof EngineNeededError || !this.#node.isLeading) {
      this.#send({ kind: 'refused', ids: [id] });
      return undefined;
    }
    return error instanceof RpcError ? error : new RpcError('internal');
  }
}
