/** Clients that keep to no protocol: bytes as a test wants them, and answers as they come. */
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import type { Answer } from './rpc-call.ts';
import { TIMEOUT_MS } from './until.ts';

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Undefined if it is no JSON. */
  readonly body: Answer | undefined;
}

/** Posts a body with any headers, on a connection of its own. */
export function post(port: number, body: string | Buffer, headers: http.OutgoingHttpHeaders = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', headers, agent: false };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode!, headers: response.headers, text, body: parse(text) });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function parse(text: string): Answer | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface ExchangeOptions {
  /** What must have come before the wait for more begins. */
  readonly expected?: RegExp;
  /** How long to wait for more than was expected. A busy server may need longer, so what comes then may be missed. */
  readonly quietMs?: number;
  /** Whether the bytes go through TLS, whosever certificate is shown. */
  readonly isTls?: boolean;
}

/** An answer of HTTP has begun. */
const ANSWER = /^HTTP/;
/** Expects nothing: waits only until nothing has come for a while. */
export const NOTHING = /^/;
const QUIET_MS = 150;

/**
 * Writes bytes, and returns everything that comes back until the server closes, or until what is expected has come and
 * nothing after it for `quietMs`. If it never comes, what came in `TIMEOUT_MS`.
 */
export function exchange(port: number, bytes: string | Buffer, options: ExchangeOptions = {}): Promise<string> {
  const { expected = ANSWER, quietMs = QUIET_MS, isTls = false } = options;
  return new Promise((resolve) => {
    let received = '';
    const address = { port, host: '127.0.0.1' };
    const socket = isTls ? tls.connect({ ...address, rejectUnauthorized: false }) : net.connect(address);
    const waitOn = () => socket.setTimeout(expected.test(received) ? quietMs : TIMEOUT_MS);
    waitOn();
    socket.on('timeout', () => socket.destroy());
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      received += chunk.toString();
      waitOn();
    });
    // A reset is an answer too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
