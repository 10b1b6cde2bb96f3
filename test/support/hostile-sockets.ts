/** Clients that keep to no protocol: bytes as a test wants them, and answers as they come. */
import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import type { Answer } from './rpc-call.ts';

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

/**
 * Writes bytes, and gives everything that comes back until the server closes or nothing has come for `quietMs`. With
 * `isTls` the bytes go through TLS, whosever certificate is shown.
 */
export function exchange(port: number, bytes: string | Buffer, quietMs = 500, isTls = false): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const address = { port, host: '127.0.0.1' };
    const socket = isTls ? tls.connect({ ...address, rejectUnauthorized: false }) : net.connect(address);
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.write(bytes));
    socket.setTimeout(quietMs, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    // A reset is an answer too.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
