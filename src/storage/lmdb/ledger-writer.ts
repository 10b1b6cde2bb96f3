/**
 * A commit from its ledger to its outcome. It is packed here, in steps that leave requests their turn, and written by a
 * thread of its own in one LMDB transaction with the classic order of writes: data, flush, then the page that makes it
 * current, flushed too.
 *
 * Whatever goes wrong on the way, the outcome is found out and not guessed: a commit that was refused is not in the
 * store, and one that is in the store has succeeded, even if the thread died before it could say so.
 */
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { KeyTreeChanges } from '../../util/key-tree.ts';
import { type Pacer, paceSteps } from '../../util/steps.ts';
import { diskFault } from '../disk-fault.ts';
import { StoreError } from '../ledger-store.ts';
import { ChunkPool } from './chunk-pool.ts';
import type { CommitThread } from './commit-thread.ts';
import { probeDisk } from './disk-probe.ts';
import type { Environment } from './environment.ts';
import { valueAt } from './table-rows.ts';
import { packLedger } from './write-ledger.ts';

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
