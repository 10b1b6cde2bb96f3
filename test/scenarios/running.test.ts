/** Starting and stopping a server: by npm, from terminals and scripts, with wrong options and directories. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseChannelArguments } from '../../src/cli/channel/channel-options.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { endOf, hasEnded } from '../support/process-end.ts';
import { PROGRAM, SOURCE_MAIN } from '../support/program.ts';
import { refusedStart, runWeir } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const IS_LINUX = process.platform === 'linux';
/** A server that does not end must not keep the tests from ending. */
const LONGEST_TEST_MS = 300_000;

let directory: string;
before(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'weir-running-'));
});
after(() => rmSync(directory, { recursive: true, force: true }));

/** The environment without the variables that npm sets when it runs these tests. */
function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_lifecycle_')));
}

/** Runs `npm start` as a shell does: npm itself, not a wrapper. */
function npmStart(...options: string[]): ChildProcess {
  const args = ['start', '--', '--port', '0', ...options];
  const script = process.env.npm_execpath;
  const [command, before] = script === undefined ? ['npm', []] : [process.execPath, [script]];
  return spawn(command, [...before, ...args], { cwd: ROOT, env: plainEnvironment() });
}

async function untilItListens(child: ChildProcess): Promise<void> {
  child.stderr!.resume();
  await bannerOf(child);
}

