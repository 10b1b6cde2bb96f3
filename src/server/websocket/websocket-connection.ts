/**
 * One WebSocket connection: requests in, answers and stream messages out. In both directions the server holds no more than its limits:
 * it reads no requests while too many answers are due, and writes messages only as fast as the client reads. A connection whose client
 * does not read is closed with the reason.
 */

import type { WebSocket } from 'ws';
import type { JsonObject } from '../../protocol/values.ts';
import { jsonLine } from '../../rpc/json/raw-json.ts';
import type { RpcServices } from '../../rpc/method/context.ts';
import type { RequestWatch } from '../../rpc/method/long-work.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import type { StreamHub } from '../../rpc/streams/stream-hub.ts';
import type { StreamSink, Subscription } from '../../rpc/streams/subscription.ts';
import type { Pacer } from '../../util/steps.ts';
import type { Caller } from '../admission/caller.ts';
import type { ServerLimits } from '../admission/limits.ts';
import type { RequestGate } from '../admission/request-gate.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import { TokenBucket } from '../admission/token-bucket.ts';
import { answerFlat, refuseFlat } from '../envelopes/command-envelope.ts';
import { JsonFault, LONG_TEXT, parseJson } from '../envelopes/strict-json.ts';
import { MessageQueue } from './message-queue.ts';
import type { Reader, UnreadMessages } from './unread-messages.ts';

/** Close codes of RFC 6455 and its registry. */
export const CloseCode = { goingAway: 1001, policyViolation: 1008 } as const;

export interface ConnectionOptions {
  readonly services: RpcServices;
  readonly streams: StreamHub;
  readonly caller: Caller;
  readonly limits: ServerLimits;
  readonly gate: RequestGate;
  /** The unread bytes of all connections. */
  readonly unread: UnreadMessages;
}

/** Messages before other connections get their turn. */
const SENDS_A_TURN = 32;
/** Requests that may wait here; with so many, the server reads no more. */
const MAX_INBOX = 64;
/** How long a client may take to answer a close. */
const CLOSE_GRACE_MS = 2_000;

export class WebSocketConnection implements StreamSink, Reader {
  readonly #socket: WebSocket;
  readonly #options: ConnectionOptions;
  readonly #subscription: Subscription;
  readonly #inbox: string[] = [];
  readonly #outbox = new MessageQueue();
  readonly #messages = new TokenBucket();
  /** Bytes that count as unread. */
  #unreadBytes = 0;
  #refusalsInARow = 0;
  #requestsUnderWay = 0;
  #isWorking = false;
  #isAlive = true;
  #isClosing = false;
  #lastPingMs: number;
  #lastSentMs: number;

