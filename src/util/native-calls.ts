/**
 * Makes it safe to terminate a thread. Node.js terminates a thread at any point. If it is inside a native module
 * (Node-API) then, the whole process aborts. So a thread that may be terminated marks in a word of shared memory when
 * it is inside a native call, and the terminating thread takes that word first, after which no native call can start.
 */

const OUTSIDE = 0;
const INSIDE = 1;
const FORBIDDEN = 2;

/** The polling interval: leaving a native call does not wake the waiting thread, since that would slow each call. */
const SLEEP_MS = 1;

/** The word of this thread; undefined in a thread that is never terminated. */
let word: Int32Array | undefined;
let depth = 0;

/**
 * The memory that a thread shares with the one that may terminate it. It counts as inside a native call until it has
 * loaded its modules.
 */
export function nativeCallsMemory(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  new Int32Array(memory)[0] = INSIDE;
  return memory;
}

/** For the thread itself, after it has loaded its modules: marks native calls from now on. */
export function trackNativeCalls(memory: SharedArrayBuffer): void {
  word = new Int32Array(memory);
  Atomics.store(word, 0, OUTSIDE);
}

/** Runs a native call, which may be nested in another one. */
export function nativeCall<T>(call: () => T): T {
  if (word === undefined) return call();
  if (depth === 0) enter(word);
  depth += 1;
  try {
    return call();
  } finally {
    depth -= 1;
    if (depth === 0) Atomics.store(word, 0, OUTSIDE);
  }
}

function enter(calls: Int32Array): void {
  // The thread is about to be terminated, so it blocks here.
  while (Atomics.compareExchange(calls, 0, OUTSIDE, INSIDE) === FORBIDDEN) Atomics.wait(calls, 0, FORBIDDEN);
}

/**
 * For another thread: blocks further native calls, so that the thread can be terminated. False if it was inside one
 * until `waitMs` had passed; the wait blocks the calling thread.
 */
export function forbidNativeCalls(memory: SharedArrayBuffer, waitMs = 0): boolean {
  const calls = new Int32Array(memory);
  const endsMs = performance.now() + waitMs;
  while (Atomics.compareExchange(calls, 0, OUTSIDE, FORBIDDEN) === INSIDE) {
    if (performance.now() >= endsMs) return false;
    Atomics.wait(calls, 0, INSIDE, SLEEP_MS);
  }
  return true;
}
