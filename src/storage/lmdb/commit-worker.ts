/**
 * Program of the commit thread: a commit waits for the disk, and requests must not wait for it. The thread has its own
 * handle of the store's LMDB environment; within a process LMDB shares the underlying environment.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { RootDatabase } from 'lmdb';
import { assert } from '../../util/assert.ts';
import { bufferGarbageCollector } from './buffer-garbage.ts';
import { type CommitAnswer, type CommitRequest, type CommitThreadData, IDLE } from './commit-thread.ts';
import { openRoot, openTables, type Tables } from './layout.ts';
import { writeRows } from './write-rows.ts';

const { directory, state } = workerData as CommitThreadData;
const port = parentPort;
assert(port !== null, 'this program is a thread');

const collectGarbage = bufferGarbageCollector();
let environment: { readonly root: RootDatabase; readonly tables: Tables } | undefined;

function open(): NonNullable<typeof environment> {
  const root = openRoot(directory);
  return { root, tables: openTables(root, false) };
}

function write(rows: readonly Uint8Array[]): void {
  environment ??= open();
  const { root, tables } = environment;
  root.transactionSync(() => writeRows(tables, rows));
}

function obey(request: CommitRequest): CommitAnswer {
  try {
    if (request === 'end') {
      // Nothing is ever pending here, so it is closed when this returns.
      environment?.root.close();
      return {};
    }
    write(request);
    return { memory: request.map(({ buffer }) => buffer as ArrayBuffer) };
  } catch (error) {
    const { code } = error as { code?: unknown };
    const failure = error instanceof Error ? error.message : String(error);
    return typeof code === 'number' ? { failure, code } : { failure };
  }
}

port.on('message', (request: CommitRequest) => {
  const answer = obey(request);
  Atomics.store(state, 0, IDLE);
  Atomics.notify(state, 0);
  port.postMessage(answer, answer.memory ?? []);
  if (request === 'end') port.close();
  else collectGarbage();
});
