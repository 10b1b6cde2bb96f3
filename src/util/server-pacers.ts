/**
 * How much of a turn of the event loop long work gets in a server. Where workers answer, the engine's thread has no
 * other long work than closes, and theirs none but that of clients; one thread that does everything has both.
 */
import { createPacer, type Pacer } from './steps.ts';

/** What of each turn goes to a close; more where requests take more. Short requests wait for it. */
const CLOSE_SLICE_MS = 2;
const LONGEST_CLOSE_SLICE_MS = 8;
/** What of it goes to requests that need several turns, messages of streams and open questions for paths, in turns. */
const LONG_WORK_MS = 1;

/** Says for each kind of long work where others have their turn. */
export interface WeirPacers {
  readonly close: Pacer;
  /** Requests that may take more than one turn, and streams; without it each is done in one go. */
  readonly longWork?: Pacer;
}

/** Those of a server that answers many clients. */
export function serverPacers(): Required<WeirPacers> {
  return { close: createPacer(CLOSE_SLICE_MS, LONGEST_CLOSE_SLICE_MS), longWork: createPacer(LONG_WORK_MS) };
}
