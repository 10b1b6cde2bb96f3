/** Load over HTTP, and servers that do next to nothing, which show the highest rate of the client. */
import { spawn } from 'node:child_process';
import type { JsonObject } from '../src/protocol/values.ts';
import { HttpClient } from '../test/support/http-client.ts';

export const CONNECTIONS = 16;
const SUCCESS = Buffer.from('"status":"success"');
const CALIBRATION_WARM_UP = 2_000;
const CALIBRATION_REQUESTS = 10_000;
/** Runs `work` on the body of each request. */
const serverThat = (work: string) => `
  require('node:http').createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      ${work}
      response.setHeader('content-type', 'application/json');
      response.end('{"result":{"status":"success"}}');
    });
  }).listen(0, '127.0.0.1', function () {
    console.log(this.address().port);
  });
`;
const VERIFYING = `
  const curve = require('secp256k1');
  const [key, digest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const publicKey = curve.publicKeyCreate(key);
  const { signature } = curve.ecdsaSign(digest, key);
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
  return withServer(serverThat(''), async (port) => {
    const client = new HttpClient(port, CONNECTIONS);
    const body = 'x'.repeat(300);
    await rateOf(client, CALIBRATION_WARM_UP, () => body);
    const { perSecond } = await rateOf(client, CALIBRATION_REQUESTS, () => body);
    client.close();
    return perSecond;
  });
}

/** The same with a server that reads the JSON of each request and verifies one signature, after a short warm-up. */
export function verifyingRate(bodies: readonly string[], warmUp: number): Promise<number> {
  const work = 'JSON.parse(Buffer.concat(chunks)); curve.ecdsaVerify(signature, digest, publicKey);';
  return withServer(VERIFYING + serverThat(work), async (port) => {
    const client = new HttpClient(port, CONNECTIONS);
    await rateOf(client, warmUp, (at) => bodies[at]!);
    const { perSecond } = await rateOf(client, bodies.length, (at) => bodies[at]!);
    client.close();
    return perSecond;
  });
}

/** Starts a server of this code in another process, calls `use`, and stops the server. */
async function withServer<T>(code: string, use: (port: number) => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, ['--eval', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      child.stdout.once('data', (line) => resolve(Number(line)));
      child.once('exit', () => reject(new Error('the server for comparison did not start')));
    });
    return await use(port);
  } finally {
    child.kill();
  }
}
