/**
 * Long work that lets other work run in between. Closing a ledger of thousands of transactions takes longer than a
 * client should wait, and one thread does both. So such work is a generator that yields between its steps: it stays
 * synchronous and reads no clock, and its caller decides whether to pause. Other code runs between two steps, so what
 * the work reads must not change meanwhile.
 */

/** Work in small steps, and its result. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Called between two steps: undefined to continue at once, or a promise to await first. One pacer for all work of a
 * kind limits that kind to one share of each turn.
 */
export type Pacer = () => Promise<void> | undefined;

/** For callers that need no pause. */
export const withoutPause: Pacer = () => undefined;

/** Runs all steps at once. */
export function finishSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Runs the steps, pausing when the pacer returns a promise. Rejects with what the work throws. */
export async function paceSteps<T>(steps: Steps<T>, pacer: Pacer): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const turn = pacer();
    if (turn !== undefined) await turn;
  }
}

/** The clock and the event loop, as a pacer needs them. */
export interface TurnSource {
  now(): number;
  /** Calls back in a later turn, after pending timers, sockets and files. */
  nextTurn(callback: () => void): void;
}

/** The event loop of this process. */
export const EVENT_LOOP: TurnSource = { now: () => performance.now(), nextTurn: setImmediate };

/**
 * Calls back one turn later still, so that work deferred to the end of a turn, such as batched messages, runs first.
 */
const BEHIND_OTHERS: TurnSource = {
  ...EVENT_LOOP,
  nextTurn: (callback) => void setImmediate(() => setImmediate(callback)),
};

/**
 * A pacer that gives its work `sliceMs` of each turn of the event loop, shared by all callers, which alternate. If
 * other work takes longer in a turn, the slice grows to the same time, up to `longestMs`; otherwise the work might
 * never end on a busy machine. A slice may exceed its time by one step.
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
