/** `weir backup`: copies the data of a running server into a directory or into the database of its cluster. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StoreError } from '../../storage/ledger-store.ts';
import { copyLmdbStore, lmdbDataFile } from '../../storage/lmdb/copy-store.ts';
import { openPostgresClusterStore } from '../../storage/postgres/postgres-cluster-store.ts';
import { type ClusterStore, type SnapshotInfo, UnreachableError } from '../../storage/shared/cluster-store.ts';
import { CommandError } from '../../util/command-error.ts';
import { clusterKeys, readSecret } from '../cluster/cluster-secret.ts';
import { type BackupOptions, parseBackupOptions } from './backup-options.ts';

const PART_BYTES = 1 << 20;

/** Runs the command; gives its exit code. Rejects with a `CommandError`. */
export async function backup(args: readonly string[], print: (text: string) => void): Promise<number> {
  const options = parseBackupOptions(args);
  const { directory, to, cluster } = options;
  try {
    const made = to === undefined ? await intoCluster(options) : await copyLmdbStore(directory, to);
    if (to !== undefined && cluster !== undefined) await noteCopy(options, made, resolve(to));
    const place = to === undefined ? "the cluster's database" : resolve(to);
    print(`Copied the ledgers up to ${made.ledgerIndex} (${made.hash}), ${made.bytes} bytes, to ${place}`);
    return 0;
  } catch (error) {
    if (error instanceof StoreError || error instanceof UnreachableError) throw new CommandError(error.message);
    throw error;
  }
}

/** Uses a temporary copy beside the data, where there is usually enough space. */
async function intoCluster(options: BackupOptions): Promise<SnapshotInfo> {
  const { directory } = options;
  const shared = await openCluster(options);
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

/** Notes a copy in the database of the cluster. */
async function noteCopy(options: BackupOptions, info: SnapshotInfo, directory: string): Promise<void> {
  const digest = createHash('sha256');
  for await (const part of createReadStream(lmdbDataFile(directory), { highWaterMark: PART_BYTES }))
    digest.update(part);
  const shared = await openCluster(options);
  try {
    await shared.snapshots.put({ ...info, elsewhere: { directory, digest: digest.digest('hex') } });
  } finally {
    await shared.close();
  }
}

async function openCluster({ cluster, secretFile }: BackupOptions): Promise<ClusterStore> {
  const keys = await clusterKeys(cluster!, readSecret(secretFile!));
  return openPostgresClusterStore(cluster!, keys, { mayBegin: false });
}

function noRoom(error: unknown): never {
  throw new StoreError(`cannot create a directory for the copy: ${(error as Error).message}`);
}
