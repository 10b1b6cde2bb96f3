/** How much of a turn of the event loop each kind of long work gets in a server. */
import { createPacer, type Pacer } from './steps.ts';

/** What of each turn of the event loop goes to a close; more where requests take more. */
const CLOSE_SLICE_MS = 8;
const LONGEST_CLOSE_SLICE_MS = 25;
/** What of it goes to requests that need several turns, to messages of streams, to open questions for paths. */
const LONG_WORK_MS = 8;
const MESSAGES_MS = 5;
const PATHS_MS = 4;

/** Says for each kind of long work where others have their turn. */
export interface WeirPacers {
  readonly close: Pacer;
  /** Requests that may take more than one turn; without it each is answered in one go. */
  readonly longWork?: Pacer;
  readonly messages: Pacer;
  readonly paths: Pacer;
}

/** Those of a server that answers many clients from one thread. */
export function serverPacers(): Required<WeirPacers> {
  return {
    close: createPacer(CLOSE_SLICE_MS, LONGEST_CLOSE_SLICE_MS),
    longWork: createPacer(LONG_WORK_MS),
    messages: createPacer(MESSAGES_MS),
    paths: createPacer(PATHS_MS),
  };
}
