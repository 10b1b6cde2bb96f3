/**
 * A data directory: what it contains before it is opened, and the locks held while it is open. It has a data file, or
 * traces of a chain whose data file is lost, or neither. The master secret of a new chain is public, so a new chain
 * must not silently replace another.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RootDatabase } from 'lmdb';
import type { DamagedRow } from '../damaged-row-error.ts';
import { describeFailure } from '../disk-fault.ts';
import { STORE_FORMAT_VERSION, StoreError, StoreInUseError } from '../ledger-store.ts';
import { checkDataFile, dataFileState } from './data-file.ts';
import { FORMAT_KEY, openRoot, openTables } from './layout.ts';
import { DATA_FILE } from './meta-pages.ts';
import { acquireWriterLock, isRemoved } from './writer-lock.ts';

/** Journal of submissions that are not in a ledger yet. */
export const SUBMISSIONS_JOURNAL = 'submissions.journal';
/** File with a cluster member's generated name. */
export const MEMBER_NAME_FILE = 'cluster-member';
/** How far webhooks are delivered, and their dead letters. */
export const WEBHOOKS_JOURNAL = 'webhooks.journal';
/** Durable submissions that a cluster member keeps for the leader. */
export const KEPT_SUBMISSIONS_JOURNAL = 'cluster-submissions.journal';
/**
 * A new data file is created here and moved when it has its tables, so an interrupted start leaves no empty data file.
 */
const FOUNDING_DIRECTORY = 'founding';

/** Where a member of a cluster builds its damaged data again. */
export const REPLACEMENT_DIRECTORY = 'replacement';

const LMDB_LOCK = 'lock.mdb';
const TRACES: ReadonlySet<string> = new Set([
  LMDB_LOCK,
  'writer.pid',
  SUBMISSIONS_JOURNAL,
  KEPT_SUBMISSIONS_JOURNAL,
  MEMBER_NAME_FILE,
  WEBHOOKS_JOURNAL,
]);
/** Data files that were set aside, except partial downloads of a cluster member. */
const DATA_FILE_ASIDE = /^data\.mdb\.(?!part$)/;

/**
 * True if there is a data file with content, intact or not.
 * @throws StoreError if it is no LMDB file, or cannot be read
 */
