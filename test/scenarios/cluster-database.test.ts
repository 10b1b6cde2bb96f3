/** A cluster on a real PostgreSQL: which data its nodes refuse, and what they report about the database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { Archivist } from '../../src/archive/archivist.ts';
import { type Cluster, joinCluster } from '../../src/cluster/cluster.ts';
import { LedgerFollower } from '../../src/cluster/ledger-follower.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../../src/ledger/closed-ledger-codec.ts';
import { DEFAULT_GENESIS } from '../../src/ledger/genesis.ts';
import { encodeLedgerHeader } from '../../src/ledger/ledger-header.ts';
import { createLedgerNode } from '../../src/node/node.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { PostgresArchive } from '../../src/storage/postgres/postgres-archive.ts';
import { PostgresClusterStore } from '../../src/storage/postgres/postgres-cluster-store.ts';
import { systemClock } from '../../src/util/clock.ts';
import { withoutPause } from '../../src/util/steps.ts';
import { createWeir, type Weir } from '../../src/weir.ts';
import { forgeLedger } from '../support/cluster/forged-ledger.ts';
import { logOf } from '../support/cluster/log-of-ledgers.ts';
import { MemoryNetwork } from '../support/cluster/memory-transport.ts';
import { TEST_KEYS } from '../support/cluster/test-keys.ts';
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { refusedStart, runWeirHere } from '../support/run-weir.ts';
import { until } from '../support/until.ts';

/** Appends a ledger to the log, as a program with write access to the database that is no member. */
async function appendAsStranger(server: TestPostgres, url: string): Promise<number> {
  const { rows } = await server.query(url, 'SELECT body FROM weir.ledgers ORDER BY ledger_index');
  const store = new MemoryStore();
  const log = logOf(rows.map(({ body }) => body as Uint8Array));
  const options = { own: store, log, decode: decodeClosedLedger, confirmed: () => undefined, onFollowed: () => {} };
  await new LedgerFollower(options).catchUpAll();
  const values = await server.query(url, 'SELECT name, value FROM weir.chain_values');
  for (const { name, value } of values.rows) store.setMetaValue(name, value);
  const node = await createLedgerNode({ store, genesis: DEFAULT_GENESIS, clock: systemClock });
  const header = await node.acceptLedger();
  const body = encodeClosedLedger([...store.tail(header.ledgerIndex - 1)][0]!);
  const hash = Buffer.from(header.hash, 'hex');
  const parent = Buffer.from(header.parentHash, 'hex');
  await server.query(
    url,
    `INSERT INTO weir.ledgers (epoch, ledger_index, ledger_hash, parent_hash, account_hash, transaction_hash, total_drops,
        close_time, transaction_count, header, body_bytes, body)
      SELECT epoch, $1, $2, $3, $2, $2, 0, now(), 0, $4, $5, $6 FROM weir.lease`,
    [header.ledgerIndex, hash, parent, encodeLedgerHeader(header), body.length, body],
  );
  await server.query(url, 'UPDATE weir.lease SET last_index = $1, last_hash = $2', [header.ledgerIndex, hash]);
  await node.stop();
  return header.ledgerIndex;
}

