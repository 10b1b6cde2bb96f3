/**
 * The shared part of a cluster in PostgreSQL, or in an engine that speaks its protocol: every write is one statement, which
 * finds the lease as it should be or does nothing (`postgres-log.ts`).
 */
import type { ClusterStore } from '../shared/cluster-store.ts';
import { AppendHints } from './append-hints.ts';
import { readDurability } from './durability.ts';
import { Lane, type Patience } from './lane.ts';
import { migrate } from './migrate.ts';
import { PostgresChain } from './postgres-chain.ts';
import { PostgresLease } from './postgres-lease.ts';
import { PostgresLog } from './postgres-log.ts';
import { PostgresMembers } from './postgres-members.ts';
import { PostgresSnapshots } from './postgres-snapshots.ts';
import { PostgresSubmissions } from './postgres-submissions.ts';
import { parseServers } from './servers.ts';

const PATIENCE: Patience = { answerMs: 5000, lockMs: 2000 };
/** A renewal waits for its row as long as an append may have it (`postgres-lease.ts`). */
const MOST_OF_ANSWER = 0.9;
/** Several megabytes of the log. */
const READING_PATIENCE: Patience = { answerMs: 15_000, lockMs: 2000 };
/** Large values take their time. */
const LONG_PATIENCE: Patience = { answerMs: 60_000, lockMs: 2000 };

/**
 * Opens it and brings its tables up to date; with `mayBegin` false there must be some. `url`: as PostgreSQL's own tools take it.
 * @throws UnreachableError, and StoreError for tables that this Weir cannot work with.
 */
export async function openPostgresClusterStore(
  url: string,
  patience: Patience = PATIENCE,
  mayBegin = true,
): Promise<ClusterStore> {
  const servers = parseServers(url);
  const lane = (how: Patience) => new Lane({ servers, patience: how });
  const lanes = {
    lease: lane({ ...patience, lockMs: Math.round(patience.answerMs * MOST_OF_ANSWER) }),
    append: lane(patience),
    submissions: lane(patience),
    // A way that hangs is given up while it still matters to who waits behind it.
    reading: lane(READING_PATIENCE),
    snapshots: lane(LONG_PATIENCE),
  };
  const close = async () => {
    await Promise.all(Object.values(lanes).map((each) => each.close()));
  };
  try {
    await migrate(lanes.reading, mayBegin);
    const durability = await readDurability(lanes.reading);
    const hints = new AppendHints(lane(patience));
    return {
      lease: new PostgresLease(lanes.lease),
      log: new PostgresLog(lanes.append, lanes.reading, () => hints.announce()),
      submissions: new PostgresSubmissions(lanes.submissions),
      chain: new PostgresChain(lanes.reading),
      snapshots: new PostgresSnapshots(lanes.snapshots),
      members: new PostgresMembers(lanes.lease),
      durability,
      onAppended: (listener) => hints.onAppended(listener),
      close: async () => {
        await hints.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** That of a cluster that is there already, for those who only ask it or leave a copy. */
export function openExistingCluster(url: string): Promise<ClusterStore> {
  return openPostgresClusterStore(url, PATIENCE, false);
}
