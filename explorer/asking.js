/** Server responses as state of a view, with retries. */
import { ConnectionError, mayPass, RequestError } from './server.js';
import { useEffect, useRef, useState } from './vendor/preact-htm.js';

/** First pause before a retry; it doubles until there is a response. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * `{}` while the request is pending, then `{ result }` or `{ error }`, with `again`, which repeats the request. Sends a
 * new request when one of `keys` changes; responses to older requests are ignored. Until the result is final, and after
 * errors, it repeats the request with each closed ledger and after a reconnect. With `account` it repeats it only after
 * ledgers that affected this account. After a temporary error it retries by itself and shows the old result until then.
 */
export function useAnswer(server, ask, keys, isFinal = () => true, account = undefined) {
  const [answer, setAnswer] = useState({});
  const again = useRef(undefined);
  useEffect(() => {
    const question = new Question(ask, isFinal, setAnswer);
    again.current = () => question.ask();
    setAnswer({});
    const cause = account === undefined ? 'ledgerClosed' : 'touched';
    const ends = [
      () => question.end(),
      server.listen(({ type }) => {
        const isMissed = type === 'ledgerClosed' && question.hasFailed;
        if (type === cause || isMissed || (type === 'connection' && server.isOpen)) question.follow();
      }),
    ];
    if (account !== undefined) ends.push(server.watch({ accounts: [account] }));
    again.current();
    return () => {
      for (const end of ends) end();
    };
  }, keys);
  useAskingAgain(answer.error, () => again.current());
  return { ...answer, again: () => again.current() };
}

/** One request of a view, repeated whenever its result may have changed, never concurrently. */
class Question {
  #ask;
  #isFinal;
  #onAnswer;
  #isAsking = false;
  #isFollowing = true;
  /** An event arrived while the request was pending, so the response may be outdated. */
  #isLate = false;
  #isEnded = false;
  hasFailed = false;

  constructor(ask, isFinal, onAnswer) {
    this.#ask = ask;
    this.#isFinal = isFinal;
    this.#onAnswer = onAnswer;
  }

  async ask() {
    if (this.#isAsking || this.#isEnded) return;
    this.#isAsking = true;
    do {
      this.#isLate = false;
      const answer = await settled(this.#ask);
      if (this.#isEnded) return;
      this.hasFailed = answer.error !== undefined;
      this.#isFollowing = this.hasFailed || !this.#isFinal(answer.result);
      this.#onAnswer((known) => (mayPass(answer.error) ? { ...known, ...answer } : answer));
    } while (this.#isLate && this.#isFollowing);
    this.#isAsking = false;
  }

  /** Repeats the request if its result may have changed. */
  follow() {
    this.#isLate = true;
    if (this.#isFollowing) void this.ask();
  }

  end() {
    this.#isEnded = true;
  }
}

/** The response, with retries after temporary errors; undefined when the signal aborts. */
export async function askPatiently(ask, signal) {
  for (let faults = 0; !signal.aborted; faults += 1) {
    const { result, error } = await settled(ask);
    if (error === undefined) return result;
    if (!mayPass(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, faults)));
  }
  return undefined;
}

/** Milliseconds until the retry, after this many earlier errors. */
function pauseAfter(fault, faults) {
  return Math.max(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** faults), fault.retryAfterMs ?? 0);
}

async function settled(ask) {
  try {
    return { result: await ask() };
  } catch (error) {
    // Any other error is a bug of this page.
    if (!(error instanceof RequestError || error instanceof ConnectionError)) console.error(error);
    return { error };
  }
}

/** Calls `again` after a temporary error, with growing pauses, until there is none. */
export function useAskingAgain(fault, again) {
  const latest = useRef(again);
  const faults = useRef(0);
  latest.current = again;
  useEffect(() => {
    if (fault === undefined) faults.current = 0;
    if (!mayPass(fault)) return undefined;
    const timer = setTimeout(() => latest.current(), pauseAfter(fault, faults.current));
    faults.current += 1;
    return () => clearTimeout(timer);
  }, [fault]);
}
