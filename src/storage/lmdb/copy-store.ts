/** A copy of a store as of one moment, made while a server writes it: LMDB reads it in one transaction. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describeFailure } from '../disk-fault.ts';
import { diskCause } from '../disk-probe.ts';
import { StoreError } from '../ledger-store.ts';
import { makeDirectories } from '../make-directories.ts';
import type { SnapshotInfo } from '../shared/cluster-store.ts';
import { requireDataFile } from './data-place.ts';
import { openEnvironment } from './lmdb-library.ts';
import { openLmdbStore } from './lmdb-store.ts';
import { DATA_FILE } from './meta-pages.ts';

/**
 * Copies the store of a directory into another one, which is created or must be empty, without unused pages. The copy
 * is opened as a check; returns its last ledger. Rejects with a `StoreError`.
 */
export async function copyLmdbStore(from: string, to: string): Promise<SnapshotInfo> {
  requireDataFile(from);
  const isMade = !existsSync(to);
  makeDirectories(to);
  if (readdirSync(to).length > 0) throw new StoreError(`${to} is not empty`);
  try {
    await copyDataFile(from, to);
    return await flushed(to, await lastLedger(to));
  } catch (error) {
    // Remove a copy that cannot be opened, so that it is not used as a backup.
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
    if (isMade) rmSync(to, { recursive: true });
    throw error;
  }
}

async function copyDataFile(from: string, to: string): Promise<void> {
  const root = openEnvironment(from, { readOnly: true, noSubdir: false });
  try {
    await root.backup(to, true);
  } catch (error) {
    const cause = diskCause(to, error);
    throw new StoreError(`the data in ${from} cannot be copied: ${describeFailure(cause)}`, { cause });
  } finally {
    await root.close();
  }
}

/** The file of a store in a directory. */
export function lmdbDataFile(directory: string): string {
  return join(directory, DATA_FILE);
}

async function lastLedger(directory: string): Promise<Pick<SnapshotInfo, 'ledgerIndex' | 'hash'>> {
  const store = openLmdbStore(directory, { access: 'open' });
  try {
    const { last } = store.ledgerRange()!;
    return { ledgerIndex: last, hash: store.header(last)!.hash };
  } finally {
    await store.close();
  }
}

async function flushed(directory: string, last: Pick<SnapshotInfo, 'ledgerIndex' | 'hash'>): Promise<SnapshotInfo> {
  const file = await open(lmdbDataFile(directory), 'r+');
  try {
    await file.sync();
    return { ...last, bytes: (await file.stat()).size };
  } finally {
    await file.close();
  }
}
