/** Requests to a ledger server over HTTP. Each is a request of its own, so there is no connection that can end. */
import type { JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import { serverName } from '../util/server-name.ts';
import { AnswerBytes } from './answer-bytes.ts';
import { type LedgerLink, LinkError, type OpenLink } from './ledger-link.ts';

const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

interface HttpAnswer {
  readonly status: number;
  /** The JSON of the body; undefined if it is not JSON. */
  readonly answer: unknown;
}

/** Calls a method. Rejects with the error of `fetch` if the server cannot be reached, and with a `LinkError` for too long an answer. */
async function postRequest(
  url: string,
  method: string,
  params: JsonObject,
  { answers, signal }: { readonly answers: AnswerBytes; readonly signal?: AbortSignal },
): Promise<HttpAnswer> {
  // Redirects are refused, so that a secret in the body reaches only the named server.
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ method, params: [params] }),
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  });
  return { status: response.status, answer: parse(await answers.text(response.body)) };
}

/** The reason of a rejection of `fetch`: its code if it has one, such as ECONNREFUSED, and its text. */
export function fetchFailure(error: unknown): { readonly code: string | undefined; readonly text: string } {
  const { cause, message } = error as Error & {
    readonly cause?: { readonly code?: string; readonly message?: string };
  };
  return { code: cause?.code, text: cause?.message || cause?.code || message };
}

/** Links to a server at an `http:` or `https:` URL. */
export function httpLinks(url: string, answerMs: number): OpenLink {
  const answers = new AnswerBytes();
  return async () => ({
    request: (method, params = {}) => request({ url, answers, answerMs }, method, params),
    close: () => {},
  });
}

async function request(
  { url, answers, answerMs }: { readonly url: string; readonly answers: AnswerBytes; readonly answerMs: number },
  method: string,
  params: JsonObject,
): ReturnType<LedgerLink['request']> {
  let reply: HttpAnswer;
  try {
    reply = await postRequest(url, method, params, { answers, signal: AbortSignal.timeout(answerMs) });
  } catch (error) {
    if (error instanceof LinkError) throw new LinkError(`${serverName(url)}: ${error.message}`);
    const { text } = fetchFailure(error);
    const isLate = (error as Error).name === 'TimeoutError';
    throw new LinkError(
      isLate ? `no answer to ${method} in ${answerMs / 1000} s` : `cannot reach ${serverName(url)}: ${text}`,
    );
  }
  const { status, answer } = reply;
  if (status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE) return { error: 'slowDown' };
  if (isJsonObject(answer) && isJsonObject(answer.result)) return answer.result;
  throw new LinkError(`${serverName(url)} answered ${status}, but not as a ledger server does`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
