/** Runs the commands of docs/cluster.md as printed, and kills the leader. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../src/protocol/values.ts';
import { freePort } from '../support/free-port.ts';
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts';
import { endOf } from '../support/process-end.ts';
import { PROGRAM } from '../support/program.ts';
import { TIMEOUT_MS, until } from '../support/until.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../../docs/cluster.md'), 'utf8');
const NODES = 3;
/** Each poll of the cluster runs a process or a request. */
const POLL_MS = 250;
const PAYEE = 'rPMh7Pi9ct699iZUTWaytJUoHcJ7cgyziK';

interface Block {
  readonly kind: string;
  readonly text: string;
}

/** The fenced blocks of a section. */
function blocksOf(heading: string): Block[] {
  const begin = PAGE.indexOf(`# ${heading}\n`);
  assert.ok(begin > 0, heading);
  const section = PAGE.slice(begin, PAGE.indexOf('\n##', begin));
  return [...section.matchAll(/^```(bash|text)\n(.*?)^```$/gms)].map(([, kind, text]) => ({
    kind: kind!,
    text: text!,
  }));
}

/** The parts of the output that do not depend on the leader and the time. */
function shape(status: string): string[] {
  const lines = status.trim().split('\n');
  return lines
    .map((line) =>
      line
        .replace(/[0-9A-F]{64}/g, 'HASH')
        .replace(/\bn\d\b/g, 'node')
        .replace(/\d+(\.\d+)*/g, 'N')
        .replace(/\s+/g, ' '),
    )
    .sort();
}

describe('docs/cluster.md', { skip: NO_POSTGRES ?? false }, () => {
  const place = mkdtempSync(path.join(tmpdir(), 'weir-cluster-doc-'));
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let env: NodeJS.ProcessEnv;
  let ports: number[];
  const shells: ChildProcess[] = [];

  before(async () => {
    postgres = await startPostgres({ isDurable: true });
    ports = await Promise.all(Array.from({ length: NODES }, () => freePort()));
    const weir = path.join(place, 'weir');
    writeFileSync(weir, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(weir, 0o755);
    env = { ...process.env, PATH: `${place}:${process.env.PATH}`, DATABASE: await postgres.createDatabase() };
  });

  after(async () => {
    signalAll('SIGTERM');
    try {
      await Promise.all(shells.map((shell) => endOf(shell)));
    } finally {
      signalAll('SIGKILL');
      await postgres?.stop();
      rmSync(place, { recursive: true, force: true });
    }
  });

  const here = (command: string) =>
    ports.reduce((text, port, at) => text.replaceAll(`${5005 + at}`, `${port}`), command);
  const run = (command: string) =>
    spawnSync('bash', ['-c', here(command)], { cwd: place, env, encoding: 'utf8', timeout: TIMEOUT_MS });
  /** Process ids of the nodes in the order of their starts, including restarted ones. */
  const pids = () => {
    const file = path.join(place, 'pids');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  };

  function signalAll(name: NodeJS.Signals): void {
    for (const pid of pids()) {
      try {
        process.kill(pid, name);
      } catch {
        // The process has ended already.
      }
    }
  }

  /** Starts commands in the background, in a shell that waits for them. */
  async function begin(commands: string, next = ''): Promise<void> {
    const script = `${here(commands)}\njobs -p >> pids\n${next}\necho begun; wait`;
    const shell = spawn('bash', ['-c', script], { cwd: place, env, stdio: ['ignore', 'pipe', 'ignore'] });
    shells.push(shell);
    for await (const chunk of shell.stdout) if (String(chunk).includes('begun')) break;
    shell.stdout.resume();
  }

  /** The answer of a node to a request over HTTP; empty while the node does not answer. */
  async function ask(node: number, method: string, params: JsonObject = {}): Promise<JsonObject> {
    const body = JSON.stringify({ method, params: [params] });
    const response = await fetch(`http://127.0.0.1:${ports[node - 1]}`, { method: 'POST', body }).catch(
      () => undefined,
    );
    return response === undefined ? {} : ((await response.json()) as { result: JsonObject }).result;
  }

  async function roleOf(node: number): Promise<unknown> {
    return ((await ask(node, 'server_info')).weir as { cluster: JsonObject } | undefined)?.cluster.role;
  }

  async function balanceOn(node: number): Promise<unknown> {
    const answer = await ask(node, 'account_info', { account: PAYEE, ledger_index: 'validated' });
    return (answer.account_data as JsonObject | undefined)?.Balance;
  }

  test('a cluster of three nodes in five commands continues without its leader', async () => {
    const [start, shown, use] = blocksOf('On one machine');
    const commands = start!.text.trim().split('\n');
    assert.equal(commands.length, 5);
    await begin(commands.slice(0, 4).join('\n'), commands[4]);
    const roles = () => Promise.all([1, 2, 3].map(roleOf));
    await until(
      async () => String((await roles()).sort()) === 'follower,follower,leader',
      'all nodes are there',
      POLL_MS,
    );
    // The database's data about them may be a second old, and a node that lacks the newest ledger is catching up.
    let printed = run(commands[4]!);
    const isAsPrinted = () => {
      printed = run(commands[4]!);
      return printed.status === 0 && isDeepStrictEqual(shape(printed.stdout), shape(shown!.text));
    };
    await until(isAsPrinted, 'the status is as printed', POLL_MS).catch(() => {});
    assert.equal(printed.status, 0, printed.stderr);
    assert.deepEqual(shape(printed.stdout), shape(shown!.text));
    const [submit, look] = use!.text.trim().split('\n');
    assert.match(run(submit!).stdout, /"engine_result": "tesSUCCESS"/);
    await until(async () => (await balanceOn(3)) === '1000000000', 'another node has it', POLL_MS);
    assert.match(run(look!).stdout, /"Balance": "1000000000"/);

    const [copy] = blocksOf('Add a node, or replace one');
    assert.equal(run(copy!.text).status, 0);
    // A member that starts empty needs it as its first ledger.
    const fourth = commands[1]!.replaceAll('n1', 'n4').replace('5005', '0 --pid-file n4.pid');
    const { stderr } = run(`${fourth} until [ -e n4.pid ] || ! kill -0 $!; do sleep 0.1; done; kill $!; wait`);
    assert.match(stderr, /restored a copy of the data/);

    let leader = 0;
    // On a busy machine the lead may be changing at this moment.
    await until(async () => {
      leader = (await roles()).indexOf('leader') + 1;
      return leader > 0;
    }, 'there is a leader');
    process.kill(pids()[leader - 1]!, 'SIGKILL');
    const other = leader === 1 ? 2 : 1;
    const again = submit!.replace('5006', `${5004 + other}`);
    await until(() => /"engine_result": "tesSUCCESS"/.test(run(again).stdout), 'submissions continue', POLL_MS);
    await begin(commands[leader]!);
    await until(async () => (await balanceOn(leader)) === '2000000000', 'the one that was killed follows', POLL_MS);
  });
});
