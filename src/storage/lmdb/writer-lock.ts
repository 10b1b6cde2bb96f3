/**
 * Locks a data directory against a second process. LMDB itself allows two writers in turn, and each would assume that
 * it owns the chain. The lock must be the operating system's: it is released however the process ends, and it works
 * between containers that share a volume but not process ids. Node.js has no such lock, but its built-in SQLite takes
 * one on a database in exclusive mode; the database stays empty.
 *
 * A lock on a deleted file excludes no other process. So the lock is taken again when its file is deleted, and it is
 * confirmed before each commit.
 */
import {
  closeSync,
  existsSync,
  type FSWatcher,
  fstatSync,
  openSync,
  readFileSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreInUseError } from '../ledger-store.ts';

/** SQLite's SQLITE_BUSY: another process holds the lock. */
const BUSY = 5;
/** Long enough for a removal of the whole directory to finish before a new file is created in it. */
const RETAKE_MS = 100;

export interface WriterLock {
  /** Takes the lock again if its file was deleted. Throws a `StoreInUseError` if another process has it. */
  confirm(): void;
  /** Records which process has the lock, for the error message of other processes. */
  writeHolder(): void;
  release(): void;
}

/** Takes the lock or throws a `StoreInUseError` that names the holder. The directory must exist. */
export function acquireWriterLock(directory: string): WriterLock {
  return new LockFile(directory);
}

interface HeldFile {
  readonly database: DatabaseSync;
  /**
   * Detects the file's deletion. It is closed after the database: closing any handle of the file releases the lock
   * (POSIX).
   */
  readonly handle: number;
  readonly watcher: FSWatcher | undefined;
}

class LockFile implements WriterLock {
  readonly #directory: string;
  readonly #path: string;
  /** A separate file: closing any other handle of the locked file would release the lock (POSIX). */
  readonly #holderPath: string;
  #held: HeldFile;
  #isReleased = false;

  constructor(directory: string) {
    this.#directory = directory;
    this.#path = join(directory, 'writer.lock');
    this.#holderPath = join(directory, 'writer.pid');
    this.#held = this.#take();
  }

  confirm(): void {
    if (!isRemoved(this.#held.handle) && existsSync(this.#path)) return;
    const lost = this.#held;
    this.#held = this.#take();
    this.writeHolder();
    letGo(lost);
  }

  writeHolder(): void {
    writeFileSync(this.#holderPath, `${process.pid}\n`);
  }

  release(): void {
    this.#isReleased = true;
    letGo(this.#held);
  }

  #take(): HeldFile {
    const database = openDatabase(this.#path);
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
      return { database, handle: openSync(this.#path, 'r'), watcher: this.#watch() };
    } catch (error) {
      database.close();
      if ((error as { errcode?: number }).errcode !== BUSY) throw error;
      throw new StoreInUseError(
        `the data directory ${this.#directory} is in use by another Weir (process ${holder(this.#holderPath)})`,
      );
    }
  }

  /** The watch helps servers that do not write; it is optional, since a system limits the number of watches. */
  #watch(): FSWatcher | undefined {
    try {
      const watcher = watch(this.#path, { persistent: false }, () => {
        setTimeout(() => this.#retake(watcher), RETAKE_MS).unref();
      });
      return watcher.on('error', () => {});
    } catch {
      return undefined;
    }
  }

  #retake(watcher: FSWatcher): void {
    if (this.#isReleased || this.#held.watcher !== watcher || !existsSync(this.#directory)) return;
    try {
      this.confirm();
    } catch {
      // The next commit reports the reason.
    }
  }
}

function letGo({ database, handle, watcher }: HeldFile): void {
  watcher?.close();
  database.close();
  closeSync(handle);
}

/** True for an open file that has been deleted. */
export function isRemoved(handle: number): boolean {
  return fstatSync(handle).nlink === 0;
}

/**
 * Loads SQLite only when needed. The warning of Node.js 22 that SQLite is experimental is suppressed, since an operator
 * cannot act on it.
 */
function openDatabase(file: string): DatabaseSync {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return new (process.getBuiltinModule('node:sqlite').DatabaseSync)(file);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function holder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