export function hasDataFile(directory: string): boolean {
  try {
    return dataFileState(directory) === 'filled';
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`${join(directory, DATA_FILE)} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** @throws StoreError with what is missing, for commands that only read a chain */
export function requireDataFile(directory: string): void {
  if (hasDataFile(directory)) return;
  const found = isDirectory(directory) ? (findLoss(directory) ?? `it has no ${DATA_FILE}`) : 'it is no directory';
  throw new StoreError(`there is no chain in ${directory}: ${found}`);
}

/** @throws StoreError if there are traces of a chain, but no data file */
export function requireNoLoss(directory: string): void {
  const loss = hasDataFile(directory) ? undefined : findLoss(directory);
  if (loss === undefined) return;
  throw new StoreError(
    `the chain in ${directory} is lost: ${loss}. A new chain would begin with the master secret that everybody knows. ` +
      'Restore a backup, or remove what is left, or start with --new for a new chain',
  );
}

/** Description of the traces of a chain without its data file; undefined if there are none. */
function findLoss(directory: string): string | undefined {
  if (!isDirectory(directory)) return undefined;
  const names = readdirSync(directory);
  const left = names.filter((name) => TRACES.has(name) || DATA_FILE_ASIDE.test(name)).sort();
  const file = lstatSync(join(directory, DATA_FILE), { throwIfNoEntry: false });
  if (file?.isSymbolicLink() === true && !existsSync(join(directory, DATA_FILE)))
    return `${DATA_FILE} is a link to a file that is not there`;
  if (file !== undefined) return `${DATA_FILE} is empty`;
  if (left.length === 0) return undefined;
  return `${DATA_FILE} is missing, but ${listed(left)} ${left.length === 1 ? 'is' : 'are'} there`;
}

function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/**
 * What keeps the data as they are while they are read: no other process writes; or the reader has to keep a transaction open, since
 * LMDB writes no page of a state that another process reads; or nothing.
 */
export type DataProtection = 'lock' | 'snapshot' | 'none';

/** A data file to open, with the lock that is held while it is open. */
export interface OpenPlace {
  readonly protection: DataProtection;
  /** Rows that do not have their checksum, as far as the file was read. */
  readonly damagedRows: readonly DamagedRow[];
  openRoot(): RootDatabase;
  /** @throws StoreError if this process has lost its exclusive access */
  confirm(): void;
  release(): void;
}

/** Locks the data in a directory; with `mayBeReadOnly` without a lock if a server has it, or none can be created. */
export function openPlace(directory: string, mayBeReadOnly: boolean): OpenPlace {
  if (mayBeReadOnly && !isWritable(directory)) return readingPlace(directory);
  try {
    return writingPlace(directory);
  } catch (error) {
    if (mayBeReadOnly && error instanceof StoreInUseError) return snapshotPlace(directory);
    throw error;
  }
}

function isWritable(directory: string): boolean {
  try {
    for (const path of [directory, join(directory, DATA_FILE)]) accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Locks the directory; creates a data file if there is none. */
function writingPlace(directory: string): OpenPlace {
  const lock = acquireWriterLock(directory);
  let file: number;
  let damagedRows: readonly DamagedRow[] = [];
  try {
    if (hasDataFile(directory)) damagedRows = checkDataFile(directory);
    else makeDataFile(directory);
    // Only now: without a data file this file counts as a trace of a lost chain.
    lock.writeHolder();
    rmSync(join(directory, FOUNDING_DIRECTORY), { recursive: true, force: true });
    file = openSync(join(directory, DATA_FILE), 'r');
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    protection: 'lock',
    damagedRows,
    openRoot: () => openRoot(directory),
    confirm() {
      // LMDB continues with a deleted file, whose data is lost when the process ends.
      if (isRemoved(file))
        throw new StoreError(`${DATA_FILE} was removed from ${directory}: stop the server and restore a backup`);
      try {
        lock.confirm();
      } catch (cause) {
        if (cause instanceof StoreError) throw cause;
        throw new StoreError(`the lock of ${directory} cannot be taken: ${describeFailure(cause)}`, { cause });
      }
    },
    release() {
      closeSync(file);
      lock.release();
    },
  };
}

/** For a directory that a server writes. */
function snapshotPlace(directory: string): OpenPlace {
  const root = openRoot(directory, true);
  try {
    // It keeps the pages and reads none. Opening the tables would end it.
    const transaction = root.useReadTransaction();
    const damagedRows = checkDataFile(directory);
    transaction.done();
    return {
      protection: 'snapshot',
      damagedRows,
      openRoot: () => root,
      confirm() {
        throw new StoreError(`the data directory ${directory} is written by a server`);
      },
      release() {},
    };
  } catch (error) {
    root.close();
    throw error;
  }
}

/** For a directory that is not writable: a temporary directory with a link to the data file and LMDB's own lock. */
function readingPlace(directory: string): OpenPlace {
  const damagedRows = checkDataFile(directory);
  const links = mkdtempSync(join(tmpdir(), 'weir-read-'));
  symlinkSync(resolve(directory, DATA_FILE), join(links, DATA_FILE));
  return {
    protection: 'none',
    damagedRows,
    openRoot: () => openRoot(links, true),
    confirm() {
      throw new StoreError(`the data directory ${directory} cannot be written`);
    },
    release: () => rmSync(links, { recursive: true, force: true }),
  };
}

/** Creates a data file with all tables and the format version, then moves it into place. */
function makeDataFile(directory: string): void {
  const founding = join(directory, FOUNDING_DIRECTORY);
  rmSync(founding, { recursive: true, force: true });
  mkdirSync(founding);
  const root = openRoot(founding);
  try {
    // In one transaction, since each waits for the disk.
    root.transactionSync(() =>
      openTables(root, { mayCreate: true }).meta.put(FORMAT_KEY, Buffer.from(String(STORE_FORMAT_VERSION))),
    );
  } finally {
    root.close();
  }
  setTracesAside(directory);
  renameSync(join(founding, DATA_FILE), join(directory, DATA_FILE));
  flush(directory);
}

/** Renames the traces of a lost chain, so that a new chain does not replay its submissions. */
function setTracesAside(directory: string): void {
  for (const name of [DATA_FILE, LMDB_LOCK]) rmSync(join(directory, name), { force: true });
  const journal = join(directory, SUBMISSIONS_JOURNAL);
  if (existsSync(journal)) renameSync(journal, freeName(`${journal}.old`));
}

/** The path, or the path with the first free number appended. */
function freeName(path: string): string {
  let free = path;
  for (let number = 2; existsSync(free); number++) free = `${path}.${number}`;
  return free;
}

/** Puts the data that were built again in place. The store must be closed. Returns the path of the damaged data file. */
export function putReplacementInPlace(directory: string): string {
  return replaceDataFile(directory, join(directory, REPLACEMENT_DIRECTORY), 'damaged')!;
}

/**
 * Puts the data file of another directory, which is flushed and then removed, in place by a rename. Returns the path of the old data
 * file, whose name ends with `end`; undefined if there was none.
 */
export function replaceDataFile(directory: string, from: string, end: string): string | undefined {
  const data = join(directory, DATA_FILE);
  const kept = existsSync(data) ? freeName(`${data}.${end}`) : undefined;
  flush(join(from, DATA_FILE));
  if (kept !== undefined) linkSync(data, kept);
  renameSync(join(from, DATA_FILE), data);
  flush(directory);
  rmSync(from, { recursive: true });
  return kept;
}

/** Flushes a file, or the list of files of a directory, to the disk. */
function flush(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
