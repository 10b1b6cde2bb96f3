/** Sends one message to an address of the operator. Redirects are not followed, and answers are hardly read. */
import type { Clock } from '../util/clock.ts';

/** An answer is read up to here, so that its connection can be used again. */
const MOST_ANSWER_BYTES = 16_384;

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
}

/** Resolves to undefined if the receiver has taken the message, otherwise to the reason. Never rejects. */
export type Post = (request: PostRequest, abort: AbortSignal) => Promise<string | undefined>;

export function httpPost(clock: Clock): Post {
  return async ({ url, headers, body, timeoutMs }, abort) => {
    const late = new AbortController();
    const timer = clock.after(timeoutMs, () => late.abort());
    const signal = AbortSignal.any([abort, late.signal]);
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await readSome(answer).catch(() => {});
      if (answer.ok) return undefined;
      const isRedirect = answer.status >= 300 && answer.status < 400;
      return `it answers with status ${answer.status}${isRedirect ? ', a redirect, which is not followed' : ''}`;
    } catch (error) {
      if (late.signal.aborted) return `no answer within ${timeoutMs / 1000} s`;
      return abort.aborted ? 'the server stops' : `it cannot be reached: ${reasonOf(error)}`;
    } finally {
      timer.cancel();
    }
  };
}

async function readSome({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_ANSWER_BYTES) return;
  }
}

/** A code such as ECONNREFUSED. The messages of some errors quote the address, which may have a secret. */
function reasonOf(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
  return code ?? 'the connection failed';
}
