/** Server responses as state of a view, with retries. */
import { ConnectionError, isTemporary, RequestError } from './server.js';
import { useEffect, useRef, useState } from './vendor/preact-htm.js';

/** First pause before a retry; it doubles until there is a response. */
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * `{}` while the request is pending, then `{ result }` or `{ error }`, with `retry`, which repeats the request. Sends a
 * new request when one of `keys` changes; responses to older requests are ignored. Until the result is final, and after
 * errors, it repeats the request with each closed ledger and after a reconnect. With `account` it repeats it only after
 * ledgers that affected this account. After a temporary error it retries by itself and shows the old result until then.
 */
export function useRequest(server, send, keys, isFinal = () => true, account = undefined) {
  const [state, setState] = useState({});
  const retry = useRef(undefined);
  useEffect(() => {
    const repeated = new RepeatedRequest(send, isFinal, setState);
    retry.current = () => repeated.send();
    setState({});
    const event = account === undefined ? 'ledgerClosed' : 'accountsChanged';
    const ends = [
      () => repeated.end(),
      server.listen(({ type }) => {
        const isMissed = type === 'ledgerClosed' && repeated.hasFailed;
        if (type === event || isMissed || (type === 'connection' && server.isOpen)) repeated.update();
      }),
    ];
    if (account !== undefined) ends.push(server.watch({ accounts: [account] }));
    retry.current();
    return () => {
      for (const end of ends) end();
    };
  }, keys);
  useRetry(state.error, () => retry.current());
  return { ...state, retry: () => retry.current() };
}

/** One request of a view, repeated whenever its result may have changed, never concurrently. */
class RepeatedRequest {
  #send;
  #isFinal;
  #onChange;
  #isPending = false;
  #isRepeated = true;
  /** An event arrived while the request was pending, so the response may be outdated. */
  #isOutdated = false;
  #isEnded = false;
  hasFailed = false;

  constructor(send, isFinal, onChange) {
    this.#send = send;
    this.#isFinal = isFinal;
    this.#onChange = onChange;
  }

  async send() {
    if (this.#isPending || this.#isEnded) return;
    this.#isPending = true;
    do {
      this.#isOutdated = false;
      const response = await settled(this.#send);
      if (this.#isEnded) return;
      this.hasFailed = response.error !== undefined;
      this.#isRepeated = this.hasFailed || !this.#isFinal(response.result);
      this.#onChange((known) => (isTemporary(response.error) ? { ...known, ...response } : response));
    } while (this.#isOutdated && this.#isRepeated);
    this.#isPending = false;
  }

  /** Repeats the request if its result may have changed. */
  update() {
    this.#isOutdated = true;
    if (this.#isRepeated) void this.send();
  }

  end() {
    this.#isEnded = true;
  }
}

/** The response, with retries after temporary errors; undefined when the signal aborts. */
export async function requestWithRetry(send, signal) {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const { result, error } = await settled(send);
    if (error === undefined) return result;
    if (!isTemporary(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, failures)));
  }
  return undefined;
}

/** Milliseconds until the retry, after this many earlier errors. */
function pauseAfter(error, failures) {
  return Math.max(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures), error.retryAfterMs ?? 0);
}

async function settled(send) {
  try {
    return { result: await send() };
  } catch (error) {
    // Any other error is a bug of this page.
    if (!(error instanceof RequestError || error instanceof ConnectionError)) console.error(error);
    return { error };
  }
}

/** Calls `retry` after a temporary error, with growing pauses, until there is none. */
export function useRetry(error, retry) {
  const latest = useRef(retry);
  const failures = useRef(0);
  latest.current = retry;
  useEffect(() => {
    if (error === undefined) failures.current = 0;
    if (!isTemporary(error)) return undefined;
    const timer = setTimeout(() => latest.current(), pauseAfter(error, failures.current));
    failures.current += 1;
    return () => clearTimeout(timer);
  }, [error]);
}
