/**
 * Limits the growth of the heap. By default V8 lets the heap grow to several times the size of the live objects, and
 * collects less often the less garbage it finds; under a constant load a server would grow for more than an hour. Weir
 * limits the heap to twice the live objects (docs/testing.md and docs/performance.md have the figures).
 *
 * The space for new objects is limited to 4 MB in each thread (`util/new-space.ts`). V8 would let it grow to eight
 * times that while ledgers close, since all their objects are alive: each collection then takes 5 to 10 ms, in which no
 * request is answered, and fits the processor's caches less well.
 *
 * While the server starts, nearly all objects stay alive, so collections would only delay the start.
 */
import v8 from 'node:v8';
import { keepNewSpace } from '../../util/new-space.ts';

const GARBAGE_PERCENT = 100;
/** V8 begins with half of it, and collects the whole heap after the first four collections. */
const START_ROOM_MEGABYTES = 2;

/**
 * Reserves space for loading in threads that begin between this call and `limitHeapGrowth`. V8 accepts code that was
 * compiled without these flags.
 */
export function makeRoomForStart(): void {
  v8.setFlagsFromString(`--min-semi-space-size=${START_ROOM_MEGABYTES}`);
  // The new space is small (see above): waking other threads takes longer than their work. This stays so after the start.
  v8.setFlagsFromString('--no-parallel-scavenge');
}

/**
 * For the whole process, including other threads. Must be called after the start: with a non-default flag V8 rejects
 * code that was compiled before, and Node.js compiles all its own modules that it loads afterwards.
 */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString('--min-semi-space-size=0');
  v8.setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
  keepNewSpace();
}
