/** Load over HTTP, and an empty server that shows the highest rate of the client. */
import { spawn } from 'node:child_process';
import type { JsonObject } from '../src/protocol/values.ts';
import { HttpClient } from '../test/support/http-client.ts';

export const CONNECTIONS = 16;
const SUCCESS = Buffer.from('"status":"success"');
const CALIBRATION_WARM_UP = 2_000;
const CALIBRATION_REQUESTS = 10_000;
const EMPTY_SERVER = `
  require('node:http').createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end('{"result":{"status":"success"}}');
    });
  }).listen(0, '127.0.0.1', function () {
    console.log(this.address().port);
  });
`;

export interface Rate {
  readonly perSecond: number;
  readonly megabytesPerSecond: number;
}

export function jsonRpc(method: string, params: JsonObject = {}): string {
  return JSON.stringify({ method, params: [params] });
}

/** Sends this many requests with the given parallelism; returns the rate. Throws if an answer is not a success. */
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

/** Requests a second of our client with an empty HTTP server in another Node process. */
export function calibrationRate(): Promise<number> {
  return withEmptyServer(async (port) => {
    const client = new HttpClient(port, CONNECTIONS);
    const body = 'x'.repeat(300);
    await rateOf(client, CALIBRATION_WARM_UP, () => body);
    const { perSecond } = await rateOf(client, CALIBRATION_REQUESTS, () => body);
    client.close();
    return perSecond;
  });
}

/** Starts an empty HTTP server, calls `use`, and stops the server. */
async function withEmptyServer<T>(use: (port: number) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['--eval', EMPTY_SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once('data', (line) => resolve(Number(line)));
      child.once('exit', () => reject(new Error('the empty server did not start')));
    });
    return await use(port);
  } finally {
    child.kill();
  }
}
