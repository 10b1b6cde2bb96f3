/** Requests of a load, over HTTP or a WebSocket, timed by class. Every malformed answer is a finding. */
import http from 'node:http';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { HttpClient } from '../http-client.ts';
import type { Answer } from '../rpc-call.ts';
import { WebSocketClient } from '../websocket-client.ts';
import type { LoadFigures } from './load-figures.ts';

const CONNECTIONS = 64;
/** After this time a request counts as unanswered. */
const GIVE_UP_MS = 60_000;
/** Errors that are the server's fault. */
const SERVER_FAULTS = new Set(['internal', 'tooBusy', 'slowDown']);

export class LoadClient {
  readonly port: number;
  readonly figures: LoadFigures;
  readonly #http: HttpClient;
  #socket: WebSocketClient | undefined;

  constructor(port: number, figures: LoadFigures) {
    this.port = port;
    this.figures = figures;
    this.#http = new HttpClient(port, CONNECTIONS);
  }

  /** Returns the `result` of a method, success or error. Its latency counts for `name`. */
  async call(method: string, params: JsonObject = {}, name = method): Promise<Answer> {
    const body = JSON.stringify({ method, params: [params] });
    const startedMs = performance.now();
    const text = String(await withinTime(this.#http.post(body), method));
    this.figures.time(name, performance.now() - startedMs);
    return this.#checked(method, JSON.parse(text).result, body);
  }

  /** The same over a WebSocket that all requests share. */
  async callOverSocket(method: string, params: JsonObject = {}, name = method): Promise<Answer> {
    this.#socket ??= await WebSocketClient.connect(this.port);
    const startedMs = performance.now();
    const answer = await withinTime(this.#socket.request(method, params), method);
    this.figures.time(name, performance.now() - startedMs);
    const result = answer.status === 'success' ? { ...answer.result, status: 'success' } : answer;
    return this.#checked(method, result, JSON.stringify(params));
  }

  /** Returns the text and status of a page for monitoring. */
  async page(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const startedMs = performance.now();
    const page = new Promise<{ status: number; text: string }>((resolve, reject) => {
      const request = http.get({ host: '127.0.0.1', port: this.port, path, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      request.on('error', reject);
    });
    const answer = await withinTime(page, path);
    this.figures.time(path, performance.now() - startedMs);
    return answer;
  }

  async close(): Promise<void> {
    this.#http.close();
    await this.#socket?.close();
  }

  #checked(method: string, result: Answer, body: string): Answer {
    const isAnswer = result?.status === 'success' || typeof result?.error === 'string';
    if (!isAnswer || SERVER_FAULTS.has(result.error)) {
      this.figures.report(`${method} ${body.slice(0, 300)}: ${JSON.stringify(result)?.slice(0, 400)}`);
    }
    return result ?? {};
  }
}

async function withinTime<T>(answer: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} was not answered within ${GIVE_UP_MS} ms`)), GIVE_UP_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