function bannerOf(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it ended: ${output}`)));
    child.stdout!.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Stop with')) resolve(output);
    });
  });
}

async function lastLedger(data: string): Promise<number> {
  const store = openLmdbStore(data);
  const { last } = store.ledgerRange()!;
  await store.close();
  return last;
}

describe('npm start', { skip: !IS_LINUX && 'processes are looked up in /proc' }, () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    test(`ends with its npm, in order, when that gets ${signal}`, { timeout: LONGEST_TEST_MS }, async (t) => {
      const data = path.join(directory, signal);
      const pidFile = path.join(directory, `${signal}.pid`);
      t.after(() => {
        if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
      });
      const npm = npmStart('--data', data, '--pid-file', pidFile);
      await untilItListens(npm);
      // The server keeps its end of the pipe open, even after npm ended.
      const ended = once(npm.stdout!, 'close');
      npm.kill(signal);
      await ended;
      assert.equal(existsSync(pidFile), false, 'it ended in order');
      assert.ok((await lastLedger(data)) >= 2);
    });
  }
});

describe('a server process', () => {
  test('stops cleanly when its terminal is closed', async () => {
    const data = path.join(directory, 'terminal');
    const pidFile = path.join(directory, 'terminal.pid');
    const child = spawn(process.execPath, [PROGRAM, 'start', '--port', '0', '--data', data, '--pid-file', pidFile]);
    await untilItListens(child);
    child.stdout.destroy();
    child.stderr.destroy();
    child.kill('SIGHUP');
    assert.deepEqual(await endOf(child), [0, null]);
    assert.equal(existsSync(pidFile), false);
  });

  test('runs and stops cleanly when its output cannot be written', {
    skip: !existsSync('/dev/full') && 'there is no /dev/full',
  }, async () => {
    const pidFile = path.join(directory, 'silent.pid');
    const full = openSync('/dev/full', 'w');
    const args = [PROGRAM, 'start', '--port', '0', '--ephemeral', '--log-level', 'trace', '--pid-file', pidFile];
    const child = spawn(process.execPath, args, { stdio: ['ignore', full, full] });
    closeSync(full);
    await until(() => existsSync(pidFile) || hasEnded(child), 'it listens');
    child.kill('SIGTERM');
    assert.deepEqual(await endOf(child), [0, null]);
    assert.equal(existsSync(pidFile), false);
  });

  /** Standard output and standard error from the start until the server listens and is stopped. */
  async function writes(options: readonly string[], nodeOptions: readonly string[] = []): Promise<string> {
    const [output, pidFile] = ['output', 'output.pid'].map((name) => path.join(directory, name)) as [string, string];
    const descriptor = openSync(output, 'w');
    const args = [...nodeOptions, PROGRAM, 'start', '--port', '0', '--ephemeral', '--pid-file', pidFile, ...options];
    const child = spawn(process.execPath, args, { stdio: ['ignore', descriptor, descriptor] });
    closeSync(descriptor);
    await until(() => readFileSync(output, 'utf8').includes('Stop with') || hasEnded(child), 'it listens');
    child.kill('SIGTERM');
    assert.deepEqual(await endOf(child), [0, null]);
    return readFileSync(output, 'utf8');
  }

  test('prints where it listens before it logs', async () => {
    const text = await writes(['--dev']);
    assert.match(text, /^Weir listens on [^{]*\nStop with Ctrl-C\.\n\{/);
    for (const message of ['started', 'a test bench: ', 'stopping'])
      assert.ok(text.includes(`"msg":"${message}`), text);
  });

  test('logs no more than warnings on a terminal, unless it is asked to', async () => {
    const program = "Object.defineProperty(process.stderr, 'isTTY', { value: true })";
    const terminal = ['--import', `data:text/javascript,${encodeURIComponent(program)}`];
    assert.match(await writes([], terminal), /^Weir listens on .*\n(?:.*\n)*Stop with Ctrl-C\.\n$/);
    const [, log] = (await writes(['--log-level', 'info'], terminal)).split('Stop with Ctrl-C.\n');
    assert.match(log!, /started/);
    assert.equal(log!.trimEnd().split('\n').length, 2, log);
  });

  test('answers while its log is not read', async (t) => {
    const child = spawn(process.execPath, [PROGRAM, 'start', '--port', '0', '--ephemeral', '--log-level', 'trace']);
    t.after(() => child.kill('SIGKILL'));
    const url = /http:\/\/[\d.:]+/.exec(await bannerOf(child))![0];
    // Each request is logged: more than a pipe holds.
    for (let count = 0; count < 1_000; count += 100) {
      const ping = async () => (await fetch(url, { method: 'POST', body: '{"method": "ping"}' })).text();
      for (const answer of await Promise.all(Array.from({ length: 100 }, ping))) assert.match(answer, /success/);
    }
    child.stderr.resume();
    child.kill('SIGTERM');
    assert.deepEqual(await endOf(child), [0, null]);
  });

  test('replaces an old pid file', async () => {
    const pidFile = path.join(directory, 'weir.pid');
    writeFileSync(pidFile, '999999\n');
    const first = await ServerProcess.start(['--ephemeral', '--pid-file', pidFile]);
    const number = Number(readFileSync(pidFile, 'utf8'));
    assert.doesNotThrow(() => process.kill(number, 0));
    process.kill(number, 'SIGTERM');
    assert.equal(await first.ended(), 0);
    assert.equal(existsSync(pidFile), false);

    const second = await ServerProcess.start(['--ephemeral', '--pid-file', pidFile]);
    writeFileSync(pidFile, '1\n');
    await second.stop();
    assert.equal(readFileSync(pidFile, 'utf8'), '1\n', 'the file of another process stays');
  });

  test('does not start where the file cannot be written', async () => {
    const file = path.join(directory, 'nowhere/weir.pid');
    const data = path.join(directory, 'never with a pid file');
    const { code, stderr, stdout } = await runWeir('start', '--port', '0', '--data', data, '--pid-file', file);
    assert.equal(code, 1);
    assert.match(stderr, /^weir: cannot write --pid-file: ENOENT[^\n]*\n$/m);
    assert.equal(stdout, '');
    assert.equal(existsSync(data), false);
  });
});

describe('the units for systemd in docs/running.md', () => {
  const page = readFileSync(path.join(ROOT, 'docs/running.md'), 'utf8');
  const commands = [...page.matchAll(/^ExecStart=(?<line>(?:.*\\\n)*.*)$/gm)].map(({ groups }) =>
    groups!.line!.replaceAll('\\\n', ' ').split(/\s+/),
  );
  const { name, bin } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));

  test('run the program of the package with options that it has', () => {
    const programs = commands.map((words) => words.slice(0, 2).join(' '));
    const program = `/usr/bin/node ${path.posix.join('/opt/weir/node_modules', name, bin.weir)}`;
    assert.deepEqual(programs, [program, program]);
    const [[start, ...serverWords], [channel, watch, ...watchWords]] = commands.map((words) => words.slice(2)) as [
      string[],
      string[],
    ];
    assert.deepEqual([start, channel, watch], ['start', 'channel', 'watch']);
    assert.equal(parseStartOptions(serverWords).dataDirectory, '/var/lib/weir/data');
    const { options } = parseChannelArguments('watch', watchWords);
    assert.match(options['secret-file']!, /^\$\{CREDENTIALS_DIRECTORY\}\/secret$/);
    assert.equal(options['max-age'], '12h');
  });
});

