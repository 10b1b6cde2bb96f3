/** `weir backup`: copies the data of a running server into a directory or into the database of its cluster. */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from '../../storage/ledger-store.ts';
import { copyLmdbStore, lmdbDataFile } from '../../storage/lmdb/copy-store.ts';
import { openPostgresClusterStore } from '../../storage/postgres/postgres-cluster-store.ts';
import { type SnapshotInfo, UnreachableError } from '../../storage/shared/cluster-store.ts';
import { CommandError } from '../../util/command-error.ts';
import { clusterKeys, readSecret } from '../cluster/cluster-secret.ts';
import { parseBackupOptions } from './backup-options.ts';

const PART_BYTES = 1 << 20;

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function backup(args: readonly string[], print: (text: string) => void): Promise<number> {
  const { directory, to, cluster, secretFile } = parseBackupOptions(args);
  try {
    const made =
      to === undefined ? await intoCluster(directory, cluster!, secretFile!) : await copyLmdbStore(directory, to);
    const place = to === undefined ? "the cluster's database" : resolve(to);
    print(`Copied the ledgers up to ${made.ledgerIndex} (${made.hash}), ${made.bytes} bytes, to ${place}`);
    return 0;
  } catch (error) {
    if (error instanceof StoreError || error instanceof UnreachableError) throw new CommandError(error.message);
    throw error;
  }
}

/** Uses a temporary copy beside the data, where there is usually enough space. */
async function intoCluster(directory: string, url: string, secretFile: string): Promise<SnapshotInfo> {
  const keys = await clusterKeys(url, readSecret(secretFile));
  const shared = await openPostgresClusterStore(url, keys, { mayBegin: false });
  const between = await mkdtemp(join(dirname(resolve(directory)), '.weir-backup-')).catch(noRoom);
  try {
    const info = await copyLmdbStore(directory, between);
    await shared.snapshots.put(info, createReadStream(lmdbDataFile(between), { highWaterMark: PART_BYTES }));
    return info;
  } finally {
    await rm(between, { recursive: true, force: true });
    await shared.close();
  }
}

function noRoom(error: unknown): never {
  throw new StoreError(`cannot create a directory for the copy: ${(error as Error).message}`);
}
