/**
 * The short way for connections whose requests are all short ones (`short-request.ts`): they are read and answered here,
 * one after the other, each with one write, at half of what it costs to make Node's objects of them. A connection that
 * sends anything else, or sends before it was answered, or nothing at all, is handed over to Node's HTTP server with what
 * it has sent, and stays there.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { releasePooled } from '../../util/buffer-pool.ts';
import type { Clock, ClockTimer } from '../../util/clock.ts';
import type { Pacer } from '../../util/steps.ts';
import type { Caller } from '../admission/caller.ts';
import type { PortCounts } from '../admission/client-counts.ts';
import type { ConnectionGuard } from '../admission/connection-guard.ts';
import type { ServerLimits } from '../admission/limits.ts';
import { type AnswerBytes, JSON_TYPE, LONG_ANSWER_BYTES, writeAnswer, writeLongAnswer } from './long-answer.ts';
import { type SenderHeaders, ShortRequestReader } from './short-request.ts';

/** A request that came over such a connection. */
export interface ShortExchange {
  readonly text: string;
  readonly caller: Caller;
  /** True when nobody waits for the answer any more. */
  isAbandoned(): boolean;
  /** Sends the answer. Throws `RequestRefusal` if there is no room for it. */
  send(status: number, body: AnswerBytes, headers?: Readonly<Record<string, string>>): Promise<void> | undefined;
}

export interface ShortConnectionsOptions {
  readonly limits: ServerLimits;
  readonly guard: ConnectionGuard;
  readonly counts: Pick<PortCounts, 'bodies'>;
  readonly clock: Clock;
  readonly pacer: Pacer | undefined;
  /** Who is asking. */
  callerOf(socket: Socket, sender: SenderHeaders): Caller;
  /** Counts a long answer until it is read, or its client gone: the function is then called. */
  takeRoom(caller: Caller, bytes: number): (() => void) | undefined;
  /** More lines of every answer's head: names and values in turn. */
  moreHeaders(): readonly string[];
  /** Answers. Never rejects; undefined where that is done when it returns. */
  answer(exchange: ShortExchange): Promise<void> | undefined;
}

/** What a `Server` calls for each connection. */
type ConnectionListener = (this: Server, socket: Socket) => void;

export class ShortConnections {
  readonly #server: Server;
  readonly #options: ShortConnectionsOptions;
  readonly #takeOver: ConnectionListener;
  readonly #connections = new Set<ShortConnection>();
  #check: ClockTimer | undefined;
  readonly reader: ShortRequestReader;
  #date = '';
  #dateEndsMs = 0;

  /** Takes all connections of a server without TLS, before its own listener gets them. */
  constructor(server: Server, options: ShortConnectionsOptions) {
    this.#server = server;
    this.#options = options;
    this.reader = new ShortRequestReader(options.limits);
    [this.#takeOver] = server.listeners('connection') as [ConnectionListener];
    server.off('connection', this.#takeOver);
  }

  /** To be called for each connection, when it was counted. */
  take(socket: Socket): void {
    if (socket.destroyed) return;
    const { clock, limits } = this.#options;
    this.#check ??= clock.every(limits.checkIntervalMs, () => this.#lookAfterAll()).unref();
    const connection = new ShortConnection(socket, this.#options, this);
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
  }

  /** Gives a connection to Node's server, with what it has sent. */
  handOver(connection: ShortConnection, socket: Socket, piece: Buffer | undefined): void {
    this.#connections.delete(connection);
    if (socket.destroyed) return;
    if (piece !== undefined) socket.unshift(piece);
    this.#takeOver.call(this.#server, socket);
    socket.resume();
  }

  /** The lines of an answer's head behind its length, and the empty line. */
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

  /** The server listens no more: connections without a request end now, the others with their answer. */
  close(): void {
    this.#check?.cancel();
    for (const connection of this.#connections) connection.endIdle();
  }

  /** Ends all that are left. */
  destroy(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  #lookAfterAll(): void {
    for (const connection of this.#connections) connection.lookAfter();
  }
}

class ShortConnection {
  readonly #socket: Socket;
  readonly #options: ShortConnectionsOptions;
  readonly #all: ShortConnections;
  #sender: SenderHeaders | undefined;
  #caller: Caller | undefined;
  #isAnswering = false;
  /** Came while a request was being answered. */
  #early: Buffer | undefined;
  /** How often it was looked after since the last request; before the first one that counts too. */
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

  /** One that has sent nothing is Node's to wait for; one that was answered may be idle for so long. */
  lookAfter(): void {
    if (this.#isAnswering) return;
    const { checkIntervalMs, keepAliveTimeoutMs } = this.#options.limits;
    this.#checks += 1;
    if (this.#caller === undefined) this.#handOver(undefined);
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
      this.#handOver(piece);
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
    const done = this.#options.answer({
      text,
      caller,
      isAbandoned: () => this.#isGone,
      send: (status, body, headers) => this.#send(caller, status, body, headers),
    });
    if (done === undefined) this.#goOn();
    else void done.then(() => this.#goOn());
  }

  get #isGone(): boolean {
    return !this.#socket.writable;
  }

  /** After an answer. */
  #goOn(): void {
    this.#isAnswering = false;
    if (!this.#all.isListening) this.#socket.end();
    else if (this.#early !== undefined) this.#handOver(this.#early);
  }

  #send(
    caller: Caller,
    status: number,
    { text, length }: AnswerBytes,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> | undefined {
    if (this.#isGone) return undefined;
    const socket = this.#socket;
    const leaveRoom = this.#options.takeRoom(caller, length);
    const flushed =
      leaveRoom === undefined && typeof text === 'string' ? this.#onFlushed : () => this.#whenRead(text, leaveRoom);
    const head = `${headLines(status, headers)}${length}${this.#all.endOfHead()}`;
    let writing: Promise<void> | undefined;
    // Plain ASCII, as nearly every answer is, is cheaper to copy as Latin-1.
    if (typeof text === 'string') socket.write(head + text, length === text.length ? 'latin1' : 'utf8', flushed);
    else if (length <= LONG_ANSWER_BYTES) {
      writeAnswer(socket, [Buffer.from(head), ...text]);
      socket.write('', flushed);
    } else {
      socket.write(head);
      writing = writeLongAnswer(socket, text, this.#options.pacer).then(() => void socket.write('', flushed));
    }
    // When all is sent, the time that a connection may be idle takes over.
    if (socket.writableLength > 0) socket.setTimeout(this.#options.limits.stallMs);
    return writing;
  }

  #whenRead(text: AnswerBytes['text'], leaveRoom: (() => void) | undefined): void {
    if (typeof text !== 'string') text.forEach(releasePooled);
    leaveRoom?.();
    this.#onFlushed();
  }

  #handOver(piece: Buffer | undefined): void {
    const socket = this.#socket;
    this.#early = undefined;
    socket.setTimeout(0);
    socket
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('timeout', this.#onTimeout)
      .off('error', this.#onError);
    this.#all.handOver(this, socket, piece);
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

/** All that stands before the length. */
function linesOf(status: number, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ ...headers, 'content-type': JSON_TYPE });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  // Not imported: see `plain-or-tls.ts`.
  const reason = status === 200 ? 'OK' : process.getBuiltinModule('node:http').STATUS_CODES[status];
  return `HTTP/1.1 ${status} ${reason}\r\n${text}content-length: `;
}
