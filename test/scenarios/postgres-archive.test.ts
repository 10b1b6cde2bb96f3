/** The archive on a real PostgreSQL has the same data of every ledger as the store that closed it. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { ClusterNode } from '../../src/cluster/cluster-node.ts';
import type { LedgerReader } from '../../src/node/ledger-node.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { transactionIdOf } from '../../src/protocol/transaction/transaction.ts';
import type { Hash256, JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { RpcRequest } from '../../src/rpc/method/context.ts';
import { StreamHub } from '../../src/rpc/streams/stream-hub.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { PostgresArchive } from '../../src/storage/postgres/postgres-archive.ts';
import { ArchiveNeededError } from '../../src/storage/shared/archive-needed.ts';
import { ArchivedStore } from '../../src/storage/shared/archived-store.ts';
import type { LedgerArchive } from '../../src/storage/shared/ledger-archive.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import type { ComposedNode } from '../../src/weir.ts';
import { ArchivedChain } from '../support/archived-chain.ts';
import { TEST_KEYS } from '../support/cluster/test-keys.ts';
import { MASTER, party } from '../support/env.ts';
import { createFilledServer } from '../support/filled-server.ts';
import { historyRows } from '../support/history-rows.ts';
import { post } from '../support/hostile-sockets.ts';
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { action, answers, createActionEnv, perform } from '../support/random-actions.ts';
import { assertPrintedQueries } from '../support/sql-page.ts';
import { createTokenAndChannelChain } from '../support/token-and-channel-chain.ts';
import { until } from '../support/until.ts';
import { frontedWeir, listenWith, startWorkers } from '../support/worker-env.ts';

const PARTIES = [MASTER, party('alice'), party('bob'), party('carol'), party('nobody')];
const KEPT_LEDGERS = 300;
const START = '0'.repeat(64);

async function assertSameHistory(archive: LedgerArchive, store: LedgerStore): Promise<void> {
  const range = store.ledgerRange()!;
  assert.deepEqual(await archive.range(), range);
  const headers = await archive.headers(range);
  for (let ledgerIndex = range.first; ledgerIndex <= range.last; ledgerIndex++) {
    const header = store.header(ledgerIndex)!;
    assert.deepEqual(headers[ledgerIndex - range.first], header);
    assert.equal(await archive.ledgerIndexByHash(header.hash), ledgerIndex);
    const stored = [...store.ledgerTransactions(ledgerIndex)];
    assert.deepEqual(plain(await archive.ledgerTransactions(ledgerIndex)), plain(stored));
    assert.deepEqual(plain(await archive.transactions(stored)), plain(stored));
    for (const { blob, position } of stored) {
      assert.deepEqual(await archive.location(transactionIdOf(blob)), { ledgerIndex, position });
    }
  }
  for (const { id: account } of PARTIES) {
    for (const bounds of [range, { first: 3, last: 5 }, { first: 2, last: 2 }]) {
      const query = { account, minLedgerIndex: bounds.first, maxLedgerIndex: bounds.last, forward: true };
      assert.deepEqual(await archive.accountRows(query, 10_000), historyRows(store, query));
    }
  }
}

function plain(list: readonly { readonly blob: Uint8Array; readonly metadata: Uint8Array }[]): unknown[] {
  return list.map((one) => ({ ...one, blob: Buffer.from(one.blob), metadata: Buffer.from(one.metadata) }));
}

async function assertSameState(archive: LedgerArchive, store: LedgerStore): Promise<void> {
  const { first, last } = store.ledgerRange()!;
  for (let ledgerIndex = first; ledgerIndex <= last; ledgerIndex++) {
    const expected = entriesAt(store, ledgerIndex);
    const found = await archive.entriesAfter(START, ledgerIndex, 10_000);
    assert.deepEqual(
      found.map(({ key, bytes }) => [key, Buffer.from(bytes).toString('hex')]),
      expected,
    );
    const some = expected.filter((_, at) => at % 3 === 0);
    const keys = some.map(([key]) => key);
    const read = await archive.entries([...keys, 'AB'.repeat(32)], ledgerIndex);
    assert.deepEqual(new Map(read.map(({ key, bytes }) => [key, Buffer.from(bytes).toString('hex')])), new Map(some));
  }
}

function entriesAt(store: LedgerStore, ledgerIndex: number): [Hash256, string][] {
  const entries: [Hash256, string][] = [];
  for (let key = store.nextEntryKey(START, ledgerIndex); key !== undefined; ) {
    entries.push([key, Buffer.from(store.entry(key, ledgerIndex)!).toString('hex')]);
    key = store.nextEntryKey(key, ledgerIndex);
  }
  return entries;
}

describe('the archive in PostgreSQL', { skip: NO_POSTGRES ?? false }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  test('answers as the store does for random histories in batches of any size', async (t) => {
    const histories = fc.sample(fc.array(action, { minLength: 20, maxLength: 40 }), { numRuns: 2, seed: 19 });
    for (const [run, history] of histories.entries()) {
      const env = await createActionEnv();
      const url = await server.createDatabase();
      // The second time every ledger counts as large, and the last one is written again, as after an interruption.
      const isLarge = run === 1;
      const chain = await ArchivedChain.open(url, isLarge ? { entriesAtOnce: 2 } : {});
      t.after(() => chain.close());
      const store = env.node.store as LedgerStore;
      for (const [at, act] of history.entries()) {
        await perform(env, act);
        if (at % 7 === 0) await chain.take(store);
      }
      await chain.take(store);
      if (isLarge) {
        const { last } = store.ledgerRange()!;
        for (const table of ['archive_transactions', 'archive_ids', 'archive_rows'])
          await server.query(url, `DELETE FROM weir.${table} WHERE ledger_index = $1`, [last]);
        await server.query(url, 'UPDATE weir.archive_end SET ledger_index = $1', [last - 1]);
        await chain.take(store);
      }
      await assertSameHistory(chain.archive, store);
      await assertSameState(chain.archive, store);
      await env.stop();
    }
  });

  test('refuses headers, transactions and entries that no node wrote, and names them', async (t) => {
    const env = await createActionEnv();
    const store = env.node.store as LedgerStore;
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url);
    t.after(() => chain.close());
    await chain.take(store);
    const { last } = store.ledgerRange()!;
    const [[key]] = entriesAt(store, last) as [[Hash256, string]];
    const { ledgerIndex, position } = [...store.ledgerTransactions(last)][0]!;
    const { archive } = chain;
    await server.query(url, 'UPDATE weir.ledgers SET header = header || header WHERE ledger_index = 2');
    await assert.rejects(
      archive.headers({ first: 1, last: 3 }),
      /the header of ledger 2 in the database \(weir\.ledgers\)/,
    );
    await server.query(url, 'UPDATE weir.archive_transactions SET metadata = blob WHERE ledger_index = $1', [last]);
    const forged = new RegExp(`transaction ${position} of ledger ${ledgerIndex} in the database`);
    await assert.rejects(archive.transactions([{ ledgerIndex, position }]), forged);
    await assert.rejects(archive.ledgerTransactions(last), /in the database \(weir\.archive_transactions\)/);
    for (const bytes of ["'\\x00'", 'NULL']) {
      await server.query(url, `UPDATE weir.archive_entries SET bytes = ${bytes} WHERE key = decode($1, 'hex')`, [key]);
      const name = new RegExp(`entry ${key} as of ledger \\d+ in the database`);
      await assert.rejects(archive.entries([key], last), name);
      await assert.rejects(archive.entriesAfter(START, last, 1), name);
    }
    await env.stop();
  });

  test('archives each ledger once with several archivists', async (t) => {
    const env = await createActionEnv();
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url);
    t.after(() => chain.close());
    assert.equal(await chain.archive.range(), undefined);
    const other = new PostgresArchive(url, TEST_KEYS);
    t.after(() => other.close());
    await chain.take(env.node.store as LedgerStore);
    const { last } = (await other.range())!;
    assert.equal(await other.append([{ header: env.node.validated, transactions: [], entries: new Map() }], 1), false);
    assert.deepEqual(await chain.archive.range(), { first: 1, last });
    assert.equal(await other.ledgerIndexByHash('AB'.repeat(32)), undefined);
    assert.equal(await other.location('AB'.repeat(32)), undefined);
    assert.deepEqual(await other.transactions([{ ledgerIndex: 9999, position: 0 }]), []);
    assert.deepEqual(await other.entries(['AB'.repeat(32)], last), []);
    await env.stop();
  });

  test('has partitions of as many ledgers as hold a number of rows', async (t) => {
    const env = await createActionEnv();
    const store = env.node.store as LedgerStore;
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url, { partitionRows: 5 });
    t.after(() => chain.close());
    await chain.take(store);
    for (let ledgers = 0; ledgers < 6; ledgers++) {
      for (const to of PARTIES.slice(1))
        env.submit(MASTER, { TransactionType: 'Payment', Destination: to.id, Amount: 5_000_000n });
      await env.close();
      await chain.take(store);
    }
    await assertSameHistory(chain.archive, store);
    const text = `SELECT first_index::int, end_index::int,
        to_regclass('weir.archive_rows_' || first_index) IS NOT NULL AS is_there
      FROM weir.archive_partitions ORDER BY first_index`;
    const { rows } = await server.query(url, text);
    assert.ok(rows.length > 3, `${rows.length} partitions`);
    for (const [at, { first_index: first, is_there: isThere }] of rows.entries()) {
      assert.equal(first, rows[at - 1]?.end_index ?? 0);
      assert.equal(isThere, true);
    }
    await env.stop();
  });

  test('lets the log remove archived ledgers that snapshots and members have', async (t) => {
    const env = await createActionEnv();
    const store = env.node.store as LedgerStore;
    for (let ledgers = 0; ledgers < 12; ledgers++) await env.close();
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url, { keptLedgers: 2 });
    t.after(() => chain.close());
    await chain.take(store);
    const { log, snapshots, members } = chain.cluster;
    const { last } = store.ledgerRange()!;
    const bytes = async () => {
      const text = 'SELECT ledger_index::int AS index FROM weir.ledgers WHERE length(body) > 0 ORDER BY 1';
      return (await server.query(url, text)).rows.map(({ index }) => index)[0];
    };
    assert.equal(await chain.archive.trimLog(), 0);
    assert.equal(await bytes(), 1, 'without a snapshot it keeps all');
    const copy = { ledgerIndex: last, hash: store.header(last)!.hash, bytes: 1 };
    await snapshots.put(copy, Readable.from([Buffer.of(1)]));
    const member = { id: 'one', address: 'a:1', token: 't', role: 'follower', epoch: 1, reachedEpoch: 1 } as const;
    const report = (ledgerIndex: number) => {
      const { hash } = store.header(ledgerIndex)!;
      return members.report({ ...member, version: '1', readsLedgerVersion: 1, ledgerIndex, hash });
    };
    await report(last - 4);
    while ((await chain.archive.trimLog()) > 0);
    assert.equal(await bytes(), last - 4 - 2 + 1, 'a member needs the others');
    await report(last);
    while ((await chain.archive.trimLog()) > 0);
    assert.equal(await bytes(), last - 1);
    await assert.rejects(
      log.read(0, 1_000_000),
      /the log has ledger 1 no longer.*start this node with an empty --data/,
    );
    assert.equal((await log.read(last - 2, 1_000_000)).length, 2);
    await assertSameHistory(chain.archive, store);
    await env.stop();
  });

  test('is opened by an owner who may make no roles', async (t) => {
    const url = await server.createDatabase();
    await server.query(url, 'CREATE ROLE owner LOGIN');
    await server.query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO owner`);
    const archive = new PostgresArchive(server.url(new URL(url).pathname.slice(1), 'owner'), TEST_KEYS);
    t.after(() => archive.close());
    assert.equal(await archive.range(), undefined);
  });

  test('has an entry of every type', async (t) => {
    const hostile = await createFilledServer({ isFurnished: true });
    t.after(() => hostile.stop());
    const store = hostile.env.node.store as LedgerStore;
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url);
    t.after(() => chain.close());
    await chain.take(store);
    await assertSameState(chain.archive, store);
    const { rows } = await server.query(url, 'SELECT DISTINCT type FROM weir.current_entries');
    const entries = entriesAt(store, store.ledgerRange()!.last);
    const types = new Set(entries.map(([, bytes]) => decodeObject(Buffer.from(bytes, 'hex')).LedgerEntryType));
    assert.ok(types.size > 20);
    assert.deepEqual(rows.map(({ type }) => type).sort(), [...types].sort());
  });

  test('gives the same answers as a store with all ledgers to a member that removed old ones', async (t) => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'weir-archive-'));
    t.after(() => rmSync(scratch, { recursive: true, force: true }));
    const own = openLmdbStore(scratch);
    const [env, whole] = [await createActionEnv(own), await createActionEnv()];
    t.after(() => Promise.all([env.stop(), whole.stop()]));
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url);
    t.after(() => chain.close());
    own.keepLast({ ledgers: KEPT_LEDGERS, mayForgetUntil: () => chain.archivist.lastIndex });
    const [history] = fc.sample(fc.array(action, { minLength: 60, maxLength: 60 }), { numRuns: 1, seed: 5 });
    for (const act of history!) {
      await perform(env, act);
      await perform(whole, act);
    }
    await chain.take(own);
    const archived = new ArchivedStore(own, chain.archive);
    archived.noteArchived(await chain.archive.range());
    const node = new ClusterNode({ store: archived, clock: env.clock, lastMetrics: () => env.node.metrics() });
    node.lead(env.node, () => true);
    const services = { ...env.weir.services, reader: node };
    const member = { node, weir: { execute: async (request: RpcRequest) => execute(services, request) } };
    const passedOn: RpcRequest[] = [];
    const executeHere = async (request: RpcRequest) => {
      passedOn.push(request);
      return execute(services, request);
    };
    const composed = { archivedRange: () => archived.archivedRange, onApart: () => {} } as unknown as ComposedNode;
    const workers = await startWorkers(
      { ...frontedWeir({ node, engine: env.node }, services), composed, execute: executeHere },
      { store: own, directory: scratch },
      {
        ...{
          threads: 1,
          clock: env.clock,
          log: { error: (_details: object, message: string) => assert.fail(message) },
        },
        member: { name: 'n1', timeoutMs: 1, archiveUrl: url, archiveKey: TEST_KEYS.bytes },
      },
    );
    t.after(() => workers.close());
    own.attachReaders(workers);
    // Transactions are in some ledgers that are kept and in some that are removed.
    for (let more = 8; more < KEPT_LEDGERS; more++) for (const one of [env, whole]) await one.node.acceptLedger();
    const { first, last } = own.ledgerRange()!;
    assert.equal(first, last - KEPT_LEDGERS + 1);
    assert.equal(own.header(2), undefined);
    assert.deepEqual(changesLeft(own), changesLeft(whole.node.store as never, first));
    for (const isDeep of [false, true]) {
      const steps = verifyStore(own, { isDeep });
      let step = steps.next();
      while (!step.done) step = steps.next();
      assert.deepEqual(step.value.first, []);
    }
    // The test itself reads the store.
    await afterAsking(() => archived.ledgerTransactions(3));
    const expected = sorted(await answers(whole));
    assert.deepEqual(sorted(await answers(member as never)), expected);
    assert.deepEqual(await replayed(node), await replayed(whole.node));
    const { port } = await listenWith(workers, {});
    const fronted = { node, weir: { execute: async (request: RpcRequest) => askOver(port, request) } };
    assert.deepEqual(sorted(await answers(fronted as never)), expected.map(asSent));
    const ofThePast = passedOn.filter(
      ({ method, params }) => method === 'account_tx' || (method === 'ledger_data' && params.ledger_index === 3),
    );
    assert.deepEqual(ofThePast, [], 'the worker asks the archive itself');
  });

  test('answers the queries of docs/sql.md as printed, and readers cannot change anything', async (t) => {
    const env = await createTokenAndChannelChain();
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url);
    t.after(() => chain.close());
    await chain.take(env.node.store as LedgerStore);
    await server.query(url, 'CREATE ROLE ann LOGIN IN ROLE weir_reader');
    const anns = server.url(new URL(url).pathname.slice(1), 'ann');
    await assertPrintedQueries((text) => server.query(anns, text));
    const forbidden = [
      'DELETE FROM weir_views.ledgers',
      'SELECT * FROM weir.ledgers',
      'CREATE TABLE weir_views.mine ()',
    ];
    for (const text of forbidden) await assert.rejects(server.query(anns, text), /permission denied/);
    await env.stop();
  });
});

/** All messages of a stream from the third ledger on, as texts. */
async function replayed(node: LedgerReader): Promise<string[]> {
  const texts: string[] = [];
  const wake = () => {
    for (let message = subscription.next(); message !== undefined; message = subscription.next())
      texts.push(String(message));
  };
  const subscription = new StreamHub(node, { listen: () => () => {} }).open({ wake, push: () => {} }, 10);
  const accounts = [PARTIES[0]!.id];
  subscription.subscribe({ streams: ['ledger', 'transactions'], accounts, proposedAccounts: [], books: [] }, 2, 3);
  await until(
    () => subscription.lagLedgers === 0 && subscription.ledgerIndex > node.validated.ledgerIndex,
    'the replay ends',
  );
  subscription.close();
  return texts;
}

async function askOver(port: number, { method, params }: RpcRequest): Promise<JsonObject> {
  const { result } = (await post(port, JSON.stringify({ method, params: [{ ...params, api_version: 2 }] }))).body;
  return bare(result);
}

/** A result without the members that depend on the transport. */
function bare({ status: _, ...result }: JsonObject): JsonObject {
  return result.error === undefined ? result : { error: result.error };
}

function asSent([question, answer]: readonly [string, JsonObject]): readonly [string, JsonObject] {
  return [question, bare(answer)];
}

async function afterAsking(read: () => unknown): Promise<void> {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ArchiveNeededError);
    await error.ask();
  }
}

/** Members of objects in sorted order, because their order depends on the caches of a server. */
function sorted(texts: readonly string[]): (readonly [string, JsonObject])[] {
  return texts.map((text) => {
    const at = text.indexOf(': {"') + 2;
    return [text.slice(0, at), JSON.parse(text.slice(at))] as const;
  });
}

/** All entries in several ledgers, starting with the first one. */
function changesLeft(store: LedgerStore, first = store.ledgerRange()!.first): unknown[] {
  return [first, first + 1, store.ledgerRange()!.last].map((ledgerIndex) => entriesAt(store, ledgerIndex));
}
