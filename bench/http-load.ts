/** Load over HTTP: many requests under way at once, and the empty server that says what the client can do at all. */
import { spawn } from 'node:child_process';
import type { JsonObject } from '../src/protocol/values.ts';
import { HttpClient } from '../test/support/http-client.ts';

export const CONNECTIONS = 16;
const SUCCESS = Buffer.from('"status":"success"');
const CALIBRATION_WARM_UP = 2_000;
const CALIBRATION_REQUESTS = 10_000;
/** Each thread has a server of its own on the same port. Spaces make the answer as long as is asked for. */
const EMPTY_SERVER = `
  const { Worker, isMainThread, workerData } = require('node:worker_threads');
  const [threads, length] = process.argv.slice(-2).map(Number);
  const text = '{"result":{"status":"success"}}';
  const answer = length > text.length ? Buffer.from(text.padEnd(length)) : text;
  require('node:http').createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
  }).listen({ port: workerData ?? 0, host: '127.0.0.1', reusePort: threads > 1 }, function () {
    const { port } = this.address();
    if (!isMainThread) return;
    const others = Array.from({ length: threads - 1 }, () => {
      return new Worker(process.execArgv.at(-1), { eval: true, workerData: port, argv: [threads, length] });
    });
    Promise.all(others.map((worker) => require('node:events').once(worker, 'online'))).then(() => console.log(port));
  });
`;

export interface Rate {
  readonly perSecond: number;
  readonly megabytesPerSecond: number;
}

export function jsonRpc(method: string, params: JsonObject = {}): string {
  return JSON.stringify({ method, params: [params] });
}

/** Sends this many requests, as many at once as is said. Throws if an answer is no success. */
export async function rateOf(
  client: Pick<HttpClient, 'post'>,
  count: number,
  bodyAt: (at: number) => string,
  atOnce = CONNECTIONS,
): Promise<Rate> {
  let next = 0;
  let bytes = 0;
  const work = async () => {
    while (next < count) {
      const answer = await client.post(bodyAt(next++));
      if (!answer.includes(SUCCESS)) throw new Error(`a request failed: ${answer.toString().slice(0, 200)}`);
      bytes += answer.length;
    }
  };
  const startMs = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - startMs) / 1000;
  return { perSecond: count / seconds, megabytesPerSecond: bytes / seconds / 1e6 };
}

/** Requests a second that an empty HTTP server in a Node process of its own answers to our client. */
export function calibrationRate(): Promise<number> {
  return withEmptyServer(async ({ port }) => {
    const client = new HttpClient(port, CONNECTIONS);
    const body = 'x'.repeat(300);
    await rateOf(client, CALIBRATION_WARM_UP, () => body);
    const { perSecond } = await rateOf(client, CALIBRATION_REQUESTS, () => body);
    client.close();
    return perSecond;
  });
}

export interface EmptyServer {
  readonly port: number;
  readonly pid: number;
}

export interface EmptyServerOptions {
  /** How many threads answer. */
  readonly threads?: number;
  /** How long each answer is; as short as can be if absent. */
  readonly answerBytes?: number;
  /** As in `ServerPlace`. */
  readonly cores?: string | undefined;
}

/** Starts that server, lets it be used, and ends it. */
export async function withEmptyServer<T>(
  use: (server: EmptyServer) => Promise<T>,
  { threads = 1, answerBytes = 0, cores }: EmptyServerOptions = {},
): Promise<T> {
  const command = [process.execPath, '--eval', EMPTY_SERVER, '--', String(threads), String(answerBytes)];
  if (cores !== undefined) command.unshift('taskset', '--cpu-list', cores);
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once('data', (line) => resolve(Number(line)));
      child.once('exit', () => reject(new Error('the empty server did not start')));
    });
    return await use({ port, pid: child.pid! });
  } finally {
    child.kill();
  }
}
