/** Data directories whose chain is lost or damaged: no command starts a new chain in one or changes it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { Env, party } from '../support/env.ts';
import { endOf, hasEnded } from '../support/process-end.ts';
import { PROGRAM } from '../support/program.ts';
import { refusedStart, runWeirHere } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-data-'));
const chain = join(scratch, 'chain');
let copies = 0;

before(async () => {
  const env = await Env.create({ store: openLmdbStore(chain) });
  await env.fund(1_000, party('alice'));
  await env.stop();
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A copy of the chain's directory, with the change applied. */
function copyAfter(accident: (directory: string) => void): string {
  const directory = join(scratch, `copy.${copies++}`);
  cpSync(chain, directory, { recursive: true });
  accident(directory);
  return directory;
}

const ACCIDENTS: readonly (readonly [string, (directory: string) => void, RegExp])[] = [
  ['a data file without content', (at) => truncateSync(join(at, 'data.mdb'), 0), /data\.mdb is empty/],
  ['no data file beside its locks', (at) => rmSync(join(at, 'data.mdb')), /data\.mdb is missing, but lock\.mdb and wr/],
  [
    'a link to a data file that is not there',
    (at) => {
      rmSync(join(at, 'data.mdb'));
      symlinkSync(join(scratch, 'not mounted/data.mdb'), join(at, 'data.mdb'));
    },
    /data\.mdb is a link to a file that is not there/,
  ],
  [
    'a journal of submissions alone',
    (at) => {
      for (const name of readdirSync(at)) rmSync(join(at, name));
      writeFileSync(join(at, 'submissions.journal'), '');
    },
    /data\.mdb is missing, but submissions\.journal is there/,
  ],
  [
    "a cluster member's name alone",
    (at) => {
      for (const name of readdirSync(at)) rmSync(join(at, name));
      writeFileSync(join(at, 'cluster-member'), 'n1\n');
    },
    /data\.mdb is missing, but cluster-member is there/,
  ],
  [
    'the data file that a repair set aside',
    (at) => cpSync(join(at, 'data.mdb'), join(at, 'data.mdb.damaged')) ?? rmSync(join(at, 'data.mdb')),
    /data\.mdb is missing, but data\.mdb\.damaged, lock\.mdb and writer\.pid are there/,
  ],
];

describe('a directory that has lost its chain', () => {
  for (const [at, [what, accident, found]] of ACCIDENTS.entries()) {
    test(`is refused: ${what}`, async () => {
      const directory = copyAfter(accident);
      const names = readdirSync(directory).sort();
      const started = await refusedStart('--data', directory);
      assert.equal(started.code, 1, started.stdout);
      assert.match(started.stderr, /^weir: [^\n]*\n$/);
      assert.match(started.stderr, found);
      assert.match(started.stderr, /master secret.*Restore a backup, .*--new/);
      const copy = `${directory}.copied`;
      const commands = [['verify'], ['verify', '--repair'], ['backup', '--to', copy], ['migrate']];
      for (const words of at === 0 ? commands : commands.slice(0, 1)) {
        const [command, ...options] = words as [string, ...string[]];
        const end = await runWeirHere(command, '--data', directory, ...options);
        assert.deepEqual([end.code, end.stdout], [1, ''], `${words}`);
        assert.match(end.stderr, /^weir: there is no chain in [^\n]*\n$/);
        assert.match(end.stderr, found);
      }
      assert.equal(existsSync(copy), false);
      assert.deepEqual(readdirSync(directory).sort(), names, 'nothing was made');
    });
  }

  test('starts a new chain with --new, and keeps the old journal', async (t) => {
    const directory = copyAfter((at) => truncateSync(join(at, 'data.mdb'), 0));
    writeFileSync(join(directory, 'submissions.journal'), 'of the lost chain');
    const server = await ServerProcess.start([
      '--manual',
      '--new',
      '--durable-submit',
      '--data',
      directory,
      ...ONE_THREAD,
    ]);
    t.after(() => server.stop());
    assert.match(server.output, /Master secret:/);
    await server.stop();
    assert.equal(readFileSync(join(directory, 'submissions.journal.old'), 'utf8'), 'of the lost chain');
    const { code, stdout } = await runWeirHere('verify', '--data', directory);
    assert.equal(code, 0, stdout);
  });
});

