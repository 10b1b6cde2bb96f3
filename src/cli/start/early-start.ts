/** The part of `weir start` that runs before the program is loaded. */

import { useCompiledCode } from '../../util/compiled-code.ts';
import { endIdleWorker, prepareWorker } from '../../workers/worker-thread.ts';
import { makeRoomForStart } from './heap-growth.ts';

/** Options of servers that may have no worker. */
const DOUBTFUL = ['--ephemeral', '--dev', '--threads', '--like', '--help', '-h'];

/** True if `weir start` with these words will have workers, or else fail. */
export function isWorkerCertain(words: readonly string[]): boolean {
  return !words.some((word) => DOUBTFUL.includes(word.split('=', 1)[0]!));
}

/**
 * Begins a worker's thread, which takes as long to load as the server and loads beside it. The options are not read yet,
 * so it guesses what they will say; a thread too many is ended. `words` are those after `start`.
 */
export function startEarly(words: readonly string[]): void {
  makeRoomForStart();
  if (isWorkerCertain(words)) prepareWorker();
  useCompiledCode(import.meta.url);
}

/** Ends the thread, for the program will not run. */
export function endEarly(): void {
  endIdleWorker();
}