  constructor(socket: WebSocket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#subscription = options.streams.open(this, options.limits.subscriptions);
    options.unread.include(this);
    this.#lastPingMs = this.#lastSentMs = this.#nowMs;
    socket.on('message', (data: Buffer) => this.#receive(data.toString()));
    socket.on('pong', () => this.#takeControl());
    // Only while the client reads, because it may send pings faster than it reads pongs.
    socket.on('ping', (data: Buffer) => {
      if (this.#takeControl() && socket.bufferedAmount < options.limits.socketBytes) socket.pong(data);
    });
    // The library has sent the reason. What the client still sends is read and dropped: otherwise the system would reset the
    // connection, and the client might not receive the reason.
    socket.on('error', () => this.close(CloseCode.policyViolation, ''));
    socket.on('close', () => this.#end());
  }

  /** Bytes that its client has not read; 0 once the server has begun to close it. */
  get unreadBytes(): number {
    return this.#unreadBytes;
  }

  /** False once the server has begun to close it. */
  get isOpen(): boolean {
    return !this.#isClosing;
  }

  get #nowMs(): number {
    return this.#options.services.clock.elapsedMs();
  }

  push(message: Buffer): void {
    if (this.#isClosing) return;
    this.#outbox.push(message);
    if (this.#outbox.bytes > this.#options.limits.queueBytes) {
      this.closeSlow(`${this.#outbox.bytes} bytes wait to be read`);
    }
  }

  wake(): void {
    const { limits } = this.#options;
    if (this.#isClosing) return;
    if (this.#socket.bufferedAmount === 0) this.#lastSentMs = this.#nowMs;
    for (let sent = 0; this.#socket.bufferedAmount < limits.socketBytes; sent++) {
      if (sent === SENDS_A_TURN) {
        this.#subscription.wakeSoon();
        break;
      }
      const message = this.#outbox.shift() ?? this.#subscription.next();
      if (message === undefined) break;
      this.#socket.send(message, { binary: false }, this.#onSent);
    }
    this.#holdUnread();
    void this.#work();
  }

  /** Closes the connection if its client reads nothing, is too far behind, or does not answer pings. Call this at intervals. */
  check(): void {
    if (this.#isClosing) return;
    const nowMs = this.#nowMs;
    const { stallMs, lagLedgers, pingMs } = this.#options.limits;
    const isWaiting = this.#socket.bufferedAmount > 0;
    if (isWaiting && nowMs - this.#lastSentMs > stallMs) {
      this.closeSlow(`nothing was read for ${Math.round(stallMs / 1000)} s`);
    } else if (this.#subscription.lagLedgers > lagLedgers) {
      this.closeSlow(`${this.#subscription.lagLedgers} ledgers behind`);
    } else if (!isWaiting && nowMs - this.#lastPingMs >= pingMs) {
      if (!this.#isAlive) {
        this.closeSlow(`no answer to a ping for ${Math.round(pingMs / 1000)} s`);
        return;
      }
      this.#isAlive = false;
      this.#lastPingMs = nowMs;
      this.#socket.ping();
    }
  }

  /** Sends a close frame, and ends the connection if the client does not answer it. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#outbox.clear();
    this.#holdUnread();
    this.#socket.resume();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), CLOSE_GRACE_MS).unref();
  }

  readonly #watch: RequestWatch = {
    isAbandoned: () => this.#isClosing,
    onPause: () => this.#options.gate.chargePause(this.#options.caller),
  };

  readonly #onSent = () => {
    this.#holdUnread();
    this.#lastSentMs = this.#nowMs;
    if (this.#socket.bufferedAmount < this.#options.limits.socketBytes / 2) this.wake();
  };

  /** Closes the connection since its client reads too slowly. A close reason has at most 123 bytes. */
  closeSlow(what: string): void {
    const { ledgerIndex } = this.#subscription;
    const advice = this.#subscription.isEmpty ? '' : ` Continue with start_ledger ${ledgerIndex}.`;
    this.close(CloseCode.policyViolation, `The client is too slow: ${what}.${advice}`);
  }

  /** Takes room for what the client has not read, or gives it back. */
  #holdUnread(): void {
    const bytes = this.#isClosing ? 0 : this.#outbox.bytes + this.#socket.bufferedAmount;
    const more = bytes - this.#unreadBytes;
    this.#unreadBytes = bytes;
    this.#options.unread.add(more);
  }

  #end(): void {
    this.#isClosing = true;
    this.#inbox.length = 0;
    this.#outbox.clear();
    this.#holdUnread();
    this.#options.unread.exclude(this);
    this.#subscription.close();
  }

  #receive(text: string): void {
    this.#isAlive = true;
    if (this.#isClosing) return;
    this.#inbox.push(text);
    this.#pauseOrResume();
    void this.#work();
  }

  /** Answers requests in the order of arrival. Those that have to wait do not hold up the next ones. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { gate, caller } = this.#options;
    while (this.#inbox.length > 0 && this.#mayTakeMore()) await gate.inTurn(caller, () => this.#answerNext());
    this.#isWorking = false;
    this.#pauseOrResume();
  }

  /** Resolves when the next request may begin: after the answer, or after this turn if the answer takes longer. */
  async #answerNext(): Promise<void> {
    const text = this.#mayTakeMore() ? this.#inbox.shift() : undefined;
    if (text === undefined) return;
    // To parse a long request takes several turns, and its changes come before those of later requests.
    if (text.length > LONG_TEXT) await this.#answer(text);
    else await Promise.race([this.#answer(text), nextTurn()]);
  }

  #mayTakeMore(): boolean {
    const { requestsAtOnce, answerBytes } = this.#options.limits;
    return !this.#isClosing && this.#requestsUnderWay < requestsAtOnce && this.#outbox.bytes < answerBytes;
  }

  /** Pauses reading while there is no room, so the system of the client holds further requests. */
  #pauseOrResume(): void {
    if (this.#isClosing) return;
    const isFull = this.#inbox.length >= MAX_INBOX || !this.#mayTakeMore();
    if (isFull && !this.#socket.isPaused) this.#socket.pause();
    else if (!isFull && this.#socket.isPaused) this.#socket.resume();
  }

  async #answer(text: string): Promise<void> {
    this.#requestsUnderWay += 1;
    try {
      const line = jsonLine(await this.#resultOf(text));
      this.push(typeof line === 'string' ? Buffer.from(line) : line);
      this.wake();
    } catch (error) {
      this.#options.services.log.error({ err: error }, 'a message failed unexpectedly');
      this.#socket.terminate();
    }
    this.#requestsUnderWay -= 1;
    void this.#work();
  }

  async #resultOf(text: string): Promise<JsonObject> {
    const { services, caller, gate, limits } = this.#options;
    let message: JsonObject = {};
    try {
      // Before the message is parsed, so without its `id` in the answer.
      gate.chargeLength(caller, text.length);
      message = await parseMessage(text, limits.jsonDepth, services.longWork?.pacer);
      this.#chargeMessage();
      gate.enter(caller);
    } catch (error) {
      return this.#refusalOf(error, message);
    }
    this.#refusalsInARow = 0;
    try {
      const source = { subscription: this.#subscription, watch: this.#watch, transport: 'websocket' } as const;
      return await answerFlat(services, message, caller.role, source);
    } finally {
      gate.leave(caller);
    }
  }

  #chargeMessage(): void {
    const waitMs = this.#takeMessage();
    if (waitMs > 0) throw this.#options.gate.refuse('slowDown', waitMs);
  }

  /** Counts a ping or pong as a message. False for one too many, which is ignored. */
  #takeControl(): boolean {
    this.#isAlive = true;
    if (this.#takeMessage() === 0) return true;
    this.#countRefusal();
    return false;
  }

  /** 0, or milliseconds until the client may send again. */
  #takeMessage(): number {
    const { caller, limits } = this.#options;
    if (caller.isExempt) return 0;
    const rate = { perSecond: limits.messagesPerSecond, burst: limits.messageBurst };
    return this.#messages.take(rate, this.#nowMs);
  }

  #countRefusal(): void {
    this.#refusalsInARow += 1;
    if (this.#refusalsInARow > this.#options.limits.refusalsInARow) {
      this.close(CloseCode.policyViolation, 'slowDown: the client does not.');
    }
  }

  #refusalOf(error: unknown, message: JsonObject): JsonObject {
    if (error instanceof JsonFault) {
      // The reference echoes the text, but in an invalid text secrets cannot be masked.
      return { type: 'error', error: 'jsonInvalid', error_message: error.message };
    }
    if (!(error instanceof RequestRefusal)) throw error;
    this.#countRefusal();
    return refuseFlat(message, error);
  }
}

async function parseMessage(text: string, maxDepth: number, pacer: Pacer | undefined): Promise<JsonObject> {
  const message = await parseJson(text, maxDepth, pacer);
  if (!isJsonObject(message)) throw new JsonFault('not an object');
  return message;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
