/**
 * The store's side of the commit thread. The thread is started when first needed, or with the first transaction of a server, and
 * restarted if it dies; a start takes about 0.1 s, and the thread some 20 MB. It keeps the process alive only while a request is pending.
 *
 * The rows of a ledger may be sent in several messages, so that the thread writes the first ones while the others are
 * packed. Its transaction then waits for this thread. Another write of this thread would wait for that transaction, so
 * `release` ends it before; the thread then writes all rows of the ledger when it has the last ones.
 *
 * Node.js terminates its threads at any point when the process exits. LMDB's library, terminated within a transaction,
 * deadlocks and would block the exit. So the exit releases the transaction too, and waits for a commit.
 */
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../util/start-thread.ts';
import { type DamagedRow, DamagedRowError } from '../damaged-row-error.ts';

/** Packed rows, which are committed with the last ones; or to discard those sent so far, or close the environment and end. */
export type CommitRequest = { readonly rows: readonly Uint8Array[]; readonly isLast: boolean } | 'discard' | 'end';

export interface CommitThreadData {
  readonly directory: string;
  /** See `CommitState`. */
  readonly state: Int32Array;
}

/** Places in the memory that both threads share. */
export const CommitState = {
  /** `BUSY` from before a transaction is requested until it has ended. */
  transaction: 0,
  /** Changes with each message to the thread, and with `isReleased`. */
  sent: 1,
  /** 1 if a transaction that waits for rows has to be given up. */
  isReleased: 2,
} as const;

export const IDLE = 0;
const BUSY = 1;
/** After this time the disk is considered dead. */
const LONGEST_WAIT_MS = 30_000;

export interface CommitAnswer {
  /** Error text of a failed write. */
  readonly failure?: string;
  /** LMDB's or the system's error number. */
  readonly code?: number;
  /** The damaged row that the write met. */
  readonly damaged?: DamagedRow;
  /** Memory of the rows, for reuse. */
  readonly memory?: readonly ArrayBuffer[];
}

export class CommitThread {
  readonly #directory: string;
  #worker: Worker | undefined;
  /** The pending request. */
  #asked: PromiseWithResolvers<readonly ArrayBuffer[]> | undefined;
  readonly #state = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  readonly #waitForAnswer = () => {
    // The process would wait for the thread without limit. A kill does not damage stored data.
    if (!this.release()) process.kill(process.pid, 'SIGKILL');
  };

  /** Writes to the environment in this directory, which the store has created and keeps open. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Starts the thread, unless it runs, so that the next request need not wait for it. */
  start(): void {
    this.#worker ??= this.#begin();
  }

  /** Sends the first packed rows of a ledger. Transfers their memory to the thread. */
  send(rows: Uint8Array): void {
    this.#post({ rows: [rows], isLast: false }, [rows.buffer as ArrayBuffer]);
  }

  /**
   * Sends the last packed rows of a ledger; all of its rows are then written, all or nothing, and durably. Transfers
   * their memory to the thread and gives back that of all. One ledger at a time.
   */
  write(rows: readonly Uint8Array[]): Promise<readonly ArrayBuffer[]> {
    const memory = rows.map(({ buffer }) => buffer as ArrayBuffer);
    return this.#ask({ rows, isLast: true }, memory);
  }

  /** Discards what was sent of a ledger. */
  async discard(): Promise<void> {
    if (this.#asked !== undefined) await this.#ask('discard').catch(() => {});
  }

  /**
   * Waits until the thread has no transaction, and ends one that waits for rows. Must be called before any other write
   * of this process. False if that takes too long.
   */
  release(): boolean {
    if (this.#asked === undefined) return true;
    Atomics.store(this.#state, CommitState.isReleased, 1);
    this.#wake();
    return Atomics.wait(this.#state, CommitState.transaction, BUSY, LONGEST_WAIT_MS) !== 'timed-out';
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    await this.#ask('end').catch(() => {});
    worker.ref();
    await ended;
  }

  async #ask(request: CommitRequest, memory: readonly ArrayBuffer[] = []): Promise<readonly ArrayBuffer[]> {
    const asked = this.#post(request, memory);
    try {
      return await asked.promise;
    } finally {
      this.#asked = undefined;
      process.off('exit', this.#waitForAnswer);
      this.#worker?.unref();
    }
  }

  #post(request: CommitRequest, memory: readonly ArrayBuffer[]): PromiseWithResolvers<readonly ArrayBuffer[]> {
    const asked = this.#asked ?? this.#open();
    if (typeof request === 'string' || request.isLast) Atomics.store(this.#state, CommitState.transaction, BUSY);
    // If the thread died after the first rows, a new one must not get the others.
    this.#worker?.postMessage(request, memory);
    this.#wake();
    return asked;
  }

  #open(): PromiseWithResolvers<readonly ArrayBuffer[]> {
    const asked = Promise.withResolvers<readonly ArrayBuffer[]>();
    // It may reject before it is awaited.
    asked.promise.catch(() => {});
    this.#asked = asked;
    this.start();
    Atomics.store(this.#state, CommitState.isReleased, 0);
    Atomics.store(this.#state, CommitState.transaction, BUSY);
    process.once('exit', this.#waitForAnswer);
    this.#worker?.ref();
    return asked;
  }

  #wake(): void {
    Atomics.add(this.#state, CommitState.sent, 1);
    Atomics.notify(this.#state, CommitState.sent);
  }

  #begin(): Worker {
    const program = new URL(`./commit-worker${extname(import.meta.url)}`, import.meta.url);
    const workerData: CommitThreadData = { directory: this.#directory, state: this.#state };
    const worker = startThread(program, { workerData, name: 'commits' });
    worker.unref();
    let death = 'it ended';
    worker.on('message', ({ failure, code, damaged, memory = [] }: CommitAnswer) => {
      if (failure === undefined) this.#asked?.resolve(memory);
      else if (damaged !== undefined) this.#asked?.reject(new DamagedRowError(damaged));
      else this.#asked?.reject(Object.assign(new Error(failure), code === undefined ? {} : { code }));
    });
    worker.on('error', (error) => {
      death = error.message;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      Atomics.store(this.#state, CommitState.transaction, IDLE);
      this.#asked?.reject(new Error(`the thread that writes died: ${death}`));
    });
    return worker;
  }
}
