/**
 * The threads of workers. A thread loads its modules and then waits for its first message, so the first thread can load while the
 * server starts. A thread must not be terminated during a call of a native module, which would end the process.
 */
import { extname } from 'node:path';
import type { MessagePort, Worker } from 'node:worker_threads';
import { forbidNativeCalls, nativeCallsMemory } from '../util/native-calls.ts';
import { startThread } from '../util/start-thread.ts';
import type { WorkerStart } from './messages.ts';

/** `workerData` of a thread. */
export interface WorkerMemory {
  /** Where the thread counts its calls of native modules. */
  readonly nativeCalls: SharedArrayBuffer;
}

/** The first message to a thread. */
export interface WorkerTask {
  readonly start: WorkerStart;
  /** Transferred to the thread. */
  readonly port: MessagePort;
}

/** Pause between checks whether a thread can be terminated. */
const LOOK_AGAIN_MS = 5;
/** How long the end of the process waits for a thread in a native module. */
const LONGEST_WAIT_MS = 5_000;

/** A thread that waits for its first message. */
let waiting: Worker | undefined;
/** The running threads' counts of calls of native modules. */
const nativeCallsOf = new Map<Worker, SharedArrayBuffer>();

/** Starts a thread for the next call of `startWorker`. */
export function prepareWorker(): void {
  const worker = beginThread('worker');
  // The thread must not keep a program alive that does not need it.
  worker.unref();
  waiting = worker;
}

/** Terminates a thread that was started and not used. */
export function endIdleWorker(): void {
  if (waiting !== undefined) void endWorker(waiting);
  waiting = undefined;
}

/** Terminates a thread as soon as it is in no native module. Resolves when it has ended. */
export async function endWorker(worker: Worker): Promise<void> {
  while (!holdWorker(worker)) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS).unref());
  await worker.terminate();
}

/** Stops a thread at its next call of a native module. False if it is in one; true if it has ended. */
export function holdWorker(worker: Worker): boolean {
  const nativeCalls = nativeCallsOf.get(worker);
  return nativeCalls === undefined || forbidNativeCalls(nativeCalls);
}

/** Starts a worker in the waiting thread, or in a new one. */
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

/** Terminates the threads when the process ends. */
function leaveBinaries(): void {
  for (const nativeCalls of nativeCallsOf.values()) forbidNativeCalls(nativeCalls, LONGEST_WAIT_MS);
}
