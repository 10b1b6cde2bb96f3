/** What other users of the machine can do with the files of a server. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { writePidFile } from '../../src/cli/start/pid-file.ts';
import { REPLACEMENT_DIRECTORY } from '../../src/storage/lmdb/data-place.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { refusedStart, runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-rights-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const isWindows = process.platform === 'win32';

/** Runs a program with a umask that takes nothing away. */
const OPEN = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];

/** The names in a directory and below it whose rights are not those of its owner alone. */
function openNames(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (modeOf(join(directory, name)) & 0o077) !== 0,
  );
}

describe('a data directory', { skip: isWindows }, () => {
  test('is for its owner only, with any umask, and so is a backup', async () => {
    const data = join(scratch, 'new');
    const words = ['--data', data, '--manual', '--durable-submit'];
    const server = await ServerProcess.start(words, { runner: OPEN });
    await server.call('wallet_propose');
    await server.call('submit', {
      secret: 'masterpassphrase',
      tx_json: { TransactionType: 'AccountSet', Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' },
    });
    assert.deepEqual([modeOf(data), openNames(data)], [0o700, []]);
    assert.ok(existsSync(join(data, 'submissions.journal')));
    const copy = join(scratch, 'copy');
    const { code, stderr } = await runWeir('backup', '--data', data, '--to', copy);
    assert.equal(code, 0, stderr);
    assert.deepEqual([modeOf(copy), openNames(copy)], [0o700, []]);
    await server.stop();
  });

  test('that was open to others is closed at the start, with a line in the log', async () => {
    const data = join(scratch, 'old');
    await openLmdbStore(data).close();
    for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
    // Data that a member of a cluster had begun to build again.
    mkdirSync(join(data, REPLACEMENT_DIRECTORY));
    chmodSync(data, 0o755);
    const server = await ServerProcess.start(['--data', data, '--manual', '--log-level', 'info']);
    assert.deepEqual([modeOf(data), openNames(data)], [0o700, []]);
    await server.stop();
    assert.match(server.log, /"closed":\["[^"]*old","[^"]*data\.mdb".*could use these files, and cannot any more/);
  });

  test('that has files of others stays as it is, with a warning; its own files are closed', async () => {
    const data = join(scratch, 'shared');
    mkdirSync(data);
    writeFileSync(join(data, 'notes.txt'), '');
    await openLmdbStore(data).close();
    chmodSync(join(data, 'data.mdb'), 0o644);
    chmodSync(join(data, 'notes.txt'), 0o644);
    chmodSync(data, 0o755);
    const server = await ServerProcess.start(['--data', data, '--manual', '--log-level', 'warn']);
    assert.deepEqual([modeOf(data), openNames(data)], [0o755, ['notes.txt']]);
    await server.stop();
    assert.match(server.log, /other users of this machine can use the data directory: chmod 700 it/);
  });
});

describe('a file with a secret that others can read', { skip: isWindows }, () => {
  test('is refused for a cluster and for webhooks', async () => {
    const secret = join(scratch, 'secret');
    writeFileSync(secret, `whsec_${Buffer.alloc(32).toString('base64')}\n`);
    chmodSync(secret, 0o644);
    const data = join(scratch, 'never');
    const database = 'postgres://weir@127.0.0.1:1/weir';
    const cluster = await refusedStart('--cluster', database, '--cluster-secret-file', secret, '--data', data);
    assert.equal(cluster.code, 1);
    assert.match(
      cluster.stderr,
      /^weir: cannot use --cluster-secret-file .*secret: other users can read .*mode 644.: chmod 600 /,
    );
    const hooks = join(scratch, 'hooks.json');
    const webhook = {
      name: 'a',
      url: 'https://desk.example/',
      secret_file: 'secret',
      accounts: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    };
    writeFileSync(hooks, JSON.stringify({ webhooks: [{ ...webhook, events: ['payment.received'] }] }));
    const webhooks = await refusedStart('--ephemeral', '--webhooks', hooks);
    assert.match(webhooks.stderr, /'webhooks\[0\]\.secret_file' cannot be used: other users can read .*: chmod 600 /);
    const signed = await runWeir('channel', 'sign', 'AB'.repeat(32), '1XRP', '--secret-file', secret);
    assert.match(signed.stderr, /^weir: other users can read .*: chmod 600 /);
  });
});

describe('the pid file', () => {
  test('follows no link', async () => {
    const target = join(scratch, 'target');
    for (const [name, isThere] of [
      ['there', true],
      ['not there', false],
    ] as const) {
      if (isThere) writeFileSync(target, 'precious');
      else rmSync(target);
      const link = join(scratch, `${name}.pid`);
      symlinkSync(target, link);
      const { code, stderr } = await refusedStart('--ephemeral', '--pid-file', link);
      assert.equal(code, 1);
      assert.match(stderr, /^weir: cannot write --pid-file: .* is a link$/m);
      // A link that appears after the check.
      assert.throws(() => writePidFile(link), /is a link/);
      assert.deepEqual(isThere ? readFileSync(target, 'utf8') : existsSync(target), isThere ? 'precious' : false);
    }
  });

  test('is a new file, and leaves another name of an older one as it is', () => {
    const [file, other] = [join(scratch, 'weir.pid'), join(scratch, 'directory.pid')];
    writeFileSync(file, '1\n');
    const before = statSync(file).ino;
    const remove = writePidFile(file);
    assert.equal(readFileSync(file, 'utf8'), `${process.pid}\n`);
    assert.notEqual(statSync(file).ino, before);
    if (!isWindows) assert.equal(modeOf(file), 0o644);
    remove();
    assert.ok(!existsSync(file));
    mkdirSync(other);
    assert.throws(() => writePidFile(other), /is not a file/);
  });
});
