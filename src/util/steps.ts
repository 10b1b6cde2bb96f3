/**
 * Long work that lets others have their turn. A ledger of thousands of transactions takes longer to close than a client
 * should wait for an answer, and there is one thread. So such work is written as a generator that yields between its
 * steps: it stays synchronous and knows nothing of time, and whoever runs it decides whether to pause there. Between two
 * steps anything else may happen, so what the work reads must not change under it.
 */

/** Work in small steps that returns its outcome in the end. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Asked between two steps: undefined to go on at once, or a promise of one's next turn. What it paces is up to the
 * caller: one pacer for all work of a kind keeps that kind to one share of each turn, however much there is of it.
 */
export type Pacer = () => Promise<void> | undefined;

/** For those who have nobody to wait for. */
export const withoutPause: Pacer = () => undefined;

/** Does all the work at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Does the work, pausing between steps where the pacer says so. Rejects with what the work throws. */
export async function paceSteps<T>(steps: Steps<T>, pacer: Pacer): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const turn = pacer();
    if (turn !== undefined) await turn;
  }
}

/** The parts of the machine that a pacer needs. */
export interface TurnSource {
  now(): number;
  /** Calls back after what else is waiting had its turn: timers, sockets, files. */
  nextTurn(callback: () => void): void;
}

/** That of this process. */
export const EVENT_LOOP: TurnSource = { now: () => performance.now(), nextTurn: setImmediate };

/** The same, but what others put off to the end of their turn, as messages that go together, is not put off further. */
const BEHIND_OTHERS: TurnSource = {
  ...EVENT_LOOP,
  nextTurn: (callback) => void setImmediate(() => setImmediate(callback)),
};

/**
 * A pacer that gives its work `sliceMs` of each turn of the event loop, all callers together; they take turns. Where
 * others take longer than that in a turn, it gives as long to its work too, up to `longestMs`: on a busy machine the work
 * would never end otherwise. Beyond that a turn is lengthened by one step.
 */
export function createPacer(sliceMs: number, longestMs = sliceMs, machine: TurnSource = BEHIND_OTHERS): Pacer {
  const { now, nextTurn } = machine;
  const waiting: (() => void)[] = [];
  let sliceEndsMs: number | undefined;
  let pausedMs = 0;
  const beginSlice = (ms: number) => {
    sliceEndsMs = now() + ms;
    nextTurn(endSlice);
  };
  const endSlice = () => {
    sliceEndsMs = undefined;
    const next = waiting.shift();
    if (next === undefined) return;
    beginSlice(Math.min(Math.max(now() - pausedMs, sliceMs), longestMs));
    next();
  };
  return () => {
    if (sliceEndsMs === undefined) beginSlice(sliceMs);
    else if (now() >= sliceEndsMs) {
      if (waiting.length === 0) pausedMs = now();
      return new Promise((resolve) => waiting.push(resolve));
    }
    return undefined;
  };
}
