/**
 * Delays V8's last compiler, TurboFan. By default it compiles a function after about 10,000 calls, or fewer if it has loops.
 * In a server that is nearly everything at once, within the first thousands of requests, and the longest functions take it
 * 50 to 100 ms of a processor. Functions that are called a few times for each request wait longer here, those that are called
 * for each field of a transaction do not notice. docs/performance.md has the figures.
 */
import v8 from 'node:v8';

/** V8 multiplies it by the length of the function's code. */
const CALLS_BEFORE = 40_000;

/** For the whole process, including other threads. Must be called after the start, as `limitHeapGrowth`. */
export function optimizeLater(): void {
  v8.setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE}`);
}
