/**
 * A commit from its ledger to its outcome. It is packed here, in steps that leave requests their turn, and written by
 * a thread of its own in one LMDB transaction with the classic order of writes: data, flush, then the page that makes
 * it current, flushed too.
 *
 * Whatever goes wrong on the way, the outcome is found out and not guessed: a commit that was refused is not in the
 * store, and one that is in the store has succeeded, even if the thread died before it could say so.
 *
 * The store's end of the thread that writes. It is started when it is first needed, and again should it ever die: that
 * takes about a tenth of a second, and the thread some 20 MB. It keeps the process alive only while something is asked
 * of it.
 *
 * Node.js ends its threads wherever they are when the process exits, also by `process.exit` or an uncaught exception.
 * LMDB's library, ended within a transaction, waits for itself forever, and so would the process. So the exit waits
 * for what is being written.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { assert } from '../../util/assert.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { KeyTreeChanges } from '../../util/key-tree.ts';
import { type Pacer, paceSteps } from '../../util/steps.ts';
import { diskFault } from '../disk-fault.ts';
import { StoreError } from '../ledger-store.ts';
import { probeDisk } from './disk-probe.ts';
import type { Environment } from './environment.ts';
import { valueAt } from './layout.ts';
import { ChunkPool, packLedger } from './row-batch.ts';

export class LedgerWriter {
  readonly #environment: Environment;
  readonly #thread: CommitThread;
  readonly #pacer: Pacer;
  readonly #pool = new ChunkPool();
  readonly #directory: string;
  #mustRecover = false;
  /** The disk failed the last time, and is asked before it is used again. */
  #hasDiskFailed = false;

  constructor(directory: string, environment: Environment, thread: CommitThread, pacer: Pacer) {
    this.#directory = directory;
    this.#environment = environment;
    this.#thread = thread;
    this.#pacer = pacer;
  }

  /**
   * Resolves when the ledger is durable; until then readers see none of it. One at a time.
   * `keyTree` is that of its parent, and gets the ledger's keys. `term` is written with it, if given.
   * @throws StoreError if it could not be written. It is then not in the store, and the next may be tried.
   */
  async write(ledger: PreparedLedger, keyTree: KeyTreeChanges, term: number | undefined): Promise<void> {
    if (this.#mustRecover) this.#recover();
    this.#thread.start();
    const rows = await paceSteps(packLedger(ledger, { keyTree, term }, this.#pool), this.#pacer);
    this.#askDisk(ledger.header, rows);
    this.#environment.freeze();
    try {
      this.#pool.giveBack(await this.#thread.write(rows));
    } catch (cause) {
      if (await this.#isStored(ledger.header)) return;
      this.#hasDiskFailed = diskFault(cause) !== undefined;
      throw notStored(ledger.header, cause);
    }
    this.#environment.thaw();
  }

  #askDisk(header: LedgerHeader, rows: readonly Uint8Array[]): void {
    if (!this.#hasDiskFailed) return;
    try {
      probeDisk(
        this.#directory,
        rows.reduce((sum, { byteLength }) => sum + byteLength, 0),
      );
    } catch (cause) {
      this.#pool.giveBack(rows.map(({ buffer }) => buffer as ArrayBuffer));
      throw notStored(header, cause);
    }
    this.#hasDiskFailed = false;
  }

  async #isStored({ hash }: LedgerHeader): Promise<boolean> {
    if (!this.#environment.isBroken) {
      this.#environment.thaw();
      return valueAt(this.#environment.view('ledgerHashes'), hexToBytes(hash)) !== undefined;
    }
    this.#mustRecover = true;
    await this.#thread.release();
    try {
      this.#recover();
    } catch {
      // The next commit tries again, and says why not.
    }
    return false;
  }

  #recover(): void {
    this.#environment.recover();
    this.#mustRecover = this.#environment.isBroken;
  }
}

function notStored({ ledgerIndex }: LedgerHeader, cause: unknown): StoreError {
  return new StoreError(`ledger ${ledgerIndex} cannot be stored: ${(cause as Error).message}`, { cause });
}

/** Packed rows to write in one transaction; or to let go of the environment; or to do that and end. */
export type CommitRequest = readonly Uint8Array[] | 'release' | 'end';

export interface CommitThreadData {
  readonly directory: string;
  /** `BUSY` from before a request is sent until it is done. */
  readonly state: Int32Array;
}

export const IDLE = 0;
const BUSY = 1;
/** A disk that does not answer for as long will not. */
const LONGEST_WAIT_MS = 30_000;

export interface CommitAnswer {
  /** Why it was not done. */
  readonly failure?: string;
  /** LMDB's or the system's number for that. */
  readonly code?: number;
  /** That of the rows, for the next ones. */
  readonly memory?: readonly ArrayBuffer[];
}

export class CommitThread {
  readonly #directory: string;
  #worker: Worker | undefined;
  /** The request that waits for its answer. */
  #asked: PromiseWithResolvers<readonly ArrayBuffer[]> | undefined;
  readonly #state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #waitForAnswer = () => {
    // The process would wait forever for such a thread; a kill does no harm to what is stored.
    if (Atomics.wait(this.#state, 0, BUSY, LONGEST_WAIT_MS) === 'timed-out') process.kill(process.pid, 'SIGKILL');
  };

  /** Writes to the environment in this directory, which somebody else has made and keeps open. */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Starts the thread, unless it is there, so that the next request need not wait for it. */
  start(): void {
    this.#worker ??= this.#begin();
  }

  /** Writes packed rows, all or nothing, and durably. Takes their memory, and gives it back. One request at a time. */
  write(chunks: readonly Uint8Array[]): Promise<readonly ArrayBuffer[]> {
    return this.#ask(
      chunks,
      chunks.map(({ buffer }) => buffer as ArrayBuffer),
    );
  }

  /** The thread's handle of the environment is closed until the next write. */
  async release(): Promise<void> {
    if (this.#worker !== undefined) await this.#ask('release');
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
    // The options of this process may be for another kind of program than that file.
    const workerData: CommitThreadData = { directory: this.#directory, state: this.#state };
    const worker = new Worker(program, { workerData, execArgv: [], name: 'commits' });
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
