/** The leader's end of the links to its followers: runs their requests, and sends them its state and its streams. */

import type { LedgerWait } from '../link/ledger-wait.ts';
import { proposedMessage } from '../link/link-messages.ts';
import { RefusedError } from '../link/request-link.ts';
import { RequestPort } from '../link/request-port.ts';
import type { ClusterTransport, LinkConnection } from '../link/transport.ts';
import { LeadLostError } from '../node/ledger-node.ts';
import type { SubmitOptions, SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import { execute } from '../rpc/execute.ts';
import type { MainServices, RpcRequest } from '../rpc/method/context.ts';
import { withRpcErrors } from '../rpc/signing/submission.ts';
import { proposedEvent } from '../rpc/streams/stream-source.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { ClusterNode } from './cluster-node.ts';
import { type FollowerMessage, frameOf, type LeaderMessage, metricsToJson, readFrame } from './messages.ts';

export interface LeaderPortOptions {
  readonly transport: ClusterTransport;
  readonly node: ClusterNode;
  readonly epoch: () => number;
  readonly wait: LedgerWait;
  readonly acknowledgements: Acknowledgements;
}

interface Follower {
  readonly connection: LinkConnection;
  readonly requests: RequestPort;
  /** True while it receives messages of streams. */
  isListening: boolean;
}

/** How long the leader waits for a ledger that a follower already has. */
const DEMAND_MS = 5_000;

export class LeaderPort {
  readonly #options: LeaderPortOptions;
  readonly #followers = new Set<Follower>();
  #services: MainServices | undefined;
  #isClosed = false;

  constructor(options: LeaderPortOptions) {
    this.#options = options;
    const { node, transport, acknowledgements } = options;
    acknowledgements.onNeed = (message) => {
      for (const follower of this.#followers) this.#send(follower, message);
    };
    transport.onConnection((connection) => this.#accept(connection));
    node.onValidated(() => this.announce());
    node.onProposed((...proposed) => {
      const listening = [...this.#followers].filter(({ isListening }) => isListening);
      if (listening.length === 0) return;
      const message = proposedMessage(proposedEvent(...proposed));
      for (const follower of listening) this.#send(follower, message);
    });
  }

  /** Sets the services that requests run with. */
  serve(services: MainServices): void {
    this.#services = { ...services, relay: undefined };
  }

  get followerCount(): number {
    return this.#followers.size;
  }

  /** Runs a request here. Rejects with a `RefusedError` if this member does not lead. */
  async execute(request: RpcRequest): Promise<JsonObject> {
    const { node, wait } = this.#options;
    const { engine } = node;
    if (this.#services === undefined || engine === undefined) throw new RefusedError('this member does not lead');
    const admitted = wait.admit(request, DEMAND_MS);
    if (admitted !== undefined) await admitted;
    try {
      return wait.complete(request, await execute({ ...this.#services, engine }, request));
    } catch (error) {
      throw error instanceof LeadLostError ? new RefusedError('this member no longer leads') : error;
    }
  }

  /** Submits a transaction here. Rejects with a `RefusedError` if this member does not lead or lost the lead meanwhile. */
  async submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    const { node } = this.#options;
    const { engine } = node;
    if (engine === undefined) throw new RefusedError('this member does not lead');
    try {
      return await withRpcErrors(() => engine.submit(transaction, options));
    } catch (error) {
      throw node.isLeading ? error : new RefusedError('this member no longer leads');
    }
  }

  /** Sends all followers the last ledger and the metrics, if this member leads. */
  announce(): void {
    if (!this.#options.node.isLeading) return;
    for (const follower of this.#followers) this.#send(follower, this.#announcement());
  }

  close(): void {
    this.#isClosed = true;
    for (const { requests, connection } of this.#followers) {
      requests.end();
      connection.close();
    }
  }

  #announcement(): LeaderMessage {
    const { node, epoch } = this.#options;
    if (!node.isLeading) return { kind: 'idle' };
    const { ledgerIndex, hash } = node.validated;
    return { kind: 'leading', epoch: epoch(), ledgerIndex, hash, metrics: metricsToJson(node.metrics()) };
  }

  #accept(connection: LinkConnection): void {
    if (this.#isClosed) {
      connection.close();
      return;
    }
    const requests = new RequestPort({
      send: (message) => connection.send(frameOf(message)),
      execute: (request) => this.execute(request),
      submit: (transaction, options) => this.submit(transaction, options),
      ledgerIndex: () => this.#options.node.validated.ledgerIndex,
      log: { error: (details, message) => this.#services?.log.error(details, message) },
    });
    const follower: Follower = { connection, requests, isListening: false };
    this.#followers.add(follower);
    connection.onFrame((frame) => this.#receive(follower, readFrame(frame)));
    connection.onClosed(() => {
      this.#followers.delete(follower);
      requests.end();
    });
    this.#send(follower, this.#announcement());
    for (const message of this.#options.acknowledgements.open) this.#send(follower, message);
  }

  #receive(follower: Follower, message: FollowerMessage): void {
    switch (message.kind) {
      case 'request':
      case 'submissions':
      case 'abandoned':
        follower.requests.receive(message);
        break;
      case 'streams':
        follower.isListening = message.isListening;
        break;
      case 'has':
        this.#options.acknowledgements.noteHas(message.key, message.member);
        break;
      case 'ping':
        this.#send(follower, this.#announcement());
    }
  }

  #send({ connection }: Follower, message: LeaderMessage): void {
    connection.send(frameOf(message));
  }
}
