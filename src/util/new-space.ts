/**
 * Keeps the new space (young generation) of each thread's heap at 4 MB. V8 grows it when objects survive, shrinks it
 * when the thread was idle for some seconds, and has one growth factor for all threads of the process. With the factor
 * 1 no thread's new space grows: neither beyond the useful size, nor back to it after a pause.
 */
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';

/** V8 counts both semi-spaces; one is in use at a time. */
const SIZE_BYTES = 8 * 1024 * 1024;
/** Often enough to stop the growth near the limit: surviving objects are a few megabytes per second. */
const CHECK_MS = 250;
/** A less busy thread does not need the full size. */
const BUSY_SHARE = 0.1;
/** The growth factors: V8's default, and the one that stops growth. */
const DOUBLE = 2;
const KEEP = 1;

/** The part of V8 that this uses. Sizes and utilization are of this thread, the growth factor is of the process. */
export interface NewSpace {
  /** The size of the new space, both semi-spaces. */
  sizeBytes(): number;
  /** The share of time that this thread was busy since the last call: 0 to 1. */
  utilization(): number;
  setGrowthFactor(factor: number): void;
  every(ms: number, action: () => void): void;
}

let lastUse = performance.eventLoopUtilization();
const V8_SPACE: NewSpace = {
  sizeBytes() {
    const space = v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
    return space?.space_size ?? SIZE_BYTES;
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

/**
 * Makes this thread, which must be the main thread, control the growth factor and keep its own new space at the useful
 * size.
 */
export function keepNewSpace(space = V8_SPACE): void {
  space.setGrowthFactor(KEEP);
  space.every(CHECK_MS, () => space.setGrowthFactor(isSmall(space) ? DOUBLE : KEEP));
}

/**
 * For another thread, called from time to time: if it is busy and its new space is small, allows growth until the main
 * thread's next check.
 */
export function requestNewSpace(space = V8_SPACE): void {
  if (space.utilization() >= BUSY_SHARE && isSmall(space)) space.setGrowthFactor(DOUBLE);
}

function isSmall(space: NewSpace): boolean {
  return space.sizeBytes() < SIZE_BYTES;
}
