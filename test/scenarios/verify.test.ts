/** `weir verify` finds every kind of damage, names its table and ledger, and repairs derived tables. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { open } from 'lmdb';
import { LedgerFollower } from '../../src/cluster/ledger-follower.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../../src/ledger/closed-ledger-codec.ts';
import { createLedgerHeader } from '../../src/ledger/ledger-header.ts';
import type { AccountRoot } from '../../src/protocol/entries/entries.ts';
import { accountKeylet } from '../../src/protocol/entries/keylets.ts';
import { keyTreeKey } from '../../src/storage/lmdb/key-tree-table.ts';
import { openTables, type Tables } from '../../src/storage/lmdb/layout.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { allRows, type Table } from '../../src/storage/lmdb/table.ts';
import { rebuildStore } from '../../src/verify/rebuild-store.ts';
import { checkNewestLedger } from '../../src/verify/startup-check.ts';
import type { CheckStep, DamageList } from '../../src/verify/store-damage.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import { logOf } from '../support/cluster/log-of-ledgers.ts';
import { Env, party } from '../support/env.ts';
import { createMixedStore } from '../support/mixed-store.ts';
import { PROGRAM } from '../support/program.ts';
import { refusedStart, runWeir, runWeirHere } from '../support/run-weir.ts';
import {
  DERIVED_DAMAGE,
  flipped,
  LAST_LEDGER,
  ledgerOf,
  PRIMARY_DAMAGE,
  type Row,
  rowOfLedger,
} from '../support/store-damages.ts';

/** After the bit map and the length of the first child. */
const FIRST_DIGITS = 3;

/**
 * Arguments of a shell that runs a Node program with this directory mounted read-only, visible to that program only.
 */
function inReadOnly(directory: string, words: readonly string[]): string[] {
  const script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
  return ['-rm', 'sh', '-c', script, directory, process.execPath, ...words];
}

const CAN_MOUNT = spawnSync('unshare', inReadOnly(tmpdir(), ['--version'])).status === 0;

const scratch = mkdtempSync(join(tmpdir(), 'weir-verify-'));
const whole = join(scratch, 'whole');
let copies = 0;

before(() => createMixedStore(whole));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A copy of the data directory in which `change` was applied directly to a table. */
async function damaged(
  name: keyof Tables,
  change: (table: Table, rows: readonly Row[]) => void,
  directory = copyOf(whole),
): Promise<string> {
  const root = open(directory, { noSubdir: false, overlappingSync: false, noSync: true });
  const table = openTables(root)[name];
  const rows = [...allRows(table)].map(({ key, value }) => [Buffer.from(key), Buffer.from(value)] as const);
  root.transactionSync(() => change(table, rows));
  await root.close();
  return directory;
}

function copyOf(original: string): string {
  const directory = join(scratch, `copy.${copies++}`);
  cpSync(original, directory, { recursive: true });
  return directory;
}

