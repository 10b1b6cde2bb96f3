/** Clients that send arbitrary bytes and return the raw answers. */
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import type { Answer } from './rpc-call.ts';
import { TIMEOUT_MS } from './until.ts';

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly body: Answer | undefined;
}

/** Posts a body with arbitrary headers on a new connection. */
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
  /** The answer must match this before the wait for further bytes begins. */
  readonly expected?: RegExp;
  /**
   * How long to wait for further bytes after the match. A busy server may need longer, so later bytes may be missed.
   */
  readonly quietMs?: number;
  /** True: uses TLS and accepts any certificate. */
  readonly isTls?: boolean;
}

/** Matches the start of an HTTP answer. */
const ANSWER = /^HTTP/;
/** Matches at once: the client waits only until no bytes arrive for `quietMs`. */
export const NOTHING = /^/;
const QUIET_MS = 150;

/**
 * Sends bytes. Returns all bytes received until the server closes the connection, or until they match `expected` and no
 * more arrive for `quietMs`, or until `TIMEOUT_MS`.
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
    // A connection reset counts as the end of the answer.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
