/**
 * Keeps a second process out of a data directory. LMDB itself would let two writers take turns, and each would think that
 * it owns the chain. The lock must be the operating system's, so that it dies with its process however that ends and
 * holds between containers that share a volume but not their process ids. Node.js offers no such lock by itself, but
 * SQLite, which is part of it, takes one on a database in exclusive mode; the database stays empty.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { StoreError } from '../ledger-store.ts';

/** SQLite's SQLITE_BUSY: somebody else holds the lock. */
const BUSY = 5;

export interface WriterLock {
  release(): void;
}

/** Takes the lock or throws a `StoreError` that names the holder. The directory must be there. */
export function acquireWriterLock(directory: string): WriterLock {
  const database = openDatabase(join(directory, 'writer.lock'));
  // A file of its own: closing any other handle of the locked file would drop the lock (POSIX).
  const holderFile = join(directory, 'writer.pid');
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    writeFileSync(holderFile, `${process.pid}\n`);
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode !== BUSY) throw error;
    throw new StoreError(`the data directory ${directory} is in use by another Weir (process ${holder(holderFile)})`);
  }
  return { release: () => database.close() };
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
