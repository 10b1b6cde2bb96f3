/**
 * The store's side of the commit thread. The thread is started when first needed and restarted if it dies; a start
 * takes about 0.1 s, and the thread some 20 MB. It keeps the process alive only while a request is pending.
 *
 * Node.js terminates its threads at any point when the process exits. LMDB's library, terminated within a transaction,
 * deadlocks and would block the exit. So the exit waits for the pending write.
 */
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { assert } from '../../util/assert.ts';
import { startThread } from '../../util/start-thread.ts';

/** Packed rows to write in one transaction; or to close the environment and end. */
export type CommitRequest = readonly Uint8Array[] | 'end';

export interface CommitThreadData {
  readonly directory: string;
  /** `BUSY` from before a request is sent until it is done. */
  readonly state: Int32Array;
}

export const IDLE = 0;
const BUSY = 1;
/** After this time the disk is considered dead. */
const LONGEST_WAIT_MS = 30_000;

export interface CommitAnswer {
  /** Error text of a failed write. */
  readonly failure?: string;
  /** LMDB's or the system's error number. */
  readonly code?: number;
  /** Memory of the rows, for reuse. */
  readonly memory?: readonly ArrayBuffer[];
}

export class CommitThread {
  readonly #directory: string;
  #worker: Worker | undefined;
  /** The pending request. */
  #asked: PromiseWithResolvers<readonly ArrayBuffer[]> | undefined;
  readonly #state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #waitForAnswer = () => {
    // The process would wait for the thread without limit. A kill does not damage stored data.
    if (Atomics.wait(this.#state, 0, BUSY, LONGEST_WAIT_MS) === 'timed-out') process.kill(process.pid, 'SIGKILL');
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

  /**
   * Writes packed rows, all or nothing, and durably. Transfers their memory to the thread and back. One request at a
   * time.
   */
  write(rows: readonly Uint8Array[]): Promise<readonly ArrayBuffer[]> {
    return this.#ask(
      rows,
      rows.map(({ buffer }) => buffer as ArrayBuffer),
    );
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
    assert(this.#asked === undefined, 'one request at a time');
    this.#worker ??= this.#begin();
    const worker = this.#worker;
    this.#asked = Promise.withResolvers();
    Atomics.store(this.#state, 0, BUSY);
    process.once('exit', this.#waitForAnswer);
    try {
      worker.ref();
      worker.postMessage(request, memory);
      return await this.#asked.promise;
    } finally {
      this.#asked = undefined;
      process.off('exit', this.#waitForAnswer);
      worker.unref();
    }
  }

  #begin(): Worker {
    const program = new URL(`./commit-worker${extname(import.meta.url)}`, import.meta.url);
    const workerData: CommitThreadData = { directory: this.#directory, state: this.#state };
    const worker = startThread(program, { workerData, name: 'commits' });
    worker.unref();
    let death = 'it ended';
    worker.on('message', ({ failure, code, memory = [] }: CommitAnswer) => {
      if (failure === undefined) this.#asked?.resolve(memory);
      else this.#asked?.reject(Object.assign(new Error(failure), code === undefined ? {} : { code }));
    });
    worker.on('error', (error) => {
      death = error.message;
    });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      this.#asked?.reject(new Error(`the thread that writes died: ${death}`));
    });
    return worker;
  }
}
