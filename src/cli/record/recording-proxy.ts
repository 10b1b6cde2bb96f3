/**
 * A proxy on the loopback that records. It passes on one request at a time, so that the recording has the order in which the server
 * answered. Headers are passed on too, so the server decides as without the proxy what a client may do. The server's own
 * page has the proxy's origin here. The server's origin is sent instead, with a header that marks the page as one behind a proxy.
 */
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { AnswerBytes, MAX_ANSWER_BYTES } from '../../client/answer-bytes.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { parseJsonRpc, type Recorder } from '../../recording/recorder.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { isLocalHost } from '../../server/admission/caller.ts';

const HOST = '127.0.0.1';
const ANSWER_MS = 60_000;
const BAD_GATEWAY = 502;
const FORBIDDEN = 403;
/** Headers of one connection, and those that the proxy sets anew. */
const OWN_HEADERS = new Set(['host', 'connection', 'keep-alive', 'upgrade', 'transfer-encoding', 'content-length']);

export interface RecordingProxyOptions {
  /** The server's address for HTTP. */
  readonly target: URL;
  /** Its address for WebSockets. */
  readonly webSocket: URL;
  /** 0: any free port. */
  readonly port: number;
  readonly recorder: Recorder;
  /** Called when an exchange could not be recorded. */
  readonly onFault: (error: Error) => void;
}

export class RecordingProxy {
  readonly #options: RecordingProxyOptions;
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true });
  #turn: Promise<void> = Promise.resolve();

  private constructor(options: RecordingProxyOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.on('upgrade', (request, socket, head) => {
      if (!isLocalHost(request.headers.host ?? '')) socket.destroy();
      else this.#sockets.handleUpgrade(request, socket, head, (client) => this.#connect(client, request));
    });
  }

  /** Rejects with the system's error if the port cannot be opened. */
  static async open(options: RecordingProxyOptions): Promise<RecordingProxy> {
    const proxy = new RecordingProxy(options);
    await new Promise<void>((resolve, reject) => {
      proxy.#server.once('error', reject).listen(options.port, HOST, resolve);
    });
    return proxy;
  }

  get address(): string {
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends all connections; resolves when the last exchange is recorded. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const client of this.#sockets.clients) client.terminate();
    this.#server.closeAllConnections();
    await closed;
    await this.#turn;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalHost(request.headers.host ?? '')) {
      response.writeHead(FORBIDDEN).end('the proxy has another name\n');
      return;
    }
    try {
      const body = await buffer(request);
      if (request.method === 'POST') await this.#inTurn(() => this.#exchange(request, body, response));
      else await pipeline(await this.#pass(request, body), response);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else response.writeHead(BAD_GATEWAY).end(`${(error as Error).message}\n`);
    }
  }

  async #exchange(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const answer = await this.#pass(request, body);
    const answered = await new AnswerBytes().text(answer);
    const status = answer.statusCode!;
    response.writeHead(status, passedOn(answer.headers)).end(answered);
    await this.#record(() => this.#recordHttp(String(body), status, answered));
  }

  #recordHttp(body: string, status: number, answered: string): Promise<void> {
    const { recorder } = this.#options;
    const json = parse(answered);
    const call = parseJsonRpc(body);
    if (call !== undefined && isJsonObject(json) && isJsonObject(json.result)) {
      return recorder.exchanged(call.method, call.params, json.result);
    }
    return recorder.exchangedText({ body, status, ...(isJsonObject(json) ? { json } : {}) });
  }

  /** Sends a request on; resolves to the beginning of the answer. */
  #pass({ method, url = '/', headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { target } = this.#options;
    const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
    const own = { 'content-length': body.length };
    const options = { method, headers: { ...passedOn(headers), ...own }, signal: AbortSignal.timeout(ANSWER_MS) };
    return new Promise((resolve, reject) => {
      send(new URL(url, target), options, resolve).on('error', reject).end(body);
    });
  }

  #connect(client: WebSocket, { headers }: IncomingMessage): void {
    const isOwnPage = headers.origin === `http://${this.address}`;
    const page = isOwnPage ? { origin: this.#options.target.origin, via: '1.1 weir' } : {};
    const options = { headers: { ...passedOn(headers, 'sec-websocket-'), ...page }, maxPayload: MAX_ANSWER_BYTES };
    const server = new WebSocket(this.#options.webSocket, options);
    const opened = new Promise<void>((resolve, reject) => server.once('open', resolve).once('error', reject));
    // A server that refuses the connection is no fault of the recording.
    opened.then(
      () => server.on('error', this.#options.onFault),
      () => {},
    );
    let onResponse: ((message: JsonObject) => void) | undefined;
    server.on('message', (data: RawData, isBinary) => {
      client.send(data, { binary: isBinary });
      const message = parse(String(data));
      if (isJsonObject(message) && message.type === 'response') onResponse?.(message);
    });
    const ended = new Promise<void>((resolve) => server.once('close', resolve));
    void ended.then(() => client.close());
    client.on('close', () => server.close()).on('error', () => server.close());
    client.on('message', (data: RawData) => {
      const asked = String(data);
      void this.#inTurn(async () => {
        await opened;
        const answer = new Promise<JsonObject>((resolve) => {
          onResponse = resolve;
        });
        server.send(asked);
        const response = await Promise.race([answer, ended, silence()]);
        onResponse = undefined;
        if (response !== undefined) await this.#record(() => this.#recordMessage(asked, response));
      }).catch(() => client.close());
    });
  }

  #recordMessage(asked: string, { status, result, error, error_code, error_message }: JsonObject): Promise<void> {
    const { id: _, command, ...params } = parse(asked) as JsonObject;
    // Over HTTP the status is a part of the result.
    const outcome = { ...(isJsonObject(result) ? result : { error, error_code, error_message }), status };
    return this.#options.recorder.exchanged(String(command), params, outcome as JsonObject);
  }

  async #record(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#options.onFault(error as Error);
    }
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(task);
    this.#turn = done.catch(() => {});
    return done;
  }
}

function silence(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ANSWER_MS).unref();
  });
}

function passedOn(headers: IncomingMessage['headers'], without?: string): IncomingMessage['headers'] {
  const isPassedOn = (name: string) => !OWN_HEADERS.has(name) && !(without !== undefined && name.startsWith(without));
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isPassedOn(name)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
