/**
 * How much garbage may pile up. V8 collects only when there are several times as many objects as are alive, and waits
 * the longer the less it finds to do; a server whose load stays the same then grows for more than an hour. Ours keeps to
 * half as much again as is alive (docs/testing.md has the figures).
 *
 * The room for new objects is kept at 4 MB in each thread (`util/new-space.ts`). V8 would let it grow to eight times that while
 * ledgers close, all of whose objects are alive: each look through it then takes 5 to 10 ms, in which nobody is answered,
 * and the processor's caches hold less of it.
 *
 * While the server starts, nearly all that is made stays alive, so to look for garbage is a waste of the time that clients wait.
 */
import v8 from 'node:v8';
import { keepNewSpace } from '../../util/new-space.ts';

const GARBAGE_PERCENT = 50;
/** V8 begins with half of it, and after the first four looks goes through the whole heap. */
const START_ROOM_MEGABYTES = 2;

/**
 * For threads that begin from now on, until `limitHeapGrowth`: room to load in. To be called before they begin. V8 takes code that was
 * compiled without these flags.
 */
export function makeRoomForStart(): void {
  v8.setFlagsFromString(`--min-semi-space-size=${START_ROOM_MEGABYTES}`);
  // To wake up other threads takes longer than there is work for them.
  v8.setFlagsFromString('--no-parallel-scavenge');
}

/**
 * For the whole process, its other threads included. To be called once the server is there: with a flag that is not the usual one V8
 * takes no code that was compiled before, and Node.js compiles all modules of its own that it loads from then on.
 */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString('--min-semi-space-size=0');
  v8.setFlagsFromString('--parallel-scavenge');
  v8.setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  keepNewSpace();
}
