/** The copy of a server's ledgers in PostgreSQL: the same rows as the archive of a cluster, after failures of all kinds. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { HistoryCopy } from '../../src/archive/history-copy.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { PostgresCopy } from '../../src/storage/postgres/postgres-copy.ts';
import { UnknownOutcomeError } from '../../src/storage/shared/cluster-store.ts';
import type { LedgerCopy } from '../../src/storage/shared/ledger-copy.ts';
import { withoutPause } from '../../src/util/steps.ts';
import { ArchivedChain } from '../support/archived-chain.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { action, createActionEnv, perform } from '../support/random-actions.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { ServerProcess } from '../support/server-process.ts';
import { assertPrintedQueries, SQL_PAGE } from '../support/sql-page.ts';
import { TestClock } from '../support/test-clock.ts';
import { createTokenAndChannelChain } from '../support/token-and-channel-chain.ts';
import { until } from '../support/until.ts';

const alice = party('alice');

/** Copies one store, through a copy that may fail. */
class CopyRun {
  readonly clock = new TestClock();
  readonly failures: string[] = [];
  copiedIndex = 0;
  readonly #copy: HistoryCopy;

  constructor(store: LedgerStore, copy: LedgerCopy) {
    this.#copy = new HistoryCopy({
      history: () => store,
      copy,
      clock: this.clock,
      pacer: withoutPause,
      onCopied: (ledgerIndex) => {
        this.copiedIndex = ledgerIndex;
      },
      onFailure: (error) => this.failures.push((error as Error).message),
    });
  }

  /** Tries again after failures, until the ledger is copied. */
  async reach(ledgerIndex: number): Promise<void> {
    this.#copy.wake();
    await until(
      () => {
        this.clock.advance(2);
        return this.copiedIndex === ledgerIndex;
      },
      `ledger ${ledgerIndex} is copied: ${this.failures.at(-1)}`,
    );
  }

  wake(): void {
    this.#copy.wake();
  }

  async failed(): Promise<string> {
    this.#copy.wake();
    await until(() => this.failures.length > 0, 'it fails');
    return this.failures[0]!;
  }

  stop(): Promise<void> {
    return this.#copy.stop();
  }
}

/** Fails at random, before or after a write has taken place. */
function failing(copy: LedgerCopy, random: SeededRandom): LedgerCopy {
  const attempt = async <T>(act: () => Promise<T>): Promise<T> => {
    if (random.chance(0.2)) throw new UnknownOutcomeError('lost before it');
    const result = await act();
    if (random.chance(0.2)) throw new UnknownOutcomeError('lost after it');
    return result;
  };
  return {
    end: (mark) => attempt(() => copy.end(mark)),
    append: (ledgers, afterIndex) => attempt(() => copy.append(ledgers, afterIndex)),
    clear: () => attempt(() => copy.clear()),
    cutOff: () => copy.cutOff(),
    close: () => copy.close(),
  };
}

