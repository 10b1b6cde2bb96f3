/**
 * How much garbage may pile up. V8 collects only when there are several times as many objects as are alive, and waits
 * the longer the less it finds to do; a server whose load stays the same then grows for more than an hour. Ours keeps to
 * half as much again as is alive (docs/reliability.md has the figures).
 */
import v8 from 'node:v8';

const GARBAGE_PERCENT = 50;
/**
 * For the whole process, its other threads included. To be called once the server is there: with a flag that is not the usual one V8
 * takes no code that was compiled before, and Node.js compiles all modules of its own that it loads from then on.
 */
export function limitHeapGrowth(): void {
  v8.setFlagsFromString(`--heap-growing-percent=${GARBAGE_PERCENT}`);
}
