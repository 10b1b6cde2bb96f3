/** A minimal WebSocket client: it matches answers by `id` and keeps all other messages. */
import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Answer } from './rpc-call.ts';

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

export class WebSocketClient {
  readonly socket: WebSocket;
  /** Messages that answer no request, in order. */
  readonly events: Answer[] = [];
  /** Settles when the connection has ended. */
  readonly closed: Promise<Closed>;
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    socket.on('error', () => {});
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))));
  }

  static async connect(port: number, options: ClientOptions = {}): Promise<WebSocketClient> {
    const client = new WebSocketClient(new WebSocket(`ws://127.0.0.1:${port}`, options));
    await once(client.socket, 'open');
    return client;
  }

  /** Sends a request with a new id; returns the whole answer. Rejects if the connection ends before. */
  request(command: string, params: JsonObject = {}): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.socket.send(JSON.stringify({ id, command, ...params }));
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.closed.then(({ code, reason }) => reject(new Error(`closed: ${code} ${reason}`)));
    });
    // A caller may ignore the answer; then a rejection is not unhandled.
    answer.catch(() => {});
    return answer;
  }

  /** Sends a request; returns the result. Rejects with the error's token. */
  async call(command: string, params: JsonObject = {}): Promise<Answer> {
    const answer = await this.request(command, params);
    if (answer.status === 'error') throw new Error(answer.error);
    return answer.result;
  }

  /** Sends the text unchanged; returns the next message that answers no request. */
  send(text: string): Promise<Answer> {
    const count = this.events.length;
    this.socket.send(text);
    return this.until(() => this.events.length > count).then(() => this.events[count]);
  }

  /** Waits until the events satisfy a condition. */
  async until(isDone: () => boolean): Promise<void> {
    if (isDone()) return;
    await new Promise<void>((resolve, reject) => {
      const listener = () => {
        if (isDone()) resolve();
        else return;
        this.#listeners.delete(listener);
      };
      this.#listeners.add(listener);
      void this.closed.then(({ code, reason }) => reject(new Error(`closed: ${code} ${reason}`)));
    });
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  #receive(message: Answer): void {
    const resolve = this.#waiting.get(message.id);
    if (resolve !== undefined && message.type === 'response') {
      this.#waiting.delete(message.id);
      resolve(message);
    } else this.events.push(message);
    for (const listener of this.#listeners) listener();
  }
}