describe("the copy of a server's ledgers in PostgreSQL", { skip: NO_POSTGRES ?? false }, () => {
  let server: TestPostgres;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server.stop());

  /** All rows that people see, and the versions of entries. */
  async function contentOf(url: string): Promise<unknown> {
    const content: Record<string, unknown> = {};
    const columns = 'ledger_index, hash, close_time, transaction_count, total_xrp';
    for (const [name, selected] of [
      ['weir_views.ledgers', columns],
      ['weir_views.transactions', '*'],
      ['weir_views.transaction_ids', '*'],
      ['weir_views.account_transactions', '*'],
      ['weir_views.balances', '*'],
      ['weir_views.trust_lines', '*'],
      ['weir_views.channels', '*'],
      ['weir.archive_entries', 'key, ledger_index, bytes'],
      ['weir.archive_keys', '*'],
      ['weir.archive_end', 'ledger_index'],
    ]) {
      const { rows } = await server.query(url, `SELECT ${selected} FROM ${name}`);
      content[name!] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return content;
  }

  async function archiveOf(store: LedgerStore): Promise<unknown> {
    const url = await server.createDatabase();
    const chain = await ArchivedChain.open(url);
    await chain.take(store);
    await chain.close();
    return contentOf(url);
  }

  test('has what the archive of a cluster has, after any failures', async () => {
    const random = new SeededRandom(11);
    let failures = 0;
    const histories = fc.sample(fc.array(action, { minLength: 40, maxLength: 50 }), { numRuns: 1, seed: 23 });
    for (const history of histories) {
      const env = await createActionEnv();
      const store = env.node.store as LedgerStore;
      const url = await server.createDatabase();
      let run = new CopyRun(store, failing(new PostgresCopy(url, { entriesAtOnce: 20 }), random));
      for (const [at, act] of history.entries()) {
        await perform(env, act);
        if (at % 5 === 0) await run.reach(env.node.validated.ledgerIndex);
        if (at % 20 !== 0) continue;
        await run.stop();
        failures += run.failures.length;
        run = new CopyRun(store, failing(new PostgresCopy(url), random));
      }
      await run.reach(env.node.validated.ledgerIndex);
      await run.stop();
      assert.deepEqual(await contentOf(url), await archiveOf(store));
      await env.stop();
    }
    assert.ok(failures > 2, `${failures} failures`);
  });

  test('begins again if the chain has returned to an earlier ledger', async () => {
    const random = new SeededRandom(5);
    const env = await Env.create({ isTestBench: true });
    const store = env.node.store as LedgerStore;
    const url = await server.createDatabase();
    const run = new CopyRun(store, failing(new PostgresCopy(url), random));
    await env.fund(100, alice);
    const { ledgerIndex } = env.node.validated;
    for (let drops = 1n; drops <= 5n; drops++) {
      env.submit(MASTER, { TransactionType: 'Payment', Destination: alice.id, Amount: drops });
      await env.close();
    }
    await run.reach(env.node.validated.ledgerIndex);
    await env.node.revert(ledgerIndex);
    env.submit(MASTER, { TransactionType: 'Payment', Destination: alice.id, Amount: 77n });
    await env.close(env.nowSeconds + 100);
    // Fewer ledgers than before.
    await env.close();
    await run.reach(env.node.validated.ledgerIndex);
    await run.stop();
    assert.deepEqual(await contentOf(url), await archiveOf(store));
    await env.stop();
  });

  test('answers the queries of docs/sql.md as printed', async () => {
    const env = await createTokenAndChannelChain();
    const url = await server.createDatabase();
    const run = new CopyRun(env.node.store as LedgerStore, new PostgresCopy(url));
    await run.reach(env.node.validated.ledgerIndex);
    await run.stop();
    await assertPrintedQueries((text) => server.query(url, text));
    await env.stop();
  });

  test('refuses a database that has another chain, or that of a cluster', async () => {
    const [one, other] = [await Env.create(), await Env.create({ clock: new TestClock(Date.UTC(2027, 0, 1)) })];
    const url = await server.createDatabase();
    const run = new CopyRun(one.node.store as LedgerStore, new PostgresCopy(url));
    await run.reach(one.node.validated.ledgerIndex);
    await run.stop();
    const before = await contentOf(url);
    const second = new CopyRun(other.node.store as LedgerStore, new PostgresCopy(url));
    assert.equal(await second.failed(), 'the database has the ledgers of another chain: name an empty one');
    await second.stop();
    assert.deepEqual(await contentOf(url), before);

    const clusters = await server.createDatabase();
    const chain = await ArchivedChain.open(clusters);
    await chain.take(one.node.store as LedgerStore);
    await chain.close();
    const third = new CopyRun(one.node.store as LedgerStore, new PostgresCopy(clusters));
    assert.equal(await third.failed(), "the database is that of a cluster: name one of this server's own");
    await third.stop();
    await Promise.all([one.stop(), other.stop()]);
  });
});

