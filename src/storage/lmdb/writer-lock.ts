/**
 * Keeps a second process out of a data directory. LMDB itself would let two writers take turns, and each would think that
 * it owns the chain. The lock must be the operating system's, so that it dies with its process however that ends and
 * holds between containers that share a volume but not their process ids. Node.js offers no such lock by itself, but
 * SQLite, which is part of it, takes one on a database in exclusive mode; the database stays empty.
 *
 * A lock on a file that was removed keeps nobody out. So the removal is watched for, and the lock is taken anew; and before
 * each commit the lock is confirmed.
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
import { StoreError } from '../ledger-store.ts';

/** SQLite's SQLITE_BUSY: another process holds the lock. */
const BUSY = 5;
/** Whoever removes the whole directory has done so by then, and finds no new file in it. */
const RETAKE_MS = 100;

export interface WriterLock {
  /** Takes the lock anew if its file was removed. Throws a `StoreError` if another process was faster. */
  confirm(): void;
  /** Writes down which process has the lock, for the message to others. */
  writeHolder(): void;
  release(): void;
}

/** Takes the lock or throws a `StoreError` that names the holder. The directory must be there. */
export function acquireWriterLock(directory: string): WriterLock {
  return new LockFile(directory);
}

interface HeldFile {
  readonly database: DatabaseSync;
  /** To see whether it was removed. It is closed after the database: closing any handle of the file drops the lock (POSIX). */
  readonly handle: number;
  readonly watcher: FSWatcher | undefined;
}

class LockFile implements WriterLock {
  readonly #directory: string;
  readonly #path: string;
  /** A file of its own: closing any other handle of the locked file would drop the lock (POSIX). */
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
      throw new StoreError(
        `the data directory ${this.#directory} is in use by another Weir (process ${holder(this.#holderPath)})`,
      );
    }
  }

  /** A watch is a help for servers that do not write; a system may have none left to give. */
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
      // The next commit says why.
    }
  }
}

function letGo({ database, handle, watcher }: HeldFile): void {
  watcher?.close();
  database.close();
  closeSync(handle);
}

/** True for an open file that no directory has any more. */
export function isRemoved(handle: number): boolean {
  return fstatSync(handle).nlink === 0;
}

/**
 * Loads SQLite where it is needed, for not every command has a directory. Node.js 22 warns then that SQLite is an experiment,
 * which nobody who runs a server can do anything about.
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
