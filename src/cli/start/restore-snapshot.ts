/**
 * Restores the newest copy in the database of a cluster, or of which the database has a note, for a member that starts empty.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Logger } from 'pino';
import { StoreError } from '../../storage/ledger-store.ts';
import { lmdbDataFile } from '../../storage/lmdb/copy-store.ts';
import { hasDataFile } from '../../storage/lmdb/data-place.ts';
import { makeDirectories } from '../../storage/make-directories.ts';
import type { ClusterStore, SnapshotInfo, SnapshotPlace } from '../../storage/shared/cluster-store.ts';

const READ_BYTES = 1 << 20;

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
    const { elsewhere, ledgerIndex } = newest;
    await write(elsewhere ? partsOf(elsewhere, directory) : snapshots.read(ledgerIndex), unfinished, newest);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  log.info({ ledger_index: newest.ledgerIndex, bytes: newest.bytes }, 'restored a copy of the data');
}

/** The copy in another directory. */
function partsOf({ directory: from }: SnapshotPlace, directory: string): AsyncIterable<Uint8Array> {
  const path = lmdbDataFile(from);
  if (!existsSync(path))
    throw new StoreError(
      `the newest copy of the data is in ${from}, which is not on this machine: bring it to ${directory}`,
    );
  return createReadStream(path, { highWaterMark: READ_BYTES });
}

async function write(parts: AsyncIterable<Uint8Array>, path: string, { bytes, ledgerIndex, elsewhere }: SnapshotInfo) {
  const file = await open(path, 'w');
  const digest = createHash('sha256');
  try {
    for await (const part of parts) {
      if (elsewhere !== undefined) digest.update(part);
      await file.writeFile(part);
    }
    await file.sync();
    const { size } = await file.stat();
    const place = elsewhere?.directory ?? 'the database';
    if (size !== bytes)
      throw new StoreError(`the copy of ledger ${ledgerIndex} in ${place} has ${size} of ${bytes} bytes`);
    if (elsewhere !== undefined && digest.digest('hex') !== elsewhere.digest)
      throw new StoreError(
        `the copy of ledger ${ledgerIndex} in ${place} was changed: its SHA-256 is not ${elsewhere.digest}`,
      );
  } finally {
    await file.close();
  }
}
