/**
 * The shared part of a cluster in PostgreSQL, or in an engine that speaks its protocol: every write is one statement
 * that checks the lease and does nothing if it is not held (`postgres-log.ts`).
 */
import type { ClusterKeys } from '../shared/cluster-keys.ts';
import type { ClusterStore } from '../shared/cluster-store.ts';
import { AppendHints } from './append-hints.ts';
import { Connection, type Timeouts } from './connection.ts';
import { DatabaseSetup } from './database-setup.ts';
import { migrate } from './migrate.ts';
import { PostgresChain } from './postgres-chain.ts';
import { PostgresLease } from './postgres-lease.ts';
import { PostgresLog } from './postgres-log.ts';
import { PostgresMembers } from './postgres-members.ts';
import { PostgresSnapshots } from './postgres-snapshots.ts';
import { PostgresSubmissions } from './postgres-submissions.ts';
import { checkSecret, NO_ROW_KEYS } from './secret-check.ts';
import { parseServers } from './servers.ts';

const TIMEOUTS: Timeouts = { answerMs: 5000, lockMs: 2000 };
/** A renewal waits for its row as long as an append may hold it (`postgres-lease.ts`). */
const MOST_OF_ANSWER = 0.9;
/** Several megabytes of the log. */
const READING_TIMEOUTS: Timeouts = { answerMs: 15_000, lockMs: 2000 };
/** For large values. */
const LONG_TIMEOUTS: Timeouts = { answerMs: 60_000, lockMs: 2000 };

export interface PostgresClusterOptions {
  readonly timeouts?: Timeouts;
  /** False if the database must already have a cluster's tables. Defaults to true. */
  readonly mayBegin?: boolean;
}

/**
 * Connects on first use, so the database need not be reachable at first; until then calls reject with an
 * `UnreachableError`.
 */
export class PostgresClusterStore implements ClusterStore {
  readonly lease: PostgresLease;
  readonly log: PostgresLog;
  readonly submissions: PostgresSubmissions;
  readonly chain: PostgresChain;
  readonly snapshots: PostgresSnapshots;
  readonly members: PostgresMembers;
  readonly #setup: DatabaseSetup;
  readonly #connections: readonly Connection[];
  readonly #hints: AppendHints;

  /**
   * `url`: as PostgreSQL's own tools take it. Throws a `StoreError` for any other form. Without `keys`, as for `weir cluster
   * status`, only the lease, the ends of the log and the members can be read.
   */
  constructor(
    url: string,
    keys: ClusterKeys | undefined,
    { timeouts = TIMEOUTS, mayBegin = true }: PostgresClusterOptions = {},
  ) {
    const servers = parseServers(url);
    const rowKeys = keys ?? NO_ROW_KEYS;
    this.#setup = new DatabaseSetup({ servers, timeouts: READING_TIMEOUTS }, async (connection) => {
      await migrate(connection, mayBegin);
      if (keys !== undefined) await checkSecret(connection, keys);
    });
    const connect = (how: Timeouts) => new Connection({ servers, timeouts: how, setup: this.#setup });
    const lease = connect({ ...timeouts, lockMs: Math.round(timeouts.answerMs * MOST_OF_ANSWER) });
    const append = connect(timeouts);
    const submissions = connect(timeouts);
    // A hanging connection is abandoned while its result still matters to the callers.
    const reading = connect(READING_TIMEOUTS);
    const snapshots = connect(LONG_TIMEOUTS);
    this.#connections = [lease, append, submissions, reading, snapshots];
    this.#hints = new AppendHints(connect(timeouts));
    this.lease = new PostgresLease(lease);
    this.log = new PostgresLog(append, reading, rowKeys, () => this.#hints.announce());
    this.submissions = new PostgresSubmissions(submissions, rowKeys);
    this.chain = new PostgresChain(reading, rowKeys);
    this.snapshots = new PostgresSnapshots(snapshots, rowKeys);
    this.members = new PostgresMembers(lease);
  }

  get durability(): string {
    return this.lease.durability ?? 'not known: the database was not reached yet';
  }

  /** Resolves when the database was reached and has the tables. Rejects with an `UnreachableError` or a `StoreError`. */
  ready(): Promise<void> {
    return this.#setup.done();
  }

  onAppended(listener: () => void): () => void {
    return this.#hints.onAppended(listener);
  }

  async close(): Promise<void> {
    this.#setup.close();
    await this.#hints.close();
    await Promise.all(this.#connections.map((connection) => connection.close()));
  }
}

/**
 * Connects at once.
 * @throws UnreachableError, or StoreError for incompatible tables.
 */
export async function openPostgresClusterStore(
  url: string,
  keys: ClusterKeys | undefined,
  options: PostgresClusterOptions = {},
): Promise<PostgresClusterStore> {
  const store = new PostgresClusterStore(url, keys, options);
  try {
    await store.ready();
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}
