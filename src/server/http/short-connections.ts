/**
 * Serves connections whose requests are all short (`short-request.ts`), one request at a time and each answer with one write. That costs
 * half of what Node's objects for a request and a response cost (bench/RESULTS.md). A connection that sends anything else, sends before
 * it has its answer, or sends nothing, moves to Node's HTTP server with the bytes that it has sent, and stays there.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Awaitable, andThen } from '../../util/awaitable.ts';
import { releasePooled } from '../../util/buffer-pool.ts';
import type { Clock, ClockTimer } from '../../util/clock.ts';
import type { Pacer } from '../../util/steps.ts';
import type { Caller } from '../admission/caller.ts';
import type { PortCounts } from '../admission/client-counts.ts';
import type { ConnectionGuard } from '../admission/connection-guard.ts';
import type { ServerLimits } from '../admission/limits.ts';
import type { OwnHosts } from '../admission/own-hosts.ts';
import { type AnswerBytes, JSON_TYPE, LONG_ANSWER_BYTES, writeAnswer, writeLongAnswer } from './long-answer.ts';
import { type SenderHeaders, ShortRequestReader } from './short-request.ts';

/** A request on such a connection. */
export interface ShortExchange {
  readonly text: string;
  readonly caller: Caller;
  /** True after the client has disconnected. */
  isAbandoned(): boolean;
  /** Sends the answer. Throws `RequestRefusal` if there is no room for it. */
  send(status: number, body: AnswerBytes, headers?: Readonly<Record<string, string>>): Awaitable<void>;
}

export interface ShortConnectionsOptions {
  readonly limits: ServerLimits;
  readonly guard: ConnectionGuard;
  readonly counts: Pick<PortCounts, 'bodies'>;
  readonly hosts: OwnHosts;
  readonly clock: Clock;
  readonly pacer: Pacer | undefined;
  callerOf(socket: Socket, sender: SenderHeaders): Caller;
  /** Counts a long answer as unread; the returned function ends that. */
  takeRoom(caller: Caller, bytes: number): (() => void) | undefined;
  /** More headers of every answer: names and values in turn. */
  moreHeaders(): readonly string[];
  /** Answers. Never throws or rejects. */
  answer(exchange: ShortExchange): Awaitable<void>;
}

/** The listener by which a `Server` begins to serve a connection. */
type ConnectionListener = (this: Server, socket: Socket) => void;

export class ShortConnections {
  readonly #server: Server;
  readonly #options: ShortConnectionsOptions;
  readonly #serveByNode: ConnectionListener;
  readonly #connections = new Set<ShortConnection>();
  #check: ClockTimer | undefined;
  readonly reader: ShortRequestReader;
  #date = '';
  #dateEndsMs = 0;

