/**
 * How much garbage may pile up. V8 collects only when there are several times as many objects as are alive, and waits
 * the longer the less it finds to do; a server whose load stays the same then grows for more than an hour. Ours keeps to
 * half as much again as is alive (docs/reliability.md has the figures).
 *
 * Nearly all that is made at the start stays, from which V8 concludes that it needs more room for what is new: 4 MB in each
 * thread that a server without load never uses. That room grows only once the server is there.
 */
import v8 from 'node:v8';

const GARBAGE_PERCENT = 50;
/** By how much the room for new objects grows when much of them stays; V8's own factor. */
const YOUNG_GROWTH = 2;

/** For the whole process, its other threads included. To be called early: what has grown shrinks late. */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}

/** Keeps the room for new objects as it is, in all threads. To be called first of all. */
export function holdYoungHeap(): void {
  v8.setFlagsFromString('--semi-space-growth-factor=1');
}

/** Lets it grow with the load. */
export function releaseYoungHeap(): void {
  v8.setFlagsFromString(`--semi-space-growth-factor=${YOUNG_GROWTH}`);
}
