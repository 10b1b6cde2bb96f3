/**
 * The room for new objects in each thread's heap: 4 MB. V8 gives a thread more when objects outlive it, takes it away when the
 * thread has had little to do for some seconds, and goes by one growth factor for all threads of the process. With the
 * factor 1 none grows any more: neither beyond what is good for it, nor back to that after a pause.
 */
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';

/** V8 counts the two halves, one of which is in use at a time. */
const ROOM_BYTES = 8 * 1024 * 1024;
/** In which so much room may come and not much more: new objects that stay are a few megabytes a second. */
const CHECK_MS = 250;
/** A thread that does less than that can do without. */
const BUSY_SHARE = 0.1;
/** V8's own factor, and the one that keeps things as they are. */
const DOUBLE = 2;
const STAY = 1;

let lastUse = performance.eventLoopUtilization();

/** From now on this thread, which is to be the first one, decides who may have more, and stays at what is good for it. */
export function keepNewSpace(): void {
  setGrowth(STAY);
  setInterval(() => setGrowth(hasLittleRoom() ? DOUBLE : STAY), CHECK_MS).unref();
}

/** In another thread, now and then: where it lacks room and has much to do, all may have more until the first one looks. */
export function askForNewSpace(): void {
  const use = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(use, lastUse);
  lastUse = use;
  if (utilization >= BUSY_SHARE && hasLittleRoom()) setGrowth(DOUBLE);
}

function hasLittleRoom(): boolean {
  const space = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return space !== undefined && space.space_size < ROOM_BYTES;
}

function setGrowth(factor: number): void {
  v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`);
}