  /** Removes the connection listener of a server without TLS, so that connections reach Node.js only through `moveToNode`. */
  constructor(server: Server, options: ShortConnectionsOptions) {
    this.#server = server;
    this.#options = options;
    this.reader = new ShortRequestReader(options.limits, options.hosts);
    [this.#serveByNode] = server.listeners('connection') as [ConnectionListener];
    server.off('connection', this.#serveByNode);
  }

  /** Call this for each connection, after it was counted. */
  take(socket: Socket): void {
    if (socket.destroyed) return;
    const { clock, limits } = this.#options;
    this.#check ??= clock.every(limits.checkIntervalMs, () => this.#checkAll()).unref();
    const connection = new ShortConnection(socket, this.#options, this);
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
  }

  /** Lets Node's server serve a connection from now on, beginning with `piece`. */
  moveToNode(connection: ShortConnection, socket: Socket, piece: Buffer | undefined): void {
    this.#connections.delete(connection);
    if (socket.destroyed) return;
    if (piece !== undefined) socket.unshift(piece);
    this.#serveByNode.call(this.#server, socket);
    socket.resume();
  }

  /** The head of an answer after the content length, with the empty line at its end. */
  endOfHead(): string {
    const nowMs = this.#options.clock.nowMs();
    if (nowMs >= this.#dateEndsMs || nowMs < this.#dateEndsMs - 1_000) {
      this.#dateEndsMs = nowMs - (nowMs % 1_000) + 1_000;
      this.#date = `\r\nDate: ${new Date(nowMs).toUTCString()}\r\n`;
    }
    const more = linesOfPairs(this.#options.moreHeaders());
    if (!this.#server.listening) return `${this.#date}${more}Connection: close\r\n\r\n`;
    const seconds = Math.floor(this.#options.limits.keepAliveTimeoutMs / 1_000);
    return `${this.#date}${more}Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`;
  }

  /** Ends connections without a request now, and the others after their answer. Call this when the server has stopped listening. */
  close(): void {
    this.#check?.cancel();
    for (const connection of this.#connections) connection.endIdle();
  }

  /** Ends all connections at once. */
  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  #checkAll(): void {
    for (const connection of this.#connections) connection.check();
  }
}

class ShortConnection {
  readonly #socket: Socket;
  readonly #options: ShortConnectionsOptions;
  readonly #all: ShortConnections;
  #sender: SenderHeaders | undefined;
  #caller: Caller | undefined;
  #isAnswering = false;
  /** Bytes that arrived while a request was being answered. */
  #early: Buffer | undefined;
  /** Number of checks since the last request, or since the connection began. */
  #checks = 0;
  readonly #onData = (piece: Buffer) => this.#take(piece);
  readonly #onEnd = () => this.#socket.end();
  readonly #onTimeout = () => this.#socket.destroy();
  readonly #onError = () => {};
  readonly #onFlushed = () => {
    if (this.#socket.timeout) this.#socket.setTimeout(0);
  };

  constructor(socket: Socket, options: ShortConnectionsOptions, all: ShortConnections) {
    this.#socket = socket;
    this.#options = options;
    this.#all = all;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('timeout', this.#onTimeout).on('error', this.#onError);
  }

  /** Moves a connection that has sent nothing to Node.js, which has the timeouts for that, and ends one that was idle for too long. */
  check(): void {
    if (this.#isAnswering) return;
    const { checkIntervalMs, keepAliveTimeoutMs } = this.#options.limits;
    this.#checks += 1;
    if (this.#caller === undefined) this.#moveToNode(undefined);
    else if ((this.#checks - 1) * checkIntervalMs >= keepAliveTimeoutMs) this.#socket.destroy();
  }

  endIdle(): void {
    if (!this.#isAnswering) this.#socket.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #take(piece: Buffer): void {
    const socket = this.#socket;
    if (this.#isAnswering) {
      this.#early = this.#early === undefined ? piece : Buffer.concat([this.#early, piece]);
      socket.pause();
      return;
    }
    const { guard, counts } = this.#options;
    const request = guard.isSurplus(socket) || socket.writableLength > 0 ? undefined : this.#all.reader.read(piece);
    if (request === undefined || !counts.bodies.take(request.head.contentLength)) {
      this.#moveToNode(piece);
      return;
    }
    counts.bodies.giveBack(request.head.contentLength);
    const { sender } = request.head;
    if (sender !== this.#sender || this.#caller === undefined) this.#caller = this.#options.callerOf(socket, sender);
    this.#sender = sender;
    this.#checks = 0;
    this.#isAnswering = true;
    this.#answer(piece.toString('utf8', request.bodyAt), this.#caller);
  }

  #answer(text: string, caller: Caller): void {
    const answered = this.#options.answer({
      text,
      caller,
      isAbandoned: () => this.#isGone,
      send: (status, body, headers) => this.#send(caller, status, body, headers),
    });
    void andThen(answered, () => this.#answered());
  }

  get #isGone(): boolean {
    return !this.#socket.writable;
  }

  #answered(): void {
    this.#isAnswering = false;
    if (!this.#all.isListening) this.#socket.end();
    else if (this.#early !== undefined) this.#moveToNode(this.#early);
  }

  #send(
    caller: Caller,
    status: number,
    { text, length }: AnswerBytes,
    headers: Readonly<Record<string, string>> = {},
  ): Awaitable<void> {
    if (this.#isGone) return undefined;
    const socket = this.#socket;
    const giveRoomBack = this.#options.takeRoom(caller, length);
    const flushed =
      giveRoomBack === undefined && typeof text === 'string'
        ? this.#onFlushed
        : () => this.#longAnswerSent(text, giveRoomBack);
    const head = `${headLines(status, headers)}${length}${this.#all.endOfHead()}`;
    let writing: Promise<void> | undefined;
    // Nearly every answer is ASCII, which is cheaper to copy as Latin-1.
    if (typeof text === 'string') socket.write(head + text, length === text.length ? 'latin1' : 'utf8', flushed);
    else if (length <= LONG_ANSWER_BYTES) {
      writeAnswer(socket, [Buffer.from(head), ...text]);
      socket.write('', flushed);
    } else {
      socket.write(head);
      writing = writeLongAnswer(socket, text, this.#options.pacer).then(() => void socket.write('', flushed));
    }
    // When all is sent, `check` ends the connection if it is idle for too long.
    if (socket.writableLength > 0) socket.setTimeout(this.#options.limits.stallMs);
    return writing;
  }

  #longAnswerSent(text: AnswerBytes['text'], giveRoomBack: (() => void) | undefined): void {
    if (typeof text !== 'string') text.forEach(releasePooled);
    giveRoomBack?.();
    this.#onFlushed();
  }

  #moveToNode(piece: Buffer | undefined): void {
    const socket = this.#socket;
    this.#early = undefined;
    socket.setTimeout(0);
    socket
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('timeout', this.#onTimeout)
      .off('error', this.#onError);
    this.#all.moveToNode(this, socket, piece);
  }
}

function linesOfPairs(pairs: readonly string[]): string {
  let text = '';
  for (let at = 0; at < pairs.length; at += 2) text += `${pairs[at]}: ${pairs[at + 1]}\r\n`;
  return text;
}

const OK_LINES = linesOf(200, {});

function headLines(status: number, headers: Readonly<Record<string, string>>): string {
  return status === 200 ? OK_LINES : linesOf(status, headers);
}

/** The head of an answer up to the value of the content length. */
function linesOf(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headers, 'content-type': JSON_TYPE });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // Not imported: see `plain-or-tls.ts`.
  const reason = status === 200 ? 'OK' : process.getBuiltinModule('node:http').STATUS_CODES[status];
  return `HTTP/1.1 ${status} ${reason}\r\n${text}content-length: `;
}
