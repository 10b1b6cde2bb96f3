/**
 * The share of each turn of the event loop that long work gets in a server. With workers, the engine's thread does
 * closes and the workers do long requests; a server with one thread does both.
 */
import { createPacer, type Pacer } from './steps.ts';

/** Time per turn for a close, and its maximum when requests take longer. Short requests wait for it. */
const CLOSE_SLICE_MS = 2;
const LONGEST_CLOSE_SLICE_MS = 8;
/** Time per turn for requests that need several turns, stream messages and open path_find requests, which alternate. */
const LONG_WORK_MS = 1;

/** The pacer of each kind of long work. */
export interface WeirPacers {
  readonly close: Pacer;
  /** For long requests and streams; without it each runs to its end at once. */
  readonly longWork?: Pacer;
}

/** The pacers of a server with many clients. */
export function serverPacers(): Required<WeirPacers> {
  return { close: createPacer(CLOSE_SLICE_MS, LONGEST_CLOSE_SLICE_MS), longWork: createPacer(LONG_WORK_MS) };
}
