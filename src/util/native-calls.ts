/**
 * Lets a thread be ended while it runs. Node.js ends a thread wherever it is. A package's binary (Node-API) that is at work
 * then can neither go on nor throw, and ends the whole process. So a thread that others may end notes in a word of shared
 * memory when it is in a binary, and whoever ends it takes that word first: the thread enters none any more.
 */

const IN_NONE = 0;
const IN_ONE = 1;
const NO_MORE = 2;

/** How long to wait before looking again: who leaves a binary wakes nobody, since that would cost each call. */
const SLEEP_MS = 1;

/** Those of this thread; none in a thread that nobody ends. */
let word: Int32Array | undefined;
let depth = 0;

/** What a thread and whoever may end it share. The thread counts as in a binary until it says that it has loaded its own. */
export function nativeCallsMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(memory)[0] = IN_ONE;
  return memory;
}

/** In the thread, when it has loaded: notes its calls from now on. */
export function noteNativeCalls(memory: SharedArrayBuffer): void {
  word = new Int32Array(memory);
  Atomics.store(word, 0, IN_NONE);
}

/** Calls a binary, which may call another one. */
export function nativeCall<T>(call: () => T): T {
  if (word === undefined) return call();
  if (depth === 0) enter(word);
  depth += 1;
  try {
    return call();
  } finally {
    depth -= 1;
    if (depth === 0) Atomics.store(word, 0, IN_NONE);
  }
}

function enter(calls: Int32Array): void {
  // The thread is about to be ended, and waits for that.
  while (Atomics.compareExchange(calls, 0, IN_NONE, IN_ONE) === NO_MORE) Atomics.wait(calls, 0, NO_MORE);
}

/**
 * In another thread: keeps that one from entering binaries, so that it can be ended. False if it was in one each time that
 * was looked; to wait for it blocks this thread.
 */
export function forbidNativeCalls(memory: SharedArrayBuffer, waitMs = 0): boolean {
  const calls = new Int32Array(memory);
  const endsMs = performance.now() + waitMs;
  while (Atomics.compareExchange(calls, 0, IN_NONE, NO_MORE) === IN_ONE) {
    if (performance.now() >= endsMs) return false;
    Atomics.wait(calls, 0, IN_ONE, SLEEP_MS);
  }
  return true;
}
