/** Joins a cluster: opens what `weir start --cluster` needs beside the store. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Cluster, joinCluster } from '../../cluster/cluster.ts';
import { MemberHistory } from '../../cluster/member-history.ts';
import type { StoreReplacement } from '../../cluster/store-repair.ts';
import { openTlsTransport, splitAddress } from '../../link/tls-transport.ts';
import type { ClusterTransport } from '../../link/transport.ts';
import { openAppendJournal } from '../../storage/append-journal.ts';
import type { LedgerStore } from '../../storage/ledger-store.ts';
import {
  hasDataFile,
  KEPT_SUBMISSIONS_JOURNAL,
  MEMBER_NAME_FILE,
  REPLACEMENT_DIRECTORY,
} from '../../storage/lmdb/data-place.ts';
import { openLmdbStore } from '../../storage/lmdb/lmdb-store.ts';
import { PostgresArchive } from '../../storage/postgres/postgres-archive.ts';
import { openPostgresClusterStore, PostgresClusterStore } from '../../storage/postgres/postgres-cluster-store.ts';
import { ClusterKeys, SALT_BYTES } from '../../storage/shared/cluster-keys.ts';
import { type ClusterStore, UnreachableError } from '../../storage/shared/cluster-store.ts';
import type { Clock } from '../../util/clock.ts';
import { CommandError } from '../../util/command-error.ts';
import { createPacer } from '../../util/steps.ts';
import type { WeirOptions } from '../../weir.ts';
import { clusterKeys, readSecret } from '../cluster/cluster-secret.ts';
import { checkAmendments } from './amendment-options.ts';
import type { ClusterStartOptions } from './cluster-options.ts';
import { checkFees } from './fee-options.ts';
import { restoreSnapshot } from './restore-snapshot.ts';
import type { StartOptions } from './start-options.ts';

/** Name of the value in the own store. */
const SALT_NAME = 'cluster_salt';
/** Time per turn for filling the archive. */
const ARCHIVE_SLICE_MS = 3;

export interface JoinOptions {
  readonly start: StartOptions;
  readonly cluster: ClusterStartOptions;
  readonly weir: Pick<WeirOptions, 'queue' | 'pacers' | 'closing' | 'about' | 'tracer'> &
    Required<Pick<WeirOptions, 'genesis'>>;
  readonly own: LedgerStore;
  /** Called when the data have been built again beside the damaged ones, and the server has to start on them. */
  readonly onReplaced: () => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Restores a copy for a member that starts empty, before its store is opened. Rejects with a `CommandError` or a `StoreError`. */
export async function prepareData(cluster: ClusterStartOptions, directory: string, log: Logger): Promise<void> {
  if (hasDataFile(directory)) return;
  const { url, secretFile } = cluster;
  let shared: ClusterStore | undefined;
  try {
    shared = await openPostgresClusterStore(
      url,
      await clusterKeys(url, readSecret(secretFile), randomBytes(SALT_BYTES)),
    );
    await restoreSnapshot(shared, directory, log);
  } catch (error) {
    throw error instanceof UnreachableError ? unreachable(error) : error;
  } finally {
    await shared?.close();
  }
}

/** Rejects with a `CommandError` or a `StoreError`, and leaves the store open. */
export async function joinAs({ start, cluster, weir, own, onReplaced, clock, log }: JoinOptions): Promise<Cluster> {
  const keys = await memberKeys(cluster, own);
  const shared = new PostgresClusterStore(cluster.url, keys);
  const history = new MemberHistory({
    own,
    clock,
    log: shared.log,
    ownLedgers: cluster.history,
    pacer: createPacer(ARCHIVE_SLICE_MS),
    archive: new PostgresArchive(cluster.url, keys),
    archiveKey: keys.bytes,
    onFailure: (err) => log.warn({ err }, 'the archive of older ledgers could not be filled'),
  });
  let transport: ClusterTransport | undefined;
  try {
    transport = await openTransport(cluster, keys);
    const { queue, pacers, closing, genesis, about, tracer } = weir;
    const journal = await openAppendJournal(join(start.dataDirectory!, KEPT_SUBMISSIONS_JOURNAL));
    return await joinCluster({
      own,
      shared,
      history,
      transport,
      genesis,
      clock,
      log,
      randomBytes,
      id: cluster.nodeName ?? memberName(start.dataDirectory!),
      version: about.version,
      expectedNetworkId: start.networkId,
      checkChain: (store) => {
        checkFees(store, start.fees);
        checkAmendments(store, start.amendments);
      },
      nodeOptions: {
        ...(closing && { closing }),
        ...(queue && { queue }),
        ...(pacers && { pacer: pacers.close }),
        tracer,
        onBug: (err, { id }) => log.error({ err, transaction: id }, 'a transaction met a bug'),
      },
      random: Math.random,
      isDurableSubmit: start.isDurableSubmit === true,
      acknowledge: { count: cluster.acknowledge, journal },
      replacement: { open: () => openReplacement(shared, start.dataDirectory!, log), onComplete: onReplaced },
    });
  } catch (error) {
    await transport?.close();
    await history.stop();
    await shared.close();
    throw error instanceof UnreachableError ? unreachable(error) : error;
  }
}

/** A store that begins with the newest copy in the database, in a directory beside the damaged data. */
async function openReplacement(
  shared: ClusterStore,
  directory: string,
  log: Logger,
): ReturnType<StoreReplacement['open']> {
  const beside = join(directory, REPLACEMENT_DIRECTORY);
  rmSync(beside, { recursive: true, force: true });
  await restoreSnapshot(shared, beside, log);
  return openLmdbStore(beside);
}

async function openTransport(
  { address, listen }: ClusterStartOptions,
  { link: key }: ClusterKeys,
): Promise<ClusterTransport> {
  const place = listen ?? address;
  try {
    return await openTlsTransport({ ...splitAddress(place), ...(listen && { advertised: address }), key });
  } catch (error) {
    throw new CommandError(`cannot listen on the cluster's address ${place}: ${(error as Error).message}`);
  }
}

/** The keys for the salt in the database, or for the one that the store had from it, while the database is unreachable. */
async function memberKeys({ url, secretFile }: ClusterStartOptions, own: LedgerStore): Promise<ClusterKeys> {
  const secret = readSecret(secretFile);
  const kept = own.metaValue(SALT_NAME);
  const keptSalt = kept === undefined ? undefined : Buffer.from(kept, 'hex');
  try {
    const keys = await clusterKeys(url, secret, keptSalt ?? randomBytes(SALT_BYTES));
    own.setMetaValue(SALT_NAME, keys.salt.toString('hex'));
    return keys;
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    if (keptSalt === undefined) throw unreachable(error);
    return new ClusterKeys(secret, keptSalt);
  }
}

/** Generated once per data directory. It is a separate file, so that a copy of the ledgers is another member. */
function memberName(directory: string): string {
  const path = join(directory, MEMBER_NAME_FILE);
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const name = `${hostname()}-${randomBytes(3).toString('hex')}`;
  writeFileSync(path, `${name}\n`);
  return name;
}

function unreachable({ message }: UnreachableError): CommandError {
  return new CommandError(`the cluster's database cannot be reached: ${message}`);
}