function runAll<Result>(steps: Generator<CheckStep, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

async function check(directory: string, isDeep = false): Promise<DamageList> {
  const store = openLmdbStore(directory);
  try {
    return runAll(verifyStore(store, { isDeep }));
  } finally {
    await store.close();
  }
}

async function repair(directory: string): Promise<void> {
  const store = openLmdbStore(directory);
  const rebuild = store.beginRebuild();
  runAll(rebuildStore(store, rebuild));
  await rebuild.finish();
  await store.close();
}

function startProblem(directory: string): string | undefined {
  const store = openLmdbStore(directory);
  try {
    checkNewestLedger(store);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    void store.close();
  }
}

describe('a whole store', () => {
  test('has no findings, in all its states', async () => {
    const { count, first } = await check(whole, true);
    assert.deepEqual([count, first], [0, []]);
    assert.equal(startProblem(whole), undefined);
  });

  test('may have versions of entries that are the same as those before', async () => {
    const repeat = (ledgersLater: number) =>
      damaged('entries', (table, rows) => {
        const [key, value] = rows.find((row) => row[0].readUInt32BE(32) === 0xffff_ffff - 3)!;
        const later = Buffer.from(key);
        later.writeUInt32BE(key.readUInt32BE(32) - ledgersLater, 32);
        table.put(later, value);
      });
    const harmless = await check(await repeat(2), true);
    assert.deepEqual(harmless.first, []);
    const ofLaterLedger = await check(await repeat(LAST_LEDGER), true);
    assert.deepEqual(
      ofLaterLedger.first.map(({ table }) => table),
      ['entries'],
    );
  });

  test('is the same after its derived tables were rebuilt', async () => {
    const directory = await damaged('meta', () => {});
    const rowsOf = async () => {
      const root = open(directory, { noSubdir: false });
      const tables = openTables(root);
      const rows = Object.entries(tables).map(([name, table]) => [name, [...allRows(table as Table)]]);
      await root.close();
      return rows;
    };
    const original = await rowsOf();
    await repair(directory);
    assert.deepEqual(await rowsOf(), original);
    assert.ok(existsSync(join(directory, 'data.mdb.damaged')));
    assert.deepEqual((await check(directory)).first, []);
  });
});

describe('damage to derived tables', () => {
  for (const [name, table, what, ledgerIndex, change] of DERIVED_DAMAGE) {
    test(`is found: ${table} with ${what}`, async () => {
      const directory = await damaged(name, change);
      const found = await check(directory);
      assert.deepEqual(
        found.first.map((one) => [one.table, one.ledgerIndex]),
        [[table, ledgerIndex]],
      );
      assert.ok(found.isRepairable);
    });
  }

  test('is repaired completely in one step', async () => {
    const directory = copyOf(whole);
    const tables = new Map(DERIVED_DAMAGE.map((damage) => [damage[0], damage]));
    for (const [name, , , , change] of tables.values()) await damaged(name, change, directory);
    assert.ok((await check(directory)).count >= tables.size);
    await repair(directory);
    assert.deepEqual((await check(directory, true)).first, []);
  });
});

describe('damage to the order of keys in a past ledger', () => {
  test('is found by a deep check, and repaired', async () => {
    // The newest version of a node comes first. Older versions serve past ledgers only.
    const directory = await damaged('keyTree', (table, rows) => {
      const older = rows.filter(([key], at) => at > 0 && rows[at - 1]![0].subarray(0, -4).equals(key.subarray(0, -4)));
      const [key, value] = older.find((row) => row[1].length > 0)!;
      table.put(key, flipped(value, FIRST_DIGITS));
    });
    assert.deepEqual((await check(directory)).first, []);
    const found = await check(directory, true);
    assert.deepEqual(
      found.first.map(({ table }) => table),
      ['key_tree'],
    );
    await repair(directory);
    assert.deepEqual((await check(directory, true)).first, []);
  });

  test('is found by a deep check where a version is superfluous', async () => {
    const directory = await damaged('keyTree', (table) => {
      table.put(keyTreeKey('F'.repeat(60), 1), Buffer.alloc(0));
    });
    assert.deepEqual((await check(directory)).first, []);
    assert.deepEqual(
      (await check(directory, true)).first.map(({ table }) => table),
      ['key_tree'],
    );
  });
});

describe('damage to primary tables', () => {
  for (const [name, table, what, ledgerIndex, depth, change] of PRIMARY_DAMAGE) {
    test(`is found: ${table} with ${what}`, async () => {
      const directory = await damaged(name, change);
      const found = await check(directory, true);
      assert.deepEqual(
        [found.first[0]?.table, found.first[0]?.ledgerIndex],
        [table, ledgerIndex],
        JSON.stringify(found.first),
      );
      assert.equal(found.isRepairable, false);
      const shallow = await check(directory);
      assert.equal(
        shallow.first.some((one) => one.table === table),
        depth === 'newest',
      );
      assert.equal(shallow.count > 0, depth === 'newest');
    });
  }
});

describe('XRP that no ledger created', () => {
  /** A chain whose last ledger adds XRP to an account. Its header includes the XRP, or not. */
  async function forgedChain(isConcealed: boolean): Promise<string> {
    const env = await Env.create({ isTestBench: true });
    await env.fund(1_000, party('alice'));
    const { key } = accountKeylet(party('alice').id);
    const entry = env.node.view(env.node.validated.ledgerIndex)!.readAny(key) as AccountRoot;
    const richer = { ...entry, Balance: entry.Balance + 50_000_000_000_000n };
    const { ledgerIndex, totalDrops } = await env.node.bench!.setEntry({
      key,
      entry: richer,
      overrides: ['noDropsAppear'],
    });
    const ledgers = [...env.node.store.tail(0)].slice(0, ledgerIndex).map((ledger) => {
      const { header } = ledger;
      if (!isConcealed || header.ledgerIndex !== ledgerIndex) return ledger;
      return { ...ledger, header: createLedgerHeader({ ...header, totalDrops: totalDrops - 50_000_000_000_000n }) };
    });
    const directory = join(scratch, `forged.${copies++}`);
    const store = openLmdbStore(directory);
    const log = logOf(ledgers.map((ledger) => encodeClosedLedger(ledger)));
    const options = { own: store, log, decode: decodeClosedLedger, confirmed: () => undefined, onFollowed: () => {} };
    await new LedgerFollower(options).catchUpAll();
    await store.close();
    await env.stop();
    return directory;
  }

  test('is found without a deep check', async () => {
    const [headers] = (await check(await forgedChain(false))).first;
    assert.equal(headers?.table, 'headers');
    assert.match(headers!.problem, /50000000000000 drops of XRP more than the ledger before/);
    const [entries] = (await check(await forgedChain(true))).first;
    assert.equal(entries?.table, 'entries');
    assert.match(entries!.problem, /and the header says \d+: some were created/);
  });
});

describe('the newest ledger', () => {
  const headOf: [keyof Tables, (rows: readonly Row[]) => Row][] = [
    ['headers', (rows) => rows.at(-1)!],
    ['transactions', (rows) => rows.at(-1)!],
    ['tree', (rows) => rows[0]!],
    ['ledgerHashes', (rows) => rows.find(([, value]) => ledgerOf(value) === LAST_LEDGER)!],
    ['transactionIds', (rows) => rows.find(([, value]) => ledgerOf(value) === LAST_LEDGER)!],
  ];
  for (const [name, choose] of headOf) {
    test(`keeps a server from starting when it is damaged: ${name}`, async () => {
      const directory = await damaged(name, (table, rows) => {
        const [key, value] = choose(rows);
        table.put(key, flipped(value, value.length - 1));
      });
      assert.match(startProblem(directory) ?? '', new RegExp(`^the data is damaged at ledger ${LAST_LEDGER}: `));
    });
  }
});

describe('the command', () => {
  test('reports that nothing is damaged', async () => {
    const { code, stdout, stderr } = await runWeir('verify', '--data', whole, '--deep');
    assert.deepEqual([code, stdout, stderr], [0, `No damage: ledgers 1 to ${LAST_LEDGER}, all states.\n`, '']);
  });

  test('names the damaged table, repairs with --repair, and keeps the damaged file', async () => {
    const directory = await damaged('tree', (table, rows) => table.remove(rows.at(-1)![0]));
    const found = await runWeirHere('verify', '--data', directory);
    assert.equal(found.code, 1);
    assert.match(found.stdout, /^Damaged: ledger 262, tree: .*\nOnly data that can be rebuilt is damaged: weir verify/);
    const repaired = await runWeirHere('verify', '--data', directory, '--repair');
    assert.equal(repaired.code, 0, repaired.stdout);
    assert.match(repaired.stdout, /^Repaired\. The damaged data is kept as .*data\.mdb\.damaged\nNo damage: /);
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.includes('damaged')),
      ['data.mdb.damaged'],
    );
    assert.equal(startProblem(directory), undefined);
  });

  test('is recommended by a server that does not start', async () => {
    const directory = await damaged('tree', (table, rows) => table.remove(rows[0]![0]));
    const { code, stderr } = await refusedStart('--data', directory);
    assert.equal(code, 1);
    assert.match(stderr, /^weir: the data is damaged at ledger 262: .*see weir verify --help\n$/);
  });

  test('repairs nothing when primary data is damaged', async () => {
    const directory = await damaged('headers', (table, rows) => {
      table.put(rowOfLedger(rows, 77)[0], flipped(rowOfLedger(rows, 77)[1], 113));
    });
    const { code, stdout } = await runWeirHere('verify', '--data', directory, '--repair');
    assert.equal(code, 1);
    assert.match(stdout, /^Damaged: ledger 77, headers: .*restore a backup\.\n$/s);
    assert.ok(!existsSync(join(directory, 'data.mdb.damaged')));
  });

  test('does not treat data without headers or format as new data', async () => {
    for (const name of ['headers', 'meta'] as const) {
      const directory = await damaged(name, (table, rows) => {
        for (const [key] of rows) table.remove(key);
      });
      for (const run of [() => runWeirHere('verify', '--data', directory), () => refusedStart('--data', directory)]) {
        const { code, stderr } = await run();
        assert.equal(code, 1);
        assert.match(stderr, /is damaged: it has no (headers|format)\n$/);
      }
    }
  });

  test('works on a read-only mount, and leaves nothing behind', {
    skip: !CAN_MOUNT && 'this user may not mount',
  }, async () => {
    const directory = await damaged('tree', () => {});
    const temporary = join(scratch, 'temporary');
    mkdirSync(temporary);
    const verify = (...options: string[]) => {
      const words = [PROGRAM, 'verify', '--data', directory, ...options];
      const env = { ...process.env, TMPDIR: temporary };
      const { status, stdout, stderr } = spawnSync('unshare', inReadOnly(directory, words), { env, encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    for (const name of ['lock.mdb', 'writer.lock', 'writer.pid', undefined]) {
      const whole = `No damage: ledgers 1 to ${LAST_LEDGER}, the newest state.\n`;
      assert.deepEqual(verify(), { status: 0, stdout: whole, stderr: '' });
      if (name !== undefined) rmSync(join(directory, name));
    }
    assert.deepEqual(readdirSync(directory), ['data.mdb']);
    assert.deepEqual(readdirSync(temporary), []);
    const { status, stderr } = verify('--repair');
    assert.equal(status, 1);
    assert.match(stderr, /^weir: cannot open the data directory [^\n]*\n$/);
  });

  test('refuses a directory without ledgers, and a file instead of a directory', async () => {
    const empty = join(scratch, 'empty');
    assert.deepEqual(await runWeirHere('verify', '--data', empty), {
      code: 1,
      stdout: '',
      stderr: `weir: there is no chain in ${empty}: it is no directory\n`,
    });
    assert.ok(!existsSync(empty), 'nothing was made');
    const nonsense = await damaged('meta', () => {});
    writeFileSync(join(nonsense, 'data.mdb'), Buffer.alloc(100_000, 'nonsense'));
    const { code, stderr } = await runWeirHere('verify', '--data', nonsense);
    assert.deepEqual([code, stderr.split('\n').length], [1, 2], stderr);
    assert.equal((await runWeirHere('verify', '--everything')).code, 2);
  });
});
