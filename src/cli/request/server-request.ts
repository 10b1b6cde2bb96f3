/** Sends a request of a command to its server. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { AnswerBytes } from '../../client/answer-bytes.ts';
import { fetchFailure } from '../../client/http-link.ts';
import { LinkError } from '../../client/ledger-link.ts';
import { CommandError } from '../../util/command-error.ts';
import { DEFAULT_URL, SOCKET_URL, URL_VARIABLE } from '../options/server-url.ts';
import { adminCredential, isThisMachine } from './admin-access.ts';

/** Longer than a whole ledger in JSON that fits in memory. */
const MAX_BYTES = 256_000_000;

export interface ServerAnswer {
  readonly status: number;
  readonly text: string;
}

export interface ServerRequest {
  /** A path other than that of the URL. */
  readonly path?: string;
  /** Sent by POST; without a body by GET. */
  readonly body?: string;
  readonly contentType?: string;
}

/**
 * Resolves to the answer, with any HTTP status. Uses the administrators' socket or token of the server if there is one. Rejects with a
 * `CommandError` if there is no server.
 */
export async function sendToServer(url: string, request: ServerRequest): Promise<ServerAnswer> {
  const { socket, token } = adminCredential(url);
  try {
    return await (socket === undefined ? sendByFetch(url, token, request) : sendBySocket(socket, request));
  } catch (error) {
    if (error instanceof LinkError) throw new CommandError(`${url}: ${error.message}`);
    const { code, text } = socket === undefined ? fetchFailure(error) : socketFailure(error);
    const reason = code === 'ECONNREFUSED' ? `no server listens there${advice(url)}` : text;
    throw new CommandError(`cannot reach ${url}: ${reason}`);
  }
}

async function sendByFetch(url: string, token: string | undefined, request: ServerRequest): Promise<ServerAnswer> {
  const { path, body, contentType = 'application/json' } = request;
  // Redirects are refused, so that a secret reaches only the named server.
  const answer = await fetch(path === undefined ? url : new URL(path, url), {
    redirect: 'error',
    headers: {
      ...(body !== undefined && { 'content-type': contentType }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { method: 'POST', body }),
  });
  return { status: answer.status, text: await new AnswerBytes(MAX_BYTES).text(answer.body) };
}

/** `fetch` cannot connect to a unix socket. */
async function sendBySocket(socketPath: string, request: ServerRequest): Promise<ServerAnswer> {
  const { path = '/', body, contentType = 'application/json' } = request;
  const { request: send } = process.getBuiltinModule('node:http');
  const method = body === undefined ? 'GET' : 'POST';
  const sent = send({
    socketPath,
    path,
    method,
    agent: false,
    headers: { host: 'localhost', 'content-type': contentType },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode!, text: await new AnswerBytes(MAX_BYTES).text(answer) };
}

function socketFailure(error: unknown): { readonly code: string | undefined; readonly text: string } {
  const { code, message } = error as NodeJS.ErrnoException;
  return { code: code === 'ENOENT' ? 'ECONNREFUSED' : code, text: message };
}

/** How to start a server at this URL, if it is on this machine, or how to name another server. */
function advice(url: string): string {
  if (url.startsWith(SOCKET_URL)) return '';
  const { hostname, port } = new URL(url);
  const other = `name another one by --url or ${URL_VARIABLE}`;
  if (!isThisMachine(hostname)) return `: ${other}`;
  const option = port === new URL(DEFAULT_URL).port ? '' : ` --port ${port || 80}`;
  return `: start one with weir start${option}, or ${other}`;
}