describe('a cluster on PostgreSQL', { skip: NO_POSTGRES ?? false }, () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'weir-cluster-'));
  const network = new MemoryNetwork();
  let server: TestPostgres;

  before(async () => {
    server = await startPostgres();
  });

  after(async () => {
    await server.stop();
    rmSync(scratch, { recursive: true, force: true });
  });

  async function join(
    t: TestContext,
    url: string,
    name: string,
    own = new MemoryStore(),
  ): Promise<{ weir: Weir; cluster: Cluster }> {
    const cluster = await joinCluster({
      own,
      shared: new PostgresClusterStore(url, TEST_KEYS),
      transport: network.open(`${name}:1`),
      id: name,
      version: '1.2.3',
      genesis: DEFAULT_GENESIS,
      clock: systemClock,
      randomBytes,
      random: () => 0,
      expectedNetworkId: undefined,
      isDurableSubmit: true,
      nodeOptions: {},
      log: { info: () => {}, warn: () => {} },
    });
    const weir = await createWeir({
      store: own,
      composed: cluster,
      log: { error: (details) => assert.fail(String((details as { err: Error }).err.stack)) },
      about: { version: '1.2.3', hostName: name },
    });
    await weir.start();
    t.after(() => weir.stop());
    return { weir, cluster };
  }

  const ask = (weir: Weir, method: string, params: JsonObject = {}) =>
    weir.execute({ method, params, apiVersion: 2, role: 'admin' });

  test('refuses a ledger that no node wrote, and names it', async (t) => {
    const url = await server.createDatabase();
    const one = await join(t, url, 'one');
    await until(() => one.cluster.node.isLeading, 'it leads');
    const two = await join(t, url, 'two');
    await ask(one.weir, 'ledger_accept');
    const { ledgerIndex } = one.weir.node.validated;
    await until(() => two.weir.node.validated.ledgerIndex === ledgerIndex, 'it follows');
    const kept = new MemoryStore();
    kept.close = async () => {};
    const four = await join(t, url, 'four', kept);
    await four.weir.stop();
    const forged = await appendAsStranger(server, url);
    await until(() => two.cluster.problem() !== undefined, 'it reports the row');
    assert.match(
      String(two.cluster.problem()),
      new RegExp(`ledger ${forged} in the database \\(weir\\.ledgers\\) was not written by a node of this cluster`),
    );
    assert.equal(two.weir.node.validated.ledgerIndex, ledgerIndex);
    await assert.rejects(join(t, url, 'three'), /was not written by a node of this cluster/);
    const again = await join(t, url, 'four', kept);
    await until(() => again.cluster.problem()?.includes(`ledger ${forged}`) === true, 'it reads and reports the row');
    assert.equal((await ask(again.weir, 'ledger', { ledger_index: 'validated' })).ledger_index, ledgerIndex);
    await server.query(url, 'DELETE FROM weir.ledgers WHERE ledger_index = $1', [forged]);
  });

  test('refuses a copy of an earlier ledger at the end of the log', async (t) => {
    const url = await server.createDatabase();
    const { cluster } = await join(t, url, 'one');
    await until(() => cluster.node.isLeading, 'it leads');
    const store = new PostgresClusterStore(url, TEST_KEYS);
    t.after(() => store.close());
    const { ledgerIndex, remove } = await forgeLedger((...statement) => server.query(url, ...statement));
    await assert.rejects(store.log.read(ledgerIndex - 1, 1), new RegExp(`ledger ${ledgerIndex} in the database`));
    await remove();
  });

  test('refuses a value of the chain that no node wrote, and names it', async (t) => {
    const url = await server.createDatabase();
    const one = await join(t, url, 'one');
    await until(() => one.cluster.node.isLeading, 'it leads');
    await server.query(url, "UPDATE weir.chain_values SET value = '1 2 3' WHERE name = 'voted_fees'");
    await assert.rejects(join(t, url, 'two'), /the value voted_fees in the database \(weir\.chain_values\)/);
  });

  test('refuses a submission that no node wrote, and names it', async (t) => {
    const url = await server.createDatabase();
    const store = new PostgresClusterStore(url, TEST_KEYS);
    t.after(() => store.close());
    const id = 'AB'.repeat(32);
    await store.ready();
    await server.query(url, "INSERT INTO weir.submissions (id, place, body) VALUES ($1, 1, '\\x00')", [
      Buffer.from(id, 'hex'),
    ]);
    await assert.rejects(store.submissions.all(), new RegExp(`submission ${id} in the database`));
  });

  test('runs as a user who may not create tables, once the owner has created them', async (t) => {
    const url = await server.createDatabase();
    const name = new URL(url).pathname.slice(1);
    const as = (user: string) => server.url(name, user);
    const roles = [
      'owner LOGIN',
      'weir_member',
      'weir_reader',
      'node LOGIN IN ROLE weir_member',
      'ann LOGIN IN ROLE weir_reader',
    ];
    for (const role of roles) await server.query(url, `CREATE ROLE ${role}`);
    await server.query(url, `ALTER DATABASE ${name} OWNER TO owner`);
    const early = await runWeirHere('cluster', 'prepare', '--cluster', as('node'));
    assert.equal(early.code, 1);
    assert.match(
      early.stderr,
      /permission denied .*nodes need the role weir_member; weir cluster prepare creates the tables/,
    );
    const none = await runWeirHere('cluster', 'status', '--cluster', as('node'));
    assert.equal(none.code, 1);
    assert.match(none.stderr, /there is no cluster in this database yet: the first node/);
    const prepared = await runWeirHere('cluster', 'prepare', '--cluster', as('owner'));
    assert.equal(prepared.code, 0, prepared.stderr);
    const one = await join(t, as('node'), 'one');
    await until(() => one.cluster.node.isLeading, 'it leads');
    await ask(one.weir, 'ledger_accept');
    const archive = new PostgresArchive(as('node'), TEST_KEYS);
    t.after(() => archive.close());
    const shared = new PostgresClusterStore(as('node'), TEST_KEYS);
    t.after(() => shared.close());
    const { ledgerIndex } = one.weir.node.validated;
    const archivist = new Archivist({
      archive,
      log: shared.log,
      clock: systemClock,
      pacer: withoutPause,
      onRange: () => {},
      onFailure: (error) => assert.fail(String(error)),
    });
    while ((await archivist.step()) === 'done');
    assert.equal((await archive.range())?.last, ledgerIndex);
    const { rows } = await server.query(as('ann'), 'SELECT count(*)::int AS count FROM weir_views.ledgers');
    assert.equal(rows[0].count, ledgerIndex);
    await assert.rejects(server.query(as('ann'), 'SELECT * FROM weir.ledgers'), /permission denied/);
    await assert.rejects(server.query(as('ann'), 'SELECT weir.add_partitions(1, 1)'), /permission denied/);
    await assert.rejects(server.query(as('node'), 'DROP TABLE weir.ledgers'), /must be owner/);
  });

  test('is not created by a command that copies into it', async () => {
    const url = await server.createDatabase();
    const secretFile = path.join(scratch, 'secret of a copy');
    writeFileSync(secretFile, 'a secret of all members\n', { mode: 0o600 });
    const words = ['--cluster', url, '--cluster-secret-file', secretFile, '--data', path.join(scratch, 'none')];
    const { code, stderr } = await runWeirHere('backup', ...words);
    assert.equal(code, 1);
    assert.match(stderr, /there is no cluster in this database yet/);
  });

  test('does not start a node that has another secret', async () => {
    const url = await server.createDatabase();
    const secretFile = path.join(scratch, 'secret');
    await (async () => {
      const store = new PostgresClusterStore(url, TEST_KEYS);
      await store.ready();
      await store.close();
    })();
    writeFileSync(secretFile, 'a secret that others do not have\n', { mode: 0o600 });
    const { code, stderr } = await refusedStart(
      ...['--cluster', url, '--cluster-secret-file', secretFile, '--data', path.join(scratch, 'data')],
    );
    assert.equal(code, 1);
    assert.match(stderr, /the secret of this node is not that of the cluster in this database/);
  });
});
