/** Commands whose standard output or standard error cannot be written: a closed pipe, and a full disk. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MASTER } from '../support/env.ts';
import { endOf } from '../support/process-end.ts';
import { PROGRAM, runProgram } from '../support/program.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';

const READER_GONE = 141;
const SECRET = { WEIR_SECRET: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb' };
const CHANNEL = 'AB'.repeat(32);

/** Command lines for each way in which commands print. URL and DIR are replaced by the test's server and directory. */
const LINES: readonly string[] = [
  '--help',
  'channel list ACCOUNT --url URL',
  'export ACCOUNT --url URL',
  'verify --data DIR/copy',
  'backup --data DIR/data --to DIR/copy-LINE',
  'json server_info --url URL',
  'account_tx ACCOUNT -1 -1 --url URL',
  'completion bash',
];
/** Command lines that are also run on a full disk. All commands write with the same function. */
const ON_FULL_DISK = LINES.filter((line) => /^(export|backup|json)/.test(line));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The writing end of a pipe whose reading end is closed. */
function closedPipe(directory: string): number {
  const name = path.join(directory, 'pipe');
  execFileSync('mkfifo', [name]);
  const reader = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(name, 'w');
  closeSync(reader);
  rmSync(name);
  return writer;
}

async function weir(
  words: readonly string[],
  { stdout, stderr }: { stdout?: number; stderr?: number },
): Promise<Ended> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: ['ignore', stdout ?? 'pipe', stderr ?? 'pipe'],
    env: { ...process.env, ...SECRET },
  });
  const texts = Promise.all(
    [child.stdout, child.stderr].map(async (stream) => (await stream?.toArray())?.join('') ?? ''),
  );
  const [code] = await endOf(child);
  const [out, err] = await texts;
  return { code, stdout: out!, stderr: err! };
}

describe('a command', () => {
  let directory: string;
  let server: ServerProcess;
  let closed: number;
  let full: number;
  before(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-output-'));
    server = await ServerProcess.start(['--data', path.join(directory, 'data'), '--manual', ...ONE_THREAD]);
    const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address, SetFlag: 2 };
    const params = [{ secret: 'masterpassphrase', tx_json }];
    const body = JSON.stringify({ method: 'submit', params });
    await fetch(server.url, { method: 'POST', body });
    await weir(['ledger_accept', '--url', server.url], {});
    await weir(['backup', '--data', path.join(directory, 'data'), '--to', path.join(directory, 'copy')], {});
    closed = closedPipe(directory);
    full = openSync('/dev/full', 'w');
  });
  after(async () => {
    closeSync(closed);
    closeSync(full);
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  let runs = 0;
  const wordsOf = (line: string) => {
    runs++;
    const filled = line.replace('URL', server.url).replace('ACCOUNT', MASTER.address);
    return filled.split(' ').map((word) => word.replace('DIR', directory).replace('LINE', String(runs)));
  };

  for (const line of LINES) {
    test(`ends quietly when the reader of "weir ${line}" closes the pipe`, async () => {
      const { code, stderr } = await weir(wordsOf(line), { stdout: closed });
      assert.equal(code, READER_GONE);
      assert.doesNotMatch(stderr, /weir:|^\s+at /m);
    });
  }

  for (const line of ON_FULL_DISK) {
    test(`reports a full disk in one line for "weir ${line}"`, async () => {
      const { code, stderr } = await weir(wordsOf(line), { stdout: full });
      assert.equal(code, 1);
      assert.deepEqual(stderr.match(/^weir: .*$/gm), [
        'weir: cannot write to standard output: the disk is full: ENOSPC: no space left on device, write',
      ]);
      assert.doesNotMatch(stderr, /^\s+at /m);
    });
  }

  test('fails if the disk becomes full within a text', async () => {
    const file = path.join(directory, 'short');
    const command = 'ulimit -f 1; exec "$0" "$@"';
    const run = runProgram('sh', ['-c', `${command} > "${file}"`, process.execPath, PROGRAM, '--help']);
    await assert.rejects(run, /failed: weir: cannot write to standard output: .*EFBIG.*\n$/);
    assert.ok(readFileSync(file).length > 0, 'a part of it is written');
  });

  test('works although standard error cannot be written', async () => {
    const line = `channel sign ${CHANNEL} 1XRP`;
    for (const stderr of [closed, full]) {
      const { code, stdout } = await weir(wordsOf(line), { stderr });
      assert.equal(code, 0);
      assert.match(JSON.parse(stdout).signature, /^[0-9A-F]{128,}$/);
      assert.equal((await weir(['no-such-command'], { stderr })).code, 2);
    }
  });
});
