/**
 * Cost of accounts and payments in a cluster: bytes in the log, the archive and a member's own store, and the time to
 * write and to follow them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Archivist } from '../../src/archive/archivist.ts';
import { LedgerFollower } from '../../src/cluster/ledger-follower.ts';
import { decodeClosedLedger } from '../../src/ledger/closed-ledger-codec.ts';
import { DEFAULT_GENESIS } from '../../src/ledger/genesis.ts';
import { createLedgerNode } from '../../src/node/node.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { PostgresArchive } from '../../src/storage/postgres/postgres-archive.ts';
import { openPostgresClusterStore } from '../../src/storage/postgres/postgres-cluster-store.ts';
import type { ClusterStore, Term } from '../../src/storage/shared/cluster-store.ts';
import { systemClock } from '../../src/util/clock.ts';
import { withoutPause } from '../../src/util/steps.ts';
import { TEST_KEYS } from '../../test/support/cluster/test-keys.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { PaymentWorld } from '../payment-world.ts';

const PAYMENTS_A_LEDGER = 1_000;
const PAYERS = 1_000;
const LEASE_MS = 3_600_000;

/** Bytes of the tables with this name prefix, including their indexes. */
const TABLE_BYTES = `
  SELECT coalesce(sum(pg_total_relation_size(pg_class.oid)), 0)::float8 AS bytes
  FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE nspname = 'weir' AND relkind = 'r' AND relname ~ $1`;

export const clusterGrowth: Benchmark = {
  name: 'cluster-growth',
  question:
    'Bytes in the log, the archive and a member’s LMDB store, and time, for the accounts of a first ledger, and for ledgers of ' +
    `${PAYMENTS_A_LEDGER} payments between them. PostgreSQL with flushes, on the same machine.`,
  async measure({ isQuick }) {
    const [accounts, ledgers] = isQuick ? [20_000, 5] : [200_000, 40];
    const directory = mkdtempSync(path.join(tmpdir(), 'weir-bench-'));
    const postgres = await startPostgres({ isDurable: true });
    const growth = await Growth.open(postgres, directory);
    try {
      const world = new PaymentWorld(accounts, PAYERS);
      await growth.found(world);
      await growth.take('an account', accounts, growth.ownGrowth);
      await growth.pay(world, ledgers);
      await growth.take('a payment', ledgers * PAYMENTS_A_LEDGER, growth.ownGrowth);
      return growth.measurements;
    } finally {
      await growth.close();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};

class Growth {
  readonly measurements: Measurement[] = [];
  readonly #postgres: TestPostgres;
  readonly #url: string;
  readonly #directory: string;
  readonly #shared: ClusterStore;
  readonly #archive: PostgresArchive;
  readonly #term: Term;
  readonly #follower: LedgerFollower;
  readonly #followed: LedgerStore;
  #own!: LedgerStore;
  #lastIndex = 0;
  ownGrowth = 0;

  private constructor(postgres: TestPostgres, url: string, directory: string, shared: ClusterStore, term: Term) {
    this.#postgres = postgres;
    this.#url = url;
    this.#directory = directory;
    this.#shared = shared;
    this.#term = term;
    this.#archive = new PostgresArchive(url, TEST_KEYS);
    this.#followed = openLmdbStore(this.place('followed'));
    this.#follower = new LedgerFollower({
      own: this.#followed,
      log: shared.log,
      decode: decodeClosedLedger,
      confirmed: () => undefined,
      onFollowed: () => {},
    });
  }

  static async open(postgres: TestPostgres, directory: string): Promise<Growth> {
    const url = await postgres.createDatabase();
    const shared = await openPostgresClusterStore(url, TEST_KEYS);
    const token = 'the writer';
    const epoch = await shared.lease.take({ id: 'writer', address: 'here:1', token }, LEASE_MS);
    return new Growth(postgres, url, directory, shared, { epoch: epoch!, token });
  }

  place(name: string): string {
    return path.join(this.#directory, name);
  }

  /** Creates a chain whose first ledger has all accounts. */
  async found({ genesis }: PaymentWorld): Promise<void> {
    const store = openLmdbStore(this.place('own'));
    this.#own = store;
    const log = {
      term: () => store.term(),
      append: (ledger: Parameters<LedgerStore['append']>[0]) => store.append(ledger),
    };
    const node = await createLedgerNode({ store, log, genesis, clock: systemClock });
    await node.stop();
    this.ownGrowth = store.sizeBytes();
  }

  async close(): Promise<void> {
    await Promise.all([this.#archive.close(), this.#shared.close(), this.#followed.close(), this.#own?.close()]);
  }

  /** Closes ledgers with payments in the own store. */
  async pay(world: PaymentWorld, ledgers: number): Promise<void> {
    const store = this.#own;
    const before = store.sizeBytes();
    const log = {
      term: () => store.term(),
      append: (ledger: Parameters<LedgerStore['append']>[0]) => store.append(ledger),
    };
    const queue = { minimumTxnInLedger: PAYMENTS_A_LEDGER * 2, standaloneMinimum: PAYMENTS_A_LEDGER * 2 };
    const node = await createLedgerNode({ store, log, genesis: DEFAULT_GENESIS, clock: systemClock, queue });
    for (let ledger = 0; ledger < ledgers; ledger++) {
      for (const payment of world.sign(PAYMENTS_A_LEDGER)) {
        const { result } = await node.submit(payment);
        if (result !== 'tesSUCCESS') throw new Error(result);
      }
      await node.acceptLedger();
    }
    await node.stop();
    this.ownGrowth = store.sizeBytes() - before;
  }

  /** Copies the new ledgers of the own store to the log, archives them, and follows them in another store. */
  async take(what: string, count: number, ownBytes: number): Promise<void> {
    const tables = { log: '^(ledgers|ledger_parts)$', archive: '^(archive_|current_)' };
    const before = await this.#bytes(tables);
    const appendMs = await timeOf(async () => {
      for (const ledger of this.#own.tail(this.#lastIndex)) {
        await this.#shared.log.append(ledger, this.#term);
        this.#lastIndex = ledger.header.ledgerIndex;
      }
    });
    const archiveMs = await timeOf(() => this.#fillArchive());
    const followMs = await timeOf(async () => {
      await this.#follower.catchUpAll();
    });
    const after = await this.#bytes(tables);
    const note = (name: string, unit: string, figure: number) =>
      this.measurements.push({ what: `${what}, ${name}`, unit, runs: [figure] });
    note('log', 'bytes', (after.log - before.log) / count);
    note('archive', 'bytes', (after.archive - before.archive) / count);
    note("member's store", 'bytes', ownBytes / count);
    note('append', 'µs', (appendMs * 1000) / count);
    note('archive', 'µs', (archiveMs * 1000) / count);
    note('follow', 'µs', (followMs * 1000) / count);
  }

  async #fillArchive(): Promise<void> {
    const archivist = new Archivist({
      log: this.#shared.log,
      archive: this.#archive,
      clock: systemClock,
      pacer: withoutPause,
      onRange: () => {},
      onFailure: () => {},
    });
    while ((await archivist.step()) === 'done');
  }

  async #bytes<Name extends string>(tables: Record<Name, string>): Promise<Record<Name, number>> {
    const bytes = {} as Record<Name, number>;
    for (const name of Object.keys(tables) as Name[]) {
      const { rows } = await this.#postgres.query(this.#url, TABLE_BYTES, [tables[name]]);
      bytes[name] = rows[0].bytes;
    }
    return bytes;
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
