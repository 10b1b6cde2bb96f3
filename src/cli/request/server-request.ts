/** Sends a request of a command to its server. */
import { AnswerBytes } from '../../client/answer-bytes.ts';
import { fetchFailure } from '../../client/http-link.ts';
import { LinkError } from '../../client/ledger-link.ts';
import { isLoopback } from '../../server/admission/caller.ts';
import { CommandError } from '../../util/command-error.ts';
import { DEFAULT_URL, URL_VARIABLE } from '../options/server-url.ts';

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

/** Resolves to the answer, whatever its status. Rejects with a `CommandError` if there is no server. */
export async function sendToServer(
  url: string,
  { path, body, contentType = 'application/json' }: ServerRequest,
): Promise<ServerAnswer> {
  const address = path === undefined ? url : new URL(path, url);
  try {
    // Redirects are refused, so that a secret in the body reaches only the named server.
    const answer = await fetch(address, {
      redirect: 'error',
      ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': contentType } }),
    });
    return { status: answer.status, text: await new AnswerBytes(MAX_BYTES).text(answer.body) };
  } catch (error) {
    if (error instanceof LinkError) throw new CommandError(`${url}: ${error.message}`);
    const { code, text } = fetchFailure(error);
    const reason = code === 'ECONNREFUSED' ? `no server listens there${advice(url)}` : text;
    throw new CommandError(`cannot reach ${url}: ${reason}`);
  }
}

/** How to start a server at this URL, if it is on this machine, or how to name another server. */
function advice(url: string): string {
  const { hostname, port } = new URL(url);
  const other = `name another one by --url or ${URL_VARIABLE}`;
  if (hostname !== 'localhost' && !isLoopback(hostname.replace(/^\[|\]$/g, ''))) return `: ${other}`;
  const option = port === new URL(DEFAULT_URL).port ? '' : ` --port ${port || 80}`;
  return `: start one with weir start${option}, or ${other}`;
}
