/**
 * Program of the commit thread: a commit waits for the disk, and requests must not wait for it. The thread has its own
 * handle of the store's LMDB environment; within a process LMDB shares the underlying environment. The transaction of a
 * ledger begins with its first rows and waits for the next ones (`commit-thread.ts`).
 */
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { RootDatabase } from 'lmdb';
import { assert } from '../../util/assert.ts';
import { DamagedRowError } from '../damaged-row-error.ts';
import { bufferGarbageCollector } from './buffer-garbage.ts';
import { type CommitAnswer, type CommitRequest, CommitState, type CommitThreadData, IDLE } from './commit-thread.ts';
import { openRoot, openTables, type Tables } from './layout.ts';
import { writeRows } from './write-rows.ts';

type LedgerRows = Exclude<CommitRequest, string>;

const { directory, state } = workerData as CommitThreadData;
const port = parentPort;
assert(port !== null, 'this program is a thread');

const collectGarbage = bufferGarbageCollector();
let environment: { readonly root: RootDatabase; readonly tables: Tables } | undefined;

function open(): NonNullable<typeof environment> {
  const root = openRoot(directory);
  return { root, tables: openTables(root) };
}

/** The ledger is not to be written. */
class DiscardedError extends Error {}

/** The transaction was given up, since another thread wants to write. */
class ReleasedError extends Error {}

/** Writes a ledger, whose first rows these are. Gives all its rows. */
function write(first: LedgerRows): readonly Uint8Array[] {
  environment ??= open();
  const { root, tables } = environment;
  const chunks = [...first.rows];
  let isWhole = first.isLast;
  const receive = (mayRelease: boolean) => {
    const request = nextRequest(mayRelease);
    if (typeof request === 'string') throw new DiscardedError();
    chunks.push(...request.rows);
    isWhole = request.isLast;
    return request.rows;
  };
  try {
    root.transactionSync(() => {
      writeRows(tables, first.rows);
      while (!isWhole) writeRows(tables, receive(true));
    });
    return chunks;
  } catch (error) {
    if (isWhole || error instanceof DiscardedError) throw error;
    // If writing the first rows failed, it fails again with all rows.
    setIdle();
  }
  while (!isWhole) receive(false);
  root.transactionSync(() => writeRows(tables, chunks));
  return chunks;
}

/** Waits for the next message. @throws ReleasedError if the transaction is to be given up meanwhile */
function nextRequest(mayRelease: boolean): CommitRequest {
  for (;;) {
    const sent = Atomics.load(state, CommitState.sent);
    const received = receiveMessageOnPort(port!);
    if (received !== undefined) return received.message;
    if (mayRelease && Atomics.load(state, CommitState.isReleased) === 1) throw new ReleasedError();
    Atomics.wait(state, CommitState.sent, sent);
  }
}

function setIdle(): void {
  Atomics.store(state, CommitState.transaction, IDLE);
  Atomics.notify(state, CommitState.transaction);
}

function obey(request: CommitRequest): CommitAnswer {
  try {
    if (request === 'end') {
      // Nothing is ever pending here, so it is closed when this returns.
      environment?.root.close();
      return {};
    }
    if (request === 'discard') return {};
    return { memory: write(request).map(({ buffer }) => buffer as ArrayBuffer) };
  } catch (error) {
    if (error instanceof DiscardedError) return {};
    const { code } = error as { code?: unknown };
    const failure = error instanceof Error ? error.message : String(error);
    if (error instanceof DamagedRowError) return { failure, damaged: error.row };
    return typeof code === 'number' ? { failure, code } : { failure };
  }
}

port.on('message', (request: CommitRequest) => {
  const answer = obey(request);
  setIdle();
  port.postMessage(answer, answer.memory ?? []);
  if (request === 'end') port.close();
  else collectGarbage();
});
