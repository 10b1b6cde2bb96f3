/** Makes a server one of a cluster: what `weir start --cluster` opens beside the store. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { type Cluster, joinCluster } from '../../cluster/cluster.ts';
import { openTlsTransport, splitAddress } from '../../cluster/link/tls-transport.ts';
import type { ClusterTransport } from '../../cluster/link/transport.ts';
import { parentAgeLimitSeconds } from '../../node/close/ledger-time.ts';
import type { LedgerStore } from '../../storage/ledger-store.ts';
import { openPostgresClusterStore } from '../../storage/postgres/postgres-cluster-store.ts';
import { UnreachableError } from '../../storage/shared/cluster-store.ts';
import type { Clock } from '../../util/clock.ts';
import type { WeirOptions } from '../../weir.ts';
import { CommandError } from '../command-error.ts';
import type { ClusterStartOptions, StartOptions } from './start-options.ts';

const MEMBER_NAME = 'cluster_member';
const LEAST_SECRET_BYTES = 16;

export interface JoinOptions {
  readonly start: StartOptions;
  readonly cluster: ClusterStartOptions;
  readonly weir: Pick<WeirOptions, 'queue' | 'pacers' | 'closing' | 'about'> & Required<Pick<WeirOptions, 'genesis'>>;
  readonly own: LedgerStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Rejects with a `CommandError` or a `StoreError`; the store stays open then. */
export async function join({ start, cluster, weir, own, clock, log }: JoinOptions): Promise<Cluster> {
  const secret = readSecret(cluster.secretFile);
  const shared = await openPostgresClusterStore(cluster.url).catch(explain);
  let transport: ClusterTransport | undefined;
  try {
    transport = await openTransport(cluster, secret);
    const { queue, pacers, closing, genesis, about } = weir;
    return await joinCluster({
      ...{ own, shared, transport, genesis, clock, log, randomBytes },
      id: cluster.nodeName ?? memberName(own),
      version: about.version,
      expectedNetworkId: start.networkId,
      nodeOptions: {
        ...(closing && { closing }),
        parentAgeLimitSeconds: closing && parentAgeLimitSeconds(closing),
        ...(queue && { queue }),
        ...(pacers && { pacer: pacers.close }),
        onBug: (err, { id }) => log.error({ err, transaction: id }, 'a transaction met a bug'),
      },
      random: Math.random,
      isDurableSubmit: start.isDurableSubmit === true,
    });
  } catch (error) {
    await transport?.close();
    await shared.close();
    throw error instanceof UnreachableError ? unreachable(error) : error;
  }
}

async function openTransport({ address, listen }: ClusterStartOptions, secret: Buffer): Promise<ClusterTransport> {
  const place = listen ?? address;
  try {
    return await openTlsTransport({ ...splitAddress(place), ...(listen && { advertised: address }), secret });
  } catch (error) {
    throw new CommandError(`cannot listen on the cluster's address ${place}: ${(error as Error).message}`);
  }
}

/** Spaces around it do not count, so that any editor may write it. */
function readSecret(file: string): Buffer {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new CommandError(`cannot read --cluster-secret-file ${file}: ${(error as Error).message}`);
  }
  if (text.length < LEAST_SECRET_BYTES)
    throw new CommandError(`the secret in ${file} is too short: it needs ${LEAST_SECRET_BYTES} characters at least`);
  return Buffer.from(text);
}

/** Made up once for a data directory. */
function memberName(own: LedgerStore): string {
  const kept = own.metaValue(MEMBER_NAME);
  if (kept !== undefined) return kept;
  const name = `${hostname()}-${randomBytes(3).toString('hex')}`;
  own.setMetaValue(MEMBER_NAME, name);
  return name;
}

function explain(error: unknown): never {
  throw error instanceof UnreachableError ? unreachable(error) : error;
}

function unreachable({ message }: UnreachableError): CommandError {
  return new CommandError(`the cluster's database cannot be reached: ${message}`);
}
