/** The program as it is run: processes, signals, exit codes. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { endOf } from '../../test/support/process-end.ts';
import { PROGRAM } from '../../test/support/program.ts';
import { openLmdbStore } from '../storage/lmdb/lmdb-store.ts';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function weir(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  /** What it printed when it was ready. */
  readonly banner: string;
}

async function start(...args: string[]): Promise<Started> {
  const child = spawn(process.execPath, [PROGRAM, 'start', '--port', '0', '--log-level', 'error', ...args]);
  let banner = '';
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const chunk of child.stdout) {
    banner += chunk;
    if (banner.includes('Stop with')) break;
  }
  const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(banner)?.[1];
  assert.ok(port !== undefined, `the server did not start: ${errors}`);
  return { child, port: Number(port), banner };
}

async function stop({ child }: Started, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  return (await endOf(child))[0];
}

/** A port without a listener. */
async function unusedPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  await new Promise((closed) => listener.close(closed));
  return port;
}

describe('the program', () => {
  const WRONG: readonly (readonly [string, RegExp])[] = [
    ['nope', /^weir: unknown command 'nope' \(weir --help lists them\)/],
    ['strat', /^weir: unknown command 'strat', did you mean 'start'\? /],
    ['--url http://x ping', /^weir: unknown option '--url': options come after a command/],
    ['start --prot 7', /^weir: Unknown option '--prot', did you mean '--port'\? /],
    ['clock nope', /^weir: clock: 'nope' is none of set, advance, rate, freeze, resume/],
    ['ping --ulr x', /^weir: unknown option '--ulr', did you mean '--url'\? /],
    ['channel lst', /^weir: weir channel has no 'lst', did you mean 'list'\? /],
    [
      'channel list r1 --urn x',
      /^weir: Unknown option '--urn', did you mean '--url'\? \(see weir channel list --help\)/,
    ],
    ['completion tcsh', /^weir: completion takes one word, bash or zsh or fish/],
    ['ping --url', /^weir: --url needs a value/],
    ['ping --url ftp://x', /^weir: --url must be/],
    ['json', /^weir: usage: weir json/],
    ['json ping hush', /^weir: the second word must be JSON/],
  ];
  for (const [line, message] of WRONG) {
    test(`refuses "weir ${line}" in one line with exit code 2`, async () => {
      const { code, stderr, stdout } = await weir(...line.split(' '));
      assert.equal(code, 2);
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
      assert.equal(stdout, '');
    });
  }

  test('reports a missing server, and a malformed genesis file, in one line', async () => {
    const port = await unusedPort();
    const unreachable = await weir('ping', '--url', `http://127.0.0.1:${port}`);
    assert.equal(unreachable.code, 1);
    assert.equal(
      unreachable.stderr,
      `weir: cannot reach http://127.0.0.1:${port}: no server listens there: start one with weir start --port ${port}, ` +
        'or name another one by --url or WEIR_URL\n',
    );
    const genesis = await weir('start', '--ephemeral', '--genesis', '/nonexistent');
    assert.equal(genesis.code, 1);
    assert.match(genesis.stderr, /^weir: cannot use the genesis file \/nonexistent: [^\n]*\n$/);
  });
});

describe('a server process', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'weir-main-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  test('listens, answers the command line and stops on a signal', async () => {
    const genesis = join(directory, 'genesis.json');
    writeFileSync(genesis, JSON.stringify({ amendments: [], base_fee: 10, network_id: 5, close_time: 0 }));
    const server = await start('--ephemeral', '--manual', '--genesis', genesis);
    assert.match(server.banner, /Master account: rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh/);
    assert.match(server.banner, /Master secret: {2}snoPBrXtMeMyMHUVTgbuqAfg1SUTb\nWarning:/);
    const url = `http://127.0.0.1:${server.port}`;

    const ping = await weir('ping', '--url', url);
    assert.deepEqual(JSON.parse(ping.stdout), { result: { role: 'admin', status: 'success' } });
    assert.equal(ping.code, 0);

    const named = await promisify(execFile)(process.execPath, [PROGRAM, 'ping'], {
      env: { ...process.env, WEIR_URL: url },
    });
    assert.equal(JSON.parse(named.stdout).result.role, 'admin');

    const failed = await weir('json', 'nope', '{"secret":"hush"}', '--url', url);
    assert.equal(JSON.parse(failed.stdout).result.error, 'unknownCmd');
    assert.ok(!failed.stdout.includes('hush'));
    assert.equal(failed.code, 1);

    const taken = await weir('start', '--ephemeral', '--port', String(server.port));
    assert.equal(taken.code, 1);
    assert.match(
      taken.stderr,
      /^weir: cannot listen on 127\.0\.0\.1:\d+: the port is already in use; choose another one with --port.*\n$/,
    );

    assert.equal(await stop(server, 'SIGINT'), 0);
  });

  test('stops by the method stop', async () => {
    const server = await start('--ephemeral');
    const answer = await weir('stop', '--url', `http://127.0.0.1:${server.port}`);
    assert.equal(JSON.parse(answer.stdout).result.message, 'weir server stopping');
    assert.equal((await endOf(server.child))[0], 0);
  });

  test('closes what it accepted before it stops, unless ledgers are closed by hand', async () => {
    for (const [mode, expected] of [
      ['--close-interval=3600000', 1],
      ['--manual', 0],
    ] as const) {
      const data = join(directory, `stopped${mode}`);
      const server = await start('--data', data, mode);
      const payment = {
        secret: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
        tx_json: {
          TransactionType: 'Payment',
          Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
          Destination: 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn',
          Amount: '100000000',
        },
      };
      const submitted = await weir(
        'json',
        'submit',
        JSON.stringify(payment),
        '--url',
        `http://127.0.0.1:${server.port}`,
      );
      assert.equal(JSON.parse(submitted.stdout).result.engine_result, 'tesSUCCESS');
      assert.equal(await stop(server), 0);
      const store = openLmdbStore(data);
      assert.equal([...store.ledgerTransactions(3)].length, expected);
      await store.close();
    }
  });
});
