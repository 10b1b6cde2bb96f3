/** Restores the newest copy in the database of a cluster for a member that starts empty. */
import { open, rename, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { StoreError } from '../../storage/ledger-store.ts';
import { lmdbDataFile } from '../../storage/lmdb/copy-store.ts';
import { hasDataFile } from '../../storage/lmdb/data-place.ts';
import { makeDirectories } from '../../storage/make-directories.ts';
import type { ClusterStore, SnapshotInfo } from '../../storage/shared/cluster-store.ts';

/** Does nothing if there are data. Rejects with a `StoreError` for an incomplete copy, or with an error of the database. */
export async function restoreSnapshot(
  { snapshots }: Pick<ClusterStore, 'snapshots'>,
  directory: string,
  log: Logger,
): Promise<void> {
  if (hasDataFile(directory)) return;
  const newest = await snapshots.newest();
  if (newest === undefined) return;
  makeDirectories(directory);
  const path = lmdbDataFile(directory);
  const unfinished = `${path}.part`;
  try {
    await write(snapshots.read(newest.ledgerIndex), unfinished, newest);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  log.info({ ledger_index: newest.ledgerIndex, bytes: newest.bytes }, 'restored a copy of the data');
}

async function write(parts: AsyncIterable<Uint8Array>, path: string, { bytes, ledgerIndex }: SnapshotInfo) {
  const file = await open(path, 'w');
  try {
    for await (const part of parts) await file.writeFile(part);
    await file.sync();
    const { size } = await file.stat();
    if (size !== bytes)
      throw new StoreError(`the copy of ledger ${ledgerIndex} in the database has ${size} of ${bytes} bytes`);
  } finally {
    await file.close();
  }
}
