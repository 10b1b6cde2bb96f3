/**
 * The threads of workers. Each waits for its work after it has loaded, so the first one can begin before a server
 * knows what to say to it, and loads beside it. They may be ended wherever they are, but not within a binary.
 */
import { extname } from 'node:path';
import type { MessagePort, Worker } from 'node:worker_threads';
import { forbidNativeCalls, nativeCallsMemory } from '../util/native-calls.ts';
import { startThread } from '../util/start-thread.ts';
import type { WorkerStart } from './messages.ts';

/** What a thread has from its beginning. */
export interface WorkerMemory {
  /** Where it notes its calls of binaries. */
  readonly nativeCalls: SharedArrayBuffer;
}

/** The first message to a thread. */
export interface WorkerTask {
  readonly start: WorkerStart;
  /** Belongs to the thread from then on. */
  readonly port: MessagePort;
}

/** How long to wait before looking again whether it can be ended. */
const LOOK_AGAIN_MS = 5;
/** How long the end of the process waits for a thread to leave a binary. */
const LONGEST_WAIT_MS = 5_000;

/** One that has no work yet. */
let waiting: Worker | undefined;
/** Where the threads that are running note their calls of binaries. */
const nativeCallsOf = new Map<Worker, SharedArrayBuffer>();

/** Begins a thread for the next call of `startWorker`. */
export function prepareWorker(): void {
  const worker = beginThread('worker');
  // A program that needs it no longer may end.
  worker.unref();
  waiting = worker;
}

/** Ends a thread that was begun and got no work. */
export function endIdleWorker(): void {
  if (waiting !== undefined) void endWorker(waiting);
  waiting = undefined;
}

/** Ends a thread, whatever it does, as soon as it is in no binary. Resolves when it is gone. */
export async function endWorker(worker: Worker): Promise<void> {
  for (;;) {
    const nativeCalls = nativeCallsOf.get(worker);
    if (nativeCalls === undefined || forbidNativeCalls(nativeCalls)) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  await worker.terminate();
}

/** Gives work to the thread that was begun before, or else to a new one. */
export function startWorker(work: WorkerTask): Worker {
  const worker = waiting ?? beginThread(`worker ${work.start.number}`);
  waiting = undefined;
  worker.ref();
  worker.postMessage(work, [work.port]);
  return worker;
}

function beginThread(name: string): Worker {
  const workerData: WorkerMemory = { nativeCalls: nativeCallsMemory() };
  const program = new URL(`./worker-entry${extname(import.meta.url)}`, import.meta.url);
  const worker = startThread(program, { name, workerData });
  if (nativeCallsOf.size === 0) process.on('exit', leaveBinaries);
  nativeCallsOf.set(worker, workerData.nativeCalls);
  worker.once('exit', () => {
    nativeCallsOf.delete(worker);
    if (nativeCallsOf.size === 0) process.off('exit', leaveBinaries);
  });
  return worker;
}

/** The end of the process ends its threads. */
function leaveBinaries(): void {
  for (const nativeCalls of nativeCallsOf.values()) forbidNativeCalls(nativeCalls, LONGEST_WAIT_MS);
}
