/**
 * A connection to a ledger server over a WebSocket. It ends if an answer is late. After a silent period it sends a ping, so that a
 * broken connection is noticed.
 */
import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import type { JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import { serverName } from '../util/server-name.ts';
import { MAX_ANSWER_BYTES } from './answer-bytes.ts';
import { type LedgerLink, LinkError, type LinkEvents, type OpenLink } from './ledger-link.ts';

const HANDSHAKE_MS = 20_000;
const ANSWER_MS = 20_000;
const SILENCE_MS = 15_000;

interface Waiting {
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: LinkError) => void;
  readonly timer: NodeJS.Timeout;
}

/** Opens connections to a server at a `ws:` or `wss:` URL. */
export function webSocketLinks(
  url: string,
  answerMs = ANSWER_MS,
  silenceMs = SILENCE_MS,
  handshakeMs = HANDSHAKE_MS,
): OpenLink {
  return (events) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { maxPayload: MAX_ANSWER_BYTES });
      const refuse = (error: Error) => {
        clearTimeout(late);
        reject(new LinkError(`cannot reach ${serverName(url)}: ${error.message}`));
      };
      // For the whole handshake, which may come byte by byte. An end before the socket is open is an error of the socket too.
      const late = setTimeout(() => {
        refuse(new Error(`no connection in ${handshakeMs / 1000} s`));
        socket.terminate();
      }, handshakeMs);
      socket.on('error', refuse);
      socket.once('open', () => {
        clearTimeout(late);
        socket.off('error', refuse);
        resolve(new WebSocketLink(socket, events, { answerMs, silenceMs }));
      });
    });
}

class WebSocketLink implements LedgerLink {
  readonly #socket: WebSocket;
  readonly #events: LinkEvents;
  readonly #answerMs: number;
  readonly #waiting = new Map<number, Waiting>();
  readonly #silence: NodeJS.Timeout;
  #lastId = 0;
  #endReason: string | undefined;

  constructor(socket: WebSocket, events: LinkEvents, times: { answerMs: number; silenceMs: number }) {
    this.#socket = socket;
    this.#events = events;
    this.#answerMs = times.answerMs;
    this.#silence = setTimeout(() => this.#ping(), times.silenceMs).unref();
    socket.on('message', (data) => this.#receive(data));
    socket.on('error', (error) => this.#end(error.message));
    socket.on('close', (code, reason) => this.#end(`${reason.toString() || 'the server ended it'} (${code})`));
  }

  request(command: string, params: JsonObject = {}): Promise<JsonObject> {
    if (this.#endReason !== undefined) return Promise.reject(new LinkError(this.#endReason));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#end(`no answer to ${command} in ${this.#answerMs / 1000} s`),
        this.#answerMs,
      );
      this.#waiting.set(id, { resolve, reject, timer });
      this.#socket.send(JSON.stringify({ ...params, id, command }), () => {});
    });
  }

  close(): void {
    this.#end('closed here');
  }

  #receive(data: RawData): void {
    this.#silence.refresh();
    const message = parse(data);
    if (message === undefined || this.#endReason !== undefined) return;
    const waiting = typeof message.id === 'number' ? this.#waiting.get(message.id) : undefined;
    if (waiting === undefined) {
      if (message.type !== 'response') this.#events.onMessage(message);
      return;
    }
    this.#waiting.delete(message.id as number);
    clearTimeout(waiting.timer);
    waiting.resolve(message.status === 'success' && isJsonObject(message.result) ? message.result : errorOf(message));
  }

  #ping(): void {
    this.request('ping').catch(() => {});
  }

  #end(reason: string): void {
    if (this.#endReason !== undefined) return;
    this.#endReason = reason;
    clearTimeout(this.#silence);
    this.#socket.terminate();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new LinkError(reason));
    }
    this.#waiting.clear();
    this.#events.onClosed(reason);
  }
}

function parse(data: RawData): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(data.toString());
    return isJsonObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The error fields without the echo of the request. */
function errorOf({ request: _, id: _id, status: _status, ...error }: JsonObject): JsonObject {
  return { error: 'unknown', ...error };
}
