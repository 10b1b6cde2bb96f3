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

/** What V8 tells of this thread, and does for all. */
export interface NewSpace {
  /** How much room for new objects this thread has, both halves. */
  roomBytes(): number;
  /** The part of its time in which this thread was at work, since this was asked last: 0 to 1. */
  utilization(): number;
  setGrowthFactor(factor: number): void;
  every(ms: number, action: () => void): void;
}

let lastUse = performance.eventLoopUtilization();
const V8_SPACE: NewSpace = {
  roomBytes() {
    const space = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    return space?.space_size ?? ROOM_BYTES;
  },
  utilization() {
    const use = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(use, lastUse);
    lastUse = use;
    return utilization;
  },
  setGrowthFactor: (factor) => v8.setFlagsFromString(`--semi-space-growth-factor=${factor}`),
  every: (ms, action) => void setInterval(action, ms).unref(),
};

/** From now on this thread, which is to be the first one, decides who may have more, and stays at what is good for it. */
export function keepNewSpace(space = V8_SPACE): void {
  space.setGrowthFactor(STAY);
  space.every(CHECK_MS, () => space.setGrowthFactor(hasLittleRoom(space) ? DOUBLE : STAY));
}

/** In another thread, now and then: where it lacks room and has much to do, all may have more until the first one looks. */
export function askForNewSpace(space = V8_SPACE): void {
  if (space.utilization() >= BUSY_SHARE && hasLittleRoom(space)) space.setGrowthFactor(DOUBLE);
}

function hasLittleRoom(space: NewSpace): boolean {
  return space.roomBytes() < ROOM_BYTES;
}
