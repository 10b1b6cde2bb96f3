/**
 * When V8's last compiler gets at a function. It takes milliseconds of a processor for each, beside the others, and by its usual
 * rule when a function has run for a while: in a server for nearly everything at once, within the first few thousand requests. A
 * quarter of the processor's time for the first 6,000 submissions went into that. The code of the compiler before it is a few
 * hundredths slower for our load. So what is called once a request waits for some thousand requests more, and what is called
 * for every field comes first.
 */
import v8 from 'node:v8';

/** V8 multiplies it by the length of a function's code, as a number of 31 bits. */
const CALLS_BEFORE = 15_000;

/** For the whole process, its other threads included. To be called once the server is there, as `limitHeapGrowth`. */
export function optimizeLater(): void {
  v8.setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_BEFORE}`);
}
