/** Answers of the server as the state of a view, and what is asked again when it was not answered. */
import { ConnectionError, mayPass, RequestError } from './server.js';
import { useEffect, useRef, useState } from './vendor/preact-htm.js';

/** How long it waits before it asks again by itself; each time twice as long, until there is an answer. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * `{}` while it is asked, then `{ result }` or `{ error }`, with `again`, which asks once more. Asks anew when one of
 * `keys` changes, and the answer to an older question is not shown. As long as an answer is not final, or an error, it asks
 * again with each ledger that closes and when there is a connection again. With `account` it asks again only after ledgers
 * that affected this account. After an error that passes it asks again by itself; what is shown stays until then.
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

/** One question of a view, asked as often as its answer may have changed, never twice at a time. */
class Question {
  #ask;
  #isFinal;
  #onAnswer;
  #isAsking = false;
  #isFollowing = true;
  /** Something happened while it was asked, so that the answer may be of before. */
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

  /** Asks again if the answer may be another one now. */
  follow() {
    this.#isLate = true;
    if (this.#isFollowing) void this.ask();
  }

  end() {
    this.#isEnded = true;
  }
}

/** The answer, however often what passes is in its way; undefined when the signal tells that nobody wants it any more. */
export async function askPatiently(ask, signal) {
  for (let faults = 0; !signal.aborted; faults += 1) {
    const { result, error } = await settled(ask);
    if (error === undefined) return result;
    if (!mayPass(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(error, faults)));
  }
  return undefined;
}

/** Milliseconds until it is asked again, after so many faults before this one. */
function pauseAfter(fault, faults) {
  return Math.max(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** faults), fault.retryAfterMs ?? 0);
}

async function settled(ask) {
  try {
    return { result: await ask() };
  } catch (error) {
    // What neither the server said nor the connection caused is a bug of this page.
    if (!(error instanceof RequestError || error instanceof ConnectionError)) console.error(error);
    return { error };
  }
}

/** Calls `again` some time after a fault that passes, later each time, until there is none. */
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
