/**
 * The threads of front ends. Each waits for its work after it has loaded, so the first one can begin before a server
 * knows what to say to it, and loads beside it.
 */
import { extname } from 'node:path';
import type { MessagePort, Worker } from 'node:worker_threads';
import { startThread } from '../util/start-thread.ts';
import type { FrontEndStart } from './messages.ts';

/** The first message to a thread. */
export interface FrontEndWork {
  readonly start: FrontEndStart;
  /** Belongs to the thread from then on. */
  readonly port: MessagePort;
}

/** One that has no work yet. */
let waiting: Worker | undefined;

/** Begins a thread for the next call of `employFrontEnd`. */
export function beginFrontEnd(): void {
  const worker = beginThread();
  // A program that needs it no longer may end.
  worker.unref();
  waiting = worker;
}

/** Ends a thread that was begun and got no work. */
export function endIdleFrontEnd(): void {
  void waiting?.terminate();
  waiting = undefined;
}

/** Gives work to the thread that was begun before, or else to a new one. */
export function employFrontEnd(work: FrontEndWork): Worker {
  const worker = waiting ?? beginThread();
  waiting = undefined;
  worker.ref();
  worker.postMessage(work, [work.port]);
  return worker;
}

function beginThread(): Worker {
  return startThread(new URL(`./front-end${extname(import.meta.url)}`, import.meta.url), { name: 'front end' });
}