test('refuses --new in a directory with data', async () => {
  const refusal = /^weir: --new begins a chain where there is none, but .* has a data file[^\n]*\n$/;
  const damaged = copyAfter((at) => truncateSync(join(at, 'data.mdb'), 9_000));
  for (const directory of [chain, damaged]) {
    const { code, stderr } = await refusedStart('--new', '--data', directory);
    assert.equal(code, 1);
    assert.match(stderr, refusal);
  }
  const { code, stderr } = await refusedStart('--new', '--ephemeral');
  assert.equal(code, 2);
  assert.match(stderr, /--ephemeral and --new exclude each other/);
});

describe('a directory in which a chain never began', () => {
  test('gets a chain beside leftovers of an earlier start', async () => {
    for (const [at, name] of ['writer.lock', 'weir.pid', 'data.mdb.part', 'founding'].entries()) {
      const directory = join(scratch, `fresh.${at}`);
      mkdirSync(directory);
      if (name === 'founding') mkdirSync(join(directory, name));
      else writeFileSync(join(directory, name), '');
      const store = openLmdbStore(directory);
      assert.equal(store.ledgerRange(), undefined);
      await store.close();
      assert.equal(existsSync(join(directory, 'founding')), false);
    }
  });

  test('gets a chain after a first start that was killed at any moment', async () => {
    for (const waitMs of [0, 4, 16]) {
      const directory = join(scratch, `killed.${waitMs}`);
      const first = spawn(process.execPath, [PROGRAM, 'start', '--port', '0', '--manual', '--data', directory]);
      while (!existsSync(directory) && !hasEnded(first)) await nextTurn();
      await delay(waitMs);
      first.kill('SIGKILL');
      await endOf(first);
      await openLmdbStore(directory).close();
    }
  });

  test('gets a chain after a start that stopped before its first ledger', async (t) => {
    const directory = join(scratch, 'interrupted');
    await openLmdbStore(directory).close();
    const verified = await runWeirHere('verify', '--data', directory);
    assert.equal(verified.code, 1);
    assert.match(verified.stderr, /^weir: there is no chain in .*: data\.mdb has no ledger yet\n$/);
    const server = await ServerProcess.start(['--manual', '--data', directory, ...ONE_THREAD]);
    t.after(() => server.stop());
    assert.match(server.output, /Master secret:/);
    await server.stop();
  });

  test('is reported by commands that read a chain, and is not created', async () => {
    for (const [name, found] of [
      ['nothing', /it is no directory/],
      ['hollow', /it has no data\.mdb/],
    ] as const) {
      const directory = join(scratch, name);
      if (name === 'hollow') mkdirSync(directory);
      for (const words of [['verify'], ['backup', '--to', join(scratch, 'copied')], ['migrate']]) {
        const [command, ...options] = words as [string, ...string[]];
        const { code, stderr } = await runWeirHere(command, '--data', directory, ...options);
        assert.equal(code, 1);
        assert.match(stderr, /^weir: there is no chain in /);
        assert.match(stderr, found);
      }
      assert.deepEqual(existsSync(directory) ? readdirSync(directory) : [], []);
    }
  });
});

test('an empty name of a directory is refused', async () => {
  const secret = join(scratch, 'secret');
  writeFileSync(secret, 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb\n', { mode: 0o600 });
  const watch = ['channel', 'watch', '--secret-file', secret, '--redeem-at', '1XRP'];
  for (const words of [['start'], ['verify'], ['backup', '--to', 'x'], ['migrate'], watch]) {
    const { code, stderr } = await runWeirHere(...(words as [string]), '--data', '');
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^weir: --data needs the name of a directory, not an empty text\n$/);
  }
});