test('the copy is cut off by a stop if its database does not answer', async () => {
  const env = await Env.create();
  const asked = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<void>();
  const copy: LedgerCopy = {
    end: async () => undefined,
    append: () => {
      begun.resolve();
      return asked.promise;
    },
    clear: async () => {},
    cutOff: () => asked.reject(new Error('cut off')),
    close: async () => {},
  };
  const run = new CopyRun(env.node.store as LedgerStore, copy);
  run.wake();
  await begun.promise;
  const stopped = run.stop();
  run.clock.advance(2);
  await stopped;
  assert.deepEqual(run.failures, []);
  await env.stop();
});

describe('weir start --sql', { skip: NO_POSTGRES ?? false }, () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-sql-'));
  let postgres: TestPostgres;
  before(async () => {
    postgres = await startPostgres({ isDurable: true });
  });
  after(async () => {
    await postgres.stop();
    rmSync(directory, { recursive: true });
  });

  async function payAndClose(server: ServerProcess, count: number): Promise<number> {
    for (let drops = 1; drops <= count; drops++) {
      const tx_json = { TransactionType: 'Payment', Account: MASTER.address, Destination: alice.address };
      const amount = { Amount: String(10_000_000 + drops) };
      const { engine_result } = await server.call('submit', {
        secret: 'masterpassphrase',
        tx_json: { ...tx_json, ...amount },
      });
      assert.equal(engine_result, 'tesSUCCESS');
      await server.call('ledger_accept');
    }
    return ((await server.call('ledger_closed')) as { ledger_index: number }).ledger_index;
  }

  test('copies ledgers while it runs, after a kill, and after an outage of the database', async () => {
    const url = await postgres.createDatabase();
    const words = ['--data', path.join(directory, 'data'), '--manual', '--sql', url];
    const count = async () =>
      Number((await postgres.query(url, 'SELECT count(*) FROM weir_views.transactions')).rows[0].count);
    const first = await ServerProcess.start(words);
    await payAndClose(first, 5);
    await until(async () => (await count().catch(() => 0)) === 5, 'five payments are copied');
    const before = await payAndClose(first, 20);
    await first.kill();
    const second = await ServerProcess.start(words);
    await until(async () => (await count()) === 25, 'the payments before the kill are copied');
    await postgres.kill();
    assert.equal(await payAndClose(second, 5), before + 5);
    await second.wrote(/ledgers cannot be copied to the SQL database; it tries again/);
    await postgres.start();
    await until(async () => (await count()) === 30, 'the payments of the outage are copied');
    const lag = /^weir_sql_lag_ledgers 0$/m;
    await until(async () => lag.test(await (await fetch(`${second.url}/metrics`)).text()), 'the copy is complete');
    assert.equal(await second.stop(), 0);
    const { rows } = await postgres.query(
      url,
      'SELECT max(ledger_index) AS last, count(*) AS count FROM weir_views.ledgers',
    );
    assert.deepEqual(rows, [{ last: String(before + 5), count: String(before + 5) }]);
  });

  test('is started as docs/sql.md says', async () => {
    const [, words] = /^```bash\nweir start (.*?)\n```$/ms.exec(SQL_PAGE)!;
    const url = await postgres.createDatabase();
    const own = words!
      .replace('./chain', path.join(directory, 'chain'))
      .replace(/postgres:\/\/\S+/, url)
      .split(' ');
    const server = await ServerProcess.start(own);
    await until(async () => {
      const { rows } = await postgres.query(url, 'SELECT 1 FROM weir_views.ledgers').catch(() => ({ rows: [] }));
      return rows.length >= 2;
    }, 'the first ledgers are copied');
    assert.equal(await server.stop(), 0);
  });

  test('starts without its database', async () => {
    const server = await ServerProcess.start([
      '--ephemeral',
      '--dev',
      '--manual',
      '--sql',
      'postgres://a:hush@127.0.0.1:9/a',
    ]);
    await payAndClose(server, 1);
    await server.wrote(/ledgers cannot be copied to the SQL database; it tries again/);
    assert.equal(await server.stop(), 0);
    assert.doesNotMatch(server.output, /hush/);
  });
});