describe('a wrong option is reported in one sentence', () => {
  const REFUSED: readonly (readonly [string, number, RegExp])[] = [
    ['--port -1', 2, /--port must be a whole number from 0 to 65535, not '-1'/],
    ['--host nonsense', 2, /--host must be an address of this machine, .* not 'nonsense'/],
    ['--host 127.nonsense', 2, /--host must be an address of this machine/],
    [
      '--host 192.0.2.1 --allow-remote-admin --port 0',
      1,
      /cannot listen on 192\.0\.2\.1:0: this machine does not have this address/,
    ],
    ['--data FILE', 1, /cannot open the data directory .*FILE: .*FILE is not a directory/],
    ['--data FILE/below', 1, /cannot open the data directory .*FILE\/below: .*FILE is not a directory/],
    ...(IS_LINUX ? [['--data /proc/foo', 1, /cannot open the data directory \/proc\/foo: ENOENT/] as const] : []),
  ];
  for (const [line, expected, message] of REFUSED) {
    test(`weir start ${line}`, async () => {
      const file = path.join(directory, 'FILE');
      writeFileSync(file, '');
      const words = line.includes('--data') ? `--port 0 ${line}` : `--ephemeral ${line}`;
      const { code, stderr } = await refusedStart(...words.replace('FILE', file).split(' '));
      assert.equal(code, expected);
      assert.match(stderr, message);
      assert.match(stderr, /^weir: [^\n]*\n$/);
    });
  }

  test('a start that fails for another reason than its data creates no data', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    t.after(() => taken.close());
    const { port } = taken.address() as AddressInfo;
    const data = path.join(directory, 'never');
    for (const [words, message] of [
      [['--port', `${port}`], new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: the port is already in use`)],
      [['--port', '0', '--ws-port', `${port}`], /the port is already in use/],
      [['--port', '0', '--public-host', '127.0.0.1', '--public-port', `${port}`], /the port is already in use/],
      [['--port', '0', '--tls-cert', 'nowhere', '--tls-key', 'nowhere'], /cannot read --tls-cert/],
      [['--port', '0', '--genesis', path.join(directory, 'nowhere')], /nowhere/],
      [['--port', '0', '--limits', path.join(directory, 'nowhere')], /nowhere/],
    ] as const) {
      const { code, stderr } = await refusedStart('--data', data, ...words);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(existsSync(data), false, stderr);
    }
  });

  for (const [version, isOld] of [
    ['v20.19.0', true],
    ['v22.17.1', true],
    ['v22.18.0', false],
  ] as const) {
    test(`Node.js ${version} ${isOld ? 'is too old' : 'will do'}`, async () => {
      const program = `Object.defineProperty(process, 'version', { value: '${version}' })`;
      const preload = `data:text/javascript,${encodeURIComponent(program)}`;
      const child = spawn(process.execPath, ['--import', preload, SOURCE_MAIN, '--version']);
      let errors = '';
      child.stderr.on('data', (chunk) => {
        errors += chunk;
      });
      const [code] = await once(child, 'close');
      assert.equal(code, isOld ? 1 : 0);
      const line = /^weir: Node\.js 22\.18 or newer is needed, but this is v2\d\.\d+\.\d+ \(.*\)\n$/;
      if (isOld) assert.match(errors, line);
      else assert.equal(errors, '');
    });
  }

  test('an old Node.js gets as far as that: until then nothing is imported that it lacks', () => {
    const imports = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^import (.*)$|^.*\brequire\((.*)\);$/gm)].map(
        ([, what, name]) => what ?? name,
      );
    const cache = "{ enableCompileCache } from './compile-cache.cjs';";
    assert.deepEqual(imports(SOURCE_MAIN), ["'./check-node.cjs';", cache]);
    const besideMain = (name: string) => imports(path.join(path.dirname(SOURCE_MAIN), name));
    assert.deepEqual(besideMain('check-node.cjs'), ["'node:fs'", "'node:path'"]);
    // Named imports of these modules do not fail on an old Node.js: they are CommonJS, and a missing name is undefined.
    assert.deepEqual(besideMain('compile-cache.cjs'), ["'node:fs'", "'node:module'", "'node:os'", "'node:path'"]);
    const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
    for (const name of ['start', 'weir']) assert.match(scripts[name], /^node src\/cli\/launch\.cjs\b/);
    assert.equal(besideMain('launch.cjs')[0], "'./check-node.cjs'");
  });
});
