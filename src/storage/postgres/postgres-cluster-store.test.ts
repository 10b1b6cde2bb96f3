/** The contract of the cluster store, on a real PostgreSQL. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { lead, memberOf, reportOf, takeAs, termOf } from '../../../test/contracts/cluster-store/cluster-under-test.ts';
import { clusterStoreContract } from '../../../test/contracts/cluster-store/contract.ts';
import { sharedLedger } from '../../../test/contracts/cluster-store/shared-ledgers.ts';
import { TEST_KEYS } from '../../../test/support/cluster/test-keys.ts';
import { CuttingProxy } from '../../../test/support/cutting-proxy.ts';
import { NO_POSTGRES, startPostgres, startStandby, type TestPostgres } from '../../../test/support/postgres.ts';
import { TcpProxy } from '../../../test/support/tcp-proxy.ts';
import { TIMEOUT_MS, until } from '../../../test/support/until.ts';
import { encodeClosedLedger } from '../../ledger/closed-ledger-codec.ts';
import { type ClusterStore, FencedError } from '../shared/cluster-store.ts';
import { Connection } from './connection.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { PostgresArchive } from './postgres-archive.ts';
import { openPostgresClusterStore, PostgresClusterStore } from './postgres-cluster-store.ts';
import { parseServers } from './servers.ts';

const EMPTY = `
  DELETE FROM weir.ledgers; DELETE FROM weir.submissions; DELETE FROM weir.chain_values;
  DELETE FROM weir.snapshot_parts; DELETE FROM weir.snapshots; DELETE FROM weir.members;
  UPDATE weir.lease SET epoch = 0, holder_id = NULL, holder_address = NULL, holder_token = NULL,
    is_founded = false, incarnation = NULL, confirmed_index = 0, recover_from = NULL, expires_at = '2000-01-01',
    first_index = NULL, first_hash = NULL, last_index = NULL, last_hash = NULL`;

describe('PostgreSQL', { skip: NO_POSTGRES ?? false }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  let shared: string | undefined;

  /** An empty database: one for all, emptied, since to make one takes longer than most tests. */
  async function emptyDatabase(): Promise<string> {
    if (shared === undefined) {
      shared = await server.createDatabase();
      await (await openPostgresClusterStore(shared, TEST_KEYS)).close();
    }
    await server.query(shared, EMPTY);
    return shared;
  }

  clusterStoreContract('PostgreSQL', async () => {
    const url = await emptyDatabase();
    const proxies = new Map<ClusterStore, CuttingProxy>();
    return {
      open: async () => {
        const proxy = await CuttingProxy.to(server.port);
        const store = await openPostgresClusterStore(url.replace(`:${server.port}/`, `:${proxy.port}/`), TEST_KEYS);
        proxies.set(store, proxy);
        return store;
      },
      passMs: async (milliseconds) => {
        await sleep(milliseconds);
      },
      cutNext: (store, moment) => proxies.get(store)!.cutNext(moment),
      end: async () => {
        for (const proxy of proxies.values()) await proxy.close();
      },
    };
  });

  describe('as a place for it', () => {
    test('creates its tables once for concurrent starts, and reports its durability', async () => {
      const url = await server.createDatabase();
      const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresClusterStore(url, TEST_KEYS)));
      await lead(stores[0]!, 'one');
      for (const store of stores) {
        assert.equal((await store.lease.read()).epoch, 1);
        assert.equal(store.durability, 'synchronous_commit=on fsync=off full_page_writes=off');
        await store.close();
      }
    });

    test('is refused if its tables need a newer Weir', async () => {
      const url = await server.createDatabase();
      await (await openPostgresClusterStore(url, TEST_KEYS)).close();
      await server.query(url, 'UPDATE weir.schema_version SET version = 99');
      await (await openPostgresClusterStore(url, TEST_KEYS)).close();
      await server.query(url, 'UPDATE weir.schema_version SET readable_from = 98');
      await assert.rejects(openPostgresClusterStore(url, TEST_KEYS), { name: 'StoreError', message: /it is too old/ });
    });

    test("notifies listeners of another member's append", async () => {
      const url = await emptyDatabase();
      const [one, other] = [
        await openPostgresClusterStore(url, TEST_KEYS),
        await openPostgresClusterStore(url, TEST_KEYS),
      ];
      const appended = Promise.withResolvers<void>();
      other.onAppended(appended.resolve);
      const term = await lead(one, 'one');
      for (let index = 1; index < 20; index++) {
        await one.log.append(sharedLedger(index), term);
        if ((await Promise.race([appended.promise.then(() => 'notified'), sleep(100)])) === 'notified') break;
      }
      await appended.promise;
      await Promise.all([one.close(), other.close()]);
    });

    test('has one client for each connection, and none after its close', async () => {
      const url = await emptyDatabase();
      const name = new URL(url).pathname.slice(1);
      const count = async () => {
        const { rows } = await server.query(
          url,
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
        );
        return Number(rows[0].count);
      };
      const connection = new Connection({ servers: parseServers(url), timeouts: { answerMs: 5_000, lockMs: 1_000 } });
      const clients = await Promise.all([connection.client(), connection.client()]);
      assert.equal(clients[0], clients[1]);
      await connection.close();
      const late = new Connection({ servers: parseServers(url), timeouts: { answerMs: 5_000, lockMs: 1_000 } });
      const connecting = late.client();
      await late.close();
      await connecting;
      await until(async () => (await count()) === 0, 'all connections end');
    });

    test('keeps a ledger of any size in rows of bounded size', async () => {
      const url = await emptyDatabase();
      const store = await openPostgresClusterStore(url, TEST_KEYS);
      const term = await lead(store, 'one');
      const body = Buffer.alloc(20 << 20, 'a ledger of many accounts');
      await store.log.append(sharedLedger(1), term, body);
      await store.log.append(sharedLedger(2), term);
      const [first, second] = await store.log.read(0, 64 << 20);
      assert.ok(body.equals(first!));
      assert.deepEqual(Buffer.from(second!), Buffer.from(encodeClosedLedger(sharedLedger(2))));
      const text = `SELECT max(length(body))::int AS bytes, sum(length(body))::int AS sum FROM (
        SELECT body FROM weir.ledgers UNION ALL SELECT body FROM weir.ledger_parts) AS rows`;
      const [{ bytes, sum }] = (await server.query(url, text)).rows;
      assert.ok(bytes <= 8 << 20);
      assert.ok(sum > 20 << 20);
      await server.query(url, 'UPDATE weir.ledger_parts SET body = set_byte(body, 7, 0) WHERE part = 1');
      await assert.rejects(store.log.read(0, 64 << 20), { message: /ledger 1 in the database \(weir\.ledgers\)/ });
      await store.close();
    });

    test('has limits of its own for statements, locks and clients that are gone', async () => {
      const connection = new Connection({
        servers: parseServers(await emptyDatabase()),
        timeouts: { answerMs: 5_000, lockMs: 1_000 },
      });
      const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'tcp_user_timeout'];
      const shown = names.map(async (name) => {
        const [row] = await connection.run({ text: `SHOW ${name}`, effect: 'reads' });
        return row![name];
      });
      assert.deepEqual(await Promise.all(shown), ['5s', '1s', '5s', '5000']);
      await connection.close();
    });

    test('builds indexes of later versions beside writes, without a limit of time, and again after an interruption', async (t) => {
      const url = await server.createDatabase();
      await (await openPostgresClusterStore(url, TEST_KEYS)).close();
      const next = MIGRATIONS.at(-1)!.version + 1;
      const statements = ['CREATE INDEX IF NOT EXISTS members_by_role ON weir.members (role)'];
      const migrations = [...MIGRATIONS, { version: next, readableFrom: 1, statements }];
      const writer = new pg.Client(url);
      await writer.connect();
      t.after(() => writer.end());
      const member = `INSERT INTO weir.members (id, address, role, epoch, ledger_index, version, reads_ledger_version, reported_at)
        VALUES ($1, 'a:1', 'follower', 0, 0, '1', 1, now())`;
      await writer.query('BEGIN');
      await writer.query(member, ['open']);
      const connect = () =>
        new Connection({ servers: parseServers(url), timeouts: { answerMs: 1_000, lockMs: 1_000 } });
      const isValid = async () => {
        const text = "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('weir.members_by_role')";
        return (await server.query(url, text)).rows[0]?.indisvalid;
      };
      const interrupted = connect();
      const failed = assert.rejects(migrate(interrupted, true, migrations));
      await until(async () => (await isValid()) === false, 'it has begun');
      await server.query(url, member, ['beside it']);
      interrupted.cutOff();
      await failed;
      const again = connect();
      const done = migrate(again, true, migrations);
      await sleep(1_500);
      await writer.query('COMMIT');
      await done;
      assert.equal(await isValid(), true);
      await again.close();
    });

    test('closes at once while a query or the first connection waits', async () => {
      const url = await server.createDatabase();
      const archive = new PostgresArchive(url, TEST_KEYS);
      await archive.range();
      const holder = new pg.Client(url);
      await holder.connect();
      await holder.query('BEGIN; LOCK TABLE weir.archive_end, weir.schema_version');
      const cutOff = { name: 'UnreachableError', message: /terminated/ };
      const store = new PostgresClusterStore(url, TEST_KEYS);
      const asked = [assert.rejects(archive.range(), cutOff), assert.rejects(store.ready(), cutOff)];
      const waiting = `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted`;
      await until(async () => (await holder.query(waiting)).rows[0].count === 2, 'they wait for the locks');
      await Promise.all([...asked, archive.close(), store.close()]);
      await holder.end();
    });

    test('is found where several servers are named and the first does not answer', async () => {
      const url = await emptyDatabase();
      const store = await openPostgresClusterStore(url.replace('@', '@127.0.0.1:1,'), TEST_KEYS);
      assert.equal((await lead(store, 'one')).epoch, 1);
      await store.close();
    });

    test('is waited for within the timeouts: for a lock and for an answer', async () => {
      const url = await emptyDatabase();
      const proxy = await CuttingProxy.to(server.port);
      const through = url.replace(`:${server.port}/`, `:${proxy.port}/`);
      const store = await openPostgresClusterStore(through, TEST_KEYS, { timeouts: { answerMs: 1_500, lockMs: 50 } });
      const term = await lead(store, 'one');
      const holder = new pg.Client(url);
      await holder.connect();
      await holder.query('BEGIN; SELECT 1 FROM weir.lease FOR UPDATE');
      await assert.rejects(store.lease.renew(term, 1000, 0), { name: 'UnreachableError', message: /lock timeout/ });
      await assert.rejects(store.log.append(sharedLedger(1), term), { name: 'UnreachableError' });
      await holder.end();
      assert.equal(await store.lease.renew(term, 1000, 0), true);
      proxy.cutNext('silence');
      await assert.rejects(store.log.append(sharedLedger(1), term), {
        name: 'UnknownOutcomeError',
        message: /no answer/,
      });
      assert.equal((await store.log.range())?.last.ledgerIndex, 1);
      await store.log.append(sharedLedger(2), term);
      await store.close();
      await proxy.close();
    });

    test('keeps the lease of a renewal that waits for an append longer than the lease', async (t) => {
      const url = await emptyDatabase();
      const [one, other] = [
        await openPostgresClusterStore(url, TEST_KEYS),
        await openPostgresClusterStore(url, TEST_KEYS),
      ];
      t.after(() => Promise.all([one.close(), other.close()]));
      const epoch = (await takeAs(one, 'one', 100))!;
      const term = termOf('one', epoch);
      // As an append that waits for the disk.
      const append = new pg.Client(url);
      await append.connect();
      t.after(() => append.end());
      await append.query('BEGIN; UPDATE weir.lease SET last_index = last_index');
      const renewal = one.lease.renew(term, 60_000, 0);
      await sleep(150);
      assert.equal((await other.lease.read()).remainingMs, 0);
      const take = () => takeAs(other, 'other', 60_000);
      assert.equal(await take(), undefined, 'it does not wait');
      await append.query('COMMIT');
      assert.equal(await renewal, true);
      assert.equal(await take(), undefined);
      assert.equal((await one.lease.read()).epoch, epoch);
    });

    test('has an unknown outcome where the wait for the synchronous standby was cancelled', async (t) => {
      const url = await emptyDatabase();
      const store = await openPostgresClusterStore(url, TEST_KEYS);
      t.after(() => store.close());
      const term = await lead(store, 'one');
      const setStandbys = async (names: string) => {
        await server.query(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
        await server.query(url, 'SELECT pg_reload_conf()');
        const text = "SELECT current_setting('synchronous_standby_names') AS names";
        await until(async () => (await server.query(url, text)).rows[0].names === names, 'the setting is read');
      };
      await setStandbys('absent');
      const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      try {
        const append = store.log.append(sharedLedger(1), term);
        const refused = assert.rejects(append, { name: 'UnknownOutcomeError', message: /synchronous standby/ });
        await until(async () => (await server.query(url, cancel)).rows.length > 0, 'it waits');
        await refused;
      } finally {
        await setStandbys('');
      }
      assert.equal((await store.log.range())?.last.ledgerIndex, 1);
      await store.log.append(sharedLedger(2), term);
    });

    test('is locked by a write of submissions until that is done, against a member that takes the lease', async (t) => {
      const url = await emptyDatabase();
      // The write is delayed for as long as the steps of this test take.
      const timeouts = { answerMs: TIMEOUT_MS, lockMs: TIMEOUT_MS };
      const [one, other] = [
        await openPostgresClusterStore(url, TEST_KEYS, { timeouts }),
        await openPostgresClusterStore(url, TEST_KEYS),
      ];
      t.after(() => Promise.all([one.close(), other.close()]));
      const term = termOf('one', (await takeAs(one, 'one', 1))!);
      const id = 'AB'.repeat(32);
      // The write waits for the end of this transaction, which has a record with the same id.
      const holder = new pg.Client(url);
      await holder.connect();
      t.after(() => holder.end());
      await holder.query('BEGIN');
      await holder.query(`INSERT INTO weir.submissions (id, place, body) VALUES ($1, 1, '')`, [Buffer.from(id, 'hex')]);
      const added = one.submissions.add([{ id, body: Buffer.from('a') }], term);
      const waiting = 'SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted';
      await until(async () => (await holder.query(waiting)).rows[0].count === 1, 'it waits for the transaction');
      await until(async () => (await other.lease.read()).remainingMs === 0, 'the lease has expired');
      assert.equal(await takeAs(other, 'other', 60_000), undefined);
      await holder.query('ROLLBACK');
      await added;
      assert.equal(await takeAs(other, 'other', 60_000), 2);
      assert.equal((await other.submissions.all()).length, 1);
    });

    test('refuses the former leader on a promoted standby, which lacks its last ledger', async (t) => {
      const primary = await startPostgres();
      t.after(() => primary.stop());
      const url = await primary.createDatabase();
      const before = await openPostgresClusterStore(url, TEST_KEYS);
      t.after(() => before.close());
      const term = await lead(before, 'one');
      await before.log.append(sharedLedger(1), term);
      const way = await TcpProxy.open({ host: '127.0.0.1', port: primary.port });
      t.after(() => way.close());
      const standby = await startStandby(primary, way.port);
      t.after(() => standby.stop());
      const standbyUrl = standby.url(new URL(url).pathname.slice(1));
      const end = 'SELECT last_index AS index FROM weir.lease';
      await until(async () => (await standby.query(standbyUrl, end)).rows[0].index === '1', 'the standby follows');
      way.partition();
      await before.log.append(sharedLedger(2), term);
      await primary.kill();
      await standby.query(standbyUrl, 'SELECT pg_promote(true, 60)');
      const after = await openPostgresClusterStore(standbyUrl, TEST_KEYS);
      t.after(() => after.close());
      assert.equal((await after.log.range())?.last.ledgerIndex, 1);
      const lease = await after.lease.read();
      assert.deepEqual([lease.isVoid, lease.remainingMs, lease.holder?.id], [true, 0, 'one']);
      assert.equal(await after.lease.renew(term, 60_000, 2), false);
      await assert.rejects(after.log.append(sharedLedger(2), term), FencedError);
      const record = { id: 'AB'.repeat(32), body: Buffer.from('a') };
      await assert.rejects(after.submissions.add([record], term), FencedError);
      await standby.query(
        standbyUrl,
        "UPDATE weir.members SET ledger_index = 2, reported_at = now() - interval '4 seconds'",
      );
      const second = { ...reportOf('one', 1), token: 'another' };
      assert.equal(await after.members.report(second), false, 'another disk is not the one that is waited for');
      await after.members.report(reportOf('one', 2));
      const next = await after.lease.take(memberOf('one'), 60_000, term.epoch, lease.incarnation);
      await after.log.append(sharedLedger(2), termOf('one', next!));
      await standby.query(standbyUrl, "UPDATE weir.members SET reported_at = now() - interval '4 seconds'");
      assert.equal(await after.members.report(second), true);
    });

    test('may start after its users', async (t) => {
      const url = await server.createDatabase();
      await server.kill();
      const store = new PostgresClusterStore(url, TEST_KEYS);
      const archive = new PostgresArchive(url, TEST_KEYS);
      t.after(() => Promise.all([store.close(), archive.close()]));
      const appended = Promise.withResolvers<void>();
      store.onAppended(appended.resolve);
      await assert.rejects(store.lease.read(), { name: 'UnreachableError' });
      await assert.rejects(store.ready(), { name: 'UnreachableError' });
      await assert.rejects(archive.range(), { name: 'UnreachableError' });
      assert.match(store.durability, /^not known/);
      await server.start();
      const term = await lead(store, 'one');
      assert.equal(await archive.range(), undefined);
      await store.lease.read();
      assert.match(store.durability, /^synchronous_commit=on/);
      const isHeard = () => Promise.race([appended.promise.then(() => true), sleep(100, false)]);
      for (let index = 1; !(await isHeard()); index++) await store.log.append(sharedLedger(index), term);
    });

    test('is found again after it was killed, and has what it had acknowledged', async () => {
      const url = await server.createDatabase();
      const store = await openPostgresClusterStore(url, TEST_KEYS);
      const term = await lead(store, 'one');
      await store.log.append(sharedLedger(1), term);
      await server.kill();
      await assert.rejects(store.log.append(sharedLedger(2), term), /PostgreSQL/);
      await assert.rejects(store.lease.renew(term, 1000, 0), /PostgreSQL/);
      await assert.rejects(store.lease.renew(term, 1000, 0), { name: 'UnreachableError' });
      await server.start();
      assert.equal((await store.log.range())?.last.ledgerIndex, 1);
      // Commits of this server may be lost in a crash, so it is another server now.
      await assert.rejects(store.log.append(sharedLedger(2), term), { name: 'FencedError' });
      assert.equal((await store.lease.read()).isVoid, true);
      await store.log.append(sharedLedger(2), await lead(store, 'other'));
      assert.equal((await store.lease.read()).isVoid, false);
      await store.close();
    });
  });
});
