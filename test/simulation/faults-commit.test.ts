/**
 * Commits that fail or are interrupted: the process is killed at a write or flush, or the call fails. Afterwards each
 * reported ledger is stored, the store is valid, and the next ledger can be stored. `strace` makes the calls fail.
 * `npm run soak -- faults` tries every step.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';

const PROGRAM = join(import.meta.dirname, '../support/commit-ledgers.ts');
const UNPRIVILEGED_PROGRAM = join(import.meta.dirname, '../support/start-unprivileged.ts');
const CALLS = 'pwrite64,pwritev,writev,fdatasync';
/** Minimum number of calls of two commits. */
const FEWEST_STEPS = 8;
/** A line of strace: the call and its result. */
const CALL = /^\d+ +(\w+)\(.*= (\d+)$/gm;
const PAGE_BYTES = 4096;
const ALICE = party('alice');
const HAS_STRACE = spawnSync('strace', ['-V']).status === 0;
/** Runs a shell command in its own namespace, in which any user may mount if the system allows it. */
const IN_NAMESPACE = ['-rm', 'sh', '-c'];
const CAN_MOUNT = spawnSync('unshare', [...IN_NAMESPACE, 'mount -t tmpfs tmpfs "$0"', tmpdir()]).status === 0;
const NEEDS_STRACE = HAS_STRACE ? {} : { skip: 'strace is not installed' };

interface End {
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly string[];
}

const scratch = mkdtempSync(join(tmpdir(), 'weir-commit-'));
const base = join(scratch, 'base');
let copies = 0;
/** The calls of two commits in order: `pwrite64:when=2` is the second of its kind, as strace counts. */
const steps: string[] = [];
/** The step that makes the first of the two ledgers the current one. */
let switchStep = '';

function run(command: string, args: readonly string[]): Promise<End> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  return new Promise((resolve) => {
    child.once('close', (_code, signal) => resolve({ signal, lines: output.split('\n').slice(0, -1) }));
  });
}

function copyOfBase(): string {
  const directory = join(scratch, `copy.${copies++}`);
  cpSync(base, directory, { recursive: true });
  return directory;
}

/** Replaces `SWITCH` by the call of the switch step, in the syntax of strace. */
function withSwitch(injection: string): string {
  const [call, count] = switchStep.split(':when=') as [string, string];
  const [, range, what] = /^SWITCH(\+|\.\.SWITCH2)?:(.*)$/.exec(injection) ?? [];
  if (what === undefined) return injection;
  return `${call}:${what}:when=${count}${range === '..SWITCH2' ? `..${Number(count) + 1}` : (range ?? '')}`;
}

/** Commits two ledgers with these faults injected by strace. */
function commitUnder(directory: string, injections: readonly string[]): Promise<End> {
  const log = join(scratch, `trace.${copies}`);
  const tracing = [
    '-f',
    // Stops at these calls only, which is faster, but cannot inject signals.
    ...(injections.some((injection) => injection.includes('signal=')) ? [] : ['--seccomp-bpf']),
    '-qq',
    '-o',
    log,
    '-e',
    `trace=${CALLS}`,
    ...injections.flatMap((injection) => ['-e', `inject=${injection}`]),
  ];
  return run('strace', [...tracing, process.execPath, PROGRAM, directory, '2']);
}

/** Checks that the reported ledgers are stored, that the store is valid, and that another ledger can be appended. */
async function checkAfterwards(directory: string, lines: readonly string[]): Promise<void> {
  const reported = lines
    .filter((line) => line.startsWith('committed'))
    .at(-1)
    ?.split(' ');
  const store = openLmdbStore(directory);
  const check = verifyStore(store, { isDeep: true });
  let step = check.next();
  while (!step.done) step = check.next();
  assert.deepEqual(step.value.first, []);
  const { last } = store.ledgerRange()!;
  if (reported !== undefined) {
    const [, index, hash] = reported as [string, string, string];
    assert.equal(store.header(Number(index))?.hash, hash, 'the reported ledger is stored');
    assert.ok(last <= Number(index) + 1);
  }
  const env = await Env.create({ store });
  await env.close();
  assert.equal(store.ledgerRange()!.last, last + 1);
  await env.stop();
}

before(async () => {
  const env = await Env.create({ store: openLmdbStore(base) });
  for (let ledger = 0; ledger < 2; ledger++) {
    env.submit(MASTER, { TransactionType: 'Payment', Destination: ALICE.id, Amount: 1_000_000_000n });
    await env.close();
  }
  await env.stop();
  if (!HAS_STRACE) return;
  const directory = copyOfBase();
  await commitUnder(directory, []);
  const counts = new Map<string, number>();
  for (const [, name, written] of readFileSync(join(scratch, `trace.${copies}`), 'utf8').matchAll(CALL)) {
    const count = (counts.get(name!) ?? 0) + 1;
    counts.set(name!, count);
    steps.push(`${name}:when=${count}`);
    if (switchStep === '' && name === 'pwrite64' && Number(written) < PAGE_BYTES) switchStep = `${name}:when=${count}`;
  }
});
after(() => rmSync(scratch, { recursive: true, force: true }));

describe('a commit', () => {
  test('is complete or absent when the process is killed at any of its steps', NEEDS_STRACE, async (t) => {
    assert.ok(steps.length >= FEWEST_STEPS, `${steps.length} steps`);
    const tried = TRIES_EVERY_CASE ? steps : steps.filter((step) => step === switchStep || step === 'fdatasync:when=1');
    for (const step of tried) {
      const directory = copyOfBase();
      const { signal, lines } = await commitUnder(directory, [`${step}:signal=SIGKILL`]);
      assert.equal(signal, 'SIGKILL');
      assert.ok(!lines.includes('stopped'));
      await checkAfterwards(directory, lines);
    }
    t.diagnostic(`${tried.length} of ${steps.length} steps`);
  });

  // The fault, its injections, the number of failed commits, and whether the same process can continue. strace counts the
  // calls of each thread separately. SWITCH is the call that makes a ledger current, SWITCH2 the next call of this kind,
  // with which LMDB takes it back. After a fault of SWITCH the process writes no more, and a new one continues.
  const FAILURES: [string, string[], number, string][] = [
    ['a flush that fails once', ['fdatasync:error=EIO:when=1'], 1, 'continues'],
    ['the page that makes a ledger current not written', ['SWITCH:error=EIO'], 4, 'gives up'],
    ['flushes that fail from then on', ['fdatasync:error=EIO:when=1+'], 4, 'gives up'],
    ['a disk that is full for a moment', ['writev:error=ENOSPC:when=1'], 1, 'continues'],
    ['a disk that stays full', [`${CALLS}:error=ENOSPC:when=1+`], 4, 'gives up'],
    ['a write that is cut short', [`${CALLS}:retval=100:when=2`], 2, 'continues'],
    ['the page that makes a ledger current written by half', ['SWITCH:retval=60'], 4, 'gives up'],
    ['that page neither written nor taken back', ['SWITCH..SWITCH2:error=EIO'], 4, 'gives up'],
    ['that page not written, nor anything after it', ['SWITCH+:error=EIO'], 4, 'gives up'],
  ];
  for (const [what, injections, failures, expected] of TRIES_EVERY_CASE ? FAILURES : FAILURES.slice(0, 2)) {
    test(`is refused and reported: ${what}`, NEEDS_STRACE, async () => {
      const directory = copyOfBase();
      const { signal, lines } = await commitUnder(directory, injections.map(withSwitch));
      assert.equal(signal, null);
      const failed = lines.filter((line) => line.startsWith('failed'));
      assert.equal(failed.length, failures, lines.join('\n'));
      assert.deepEqual(
        failed.filter((line) => !line.startsWith('failed StoreError')),
        [],
      );
      const isBroken = injections.some((injection) => injection.startsWith('SWITCH'));
      assert.equal(lines.filter((line) => line === 'broken').length, isBroken ? 1 : 0);
      assert.equal(lines.filter((line) => line.startsWith('committed')).length, expected === 'continues' ? 2 : 0);
      await checkAfterwards(directory, lines);
    });
  }

  // If LMDB's write of several pages ends in the middle, LMDB reports an input/output error.
  test('is refused with the reason if the disk is full, at any number of free pages', {
    skip: !CAN_MOUNT && 'this user may not mount',
  }, async () => {
    const disk = join(scratch, 'disk');
    mkdirSync(disk);
    const script =
      `mount -t tmpfs -o size=2m tmpfs "$0" && cp "$4"/* "$0" && ` +
      'free=$(df -P -k "$0" | tail -1 | tr -s " " | cut -d " " -f 4) && ' +
      'head -c $(( (free - 4 * $1) * 1024 )) /dev/zero > "$0/filler" && exec "$2" "$3" "$0" 40';
    for (const pages of TRIES_EVERY_CASE ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 5]) {
      const words = [...IN_NAMESPACE, script, disk, `${pages}`, process.execPath, PROGRAM, base];
      const { lines } = await run('unshare', words);
      const failed = lines.filter((line) => line.startsWith('failed '));
      assert.ok(failed.length > 0, lines.join('\n'));
      const others = failed.filter((line) => !/cannot be stored: (ENOSPC: )?no space left on device/i.test(line));
      assert.deepEqual(others, [], `${pages} pages were free`);
    }
  });

  test('is refused if the file may not grow', async () => {
    const directory = copyOfBase();
    const blocks = Math.ceil(statSync(join(directory, 'data.mdb')).size / 512);
    const command = `ulimit -f ${blocks}; exec "$0" "$@"`;
    const { lines } = await run('sh', ['-c', command, process.execPath, PROGRAM, directory, '40']);
    assert.ok(
      lines.some((line) => line.startsWith('failed ')),
      lines.join('\n'),
    );
    await checkAfterwards(directory, lines);
  });
});

describe('a server that cannot write the page that makes a ledger current', () => {
  const ask = async (weir: ServerProcess, method: string) => {
    const answer = await fetch(`http://127.0.0.1:${weir.ports[0]}`, {
      method: 'POST',
      body: JSON.stringify({ method }),
    });
    return ((await answer.json()) as { result: { error?: string } }).result;
  };

  test('stops with the reason, and continues after a restart', NEEDS_STRACE, async () => {
    const log = join(scratch, 'trace.server');
    const start = (directory: string, injection: readonly string[]) => {
      const onDataFile = [
        '-f',
        '--seccomp-bpf',
        '-qq',
        '-o',
        log,
        '-P',
        join(directory, 'data.mdb'),
        '-e',
        'trace=pwrite64',
      ];
      return ServerProcess.start(['--manual', '--data', directory, ...ONE_THREAD], {
        runner: ['strace', ...onDataFile, ...injection],
      });
    };
    // An empty ledger is written by the first thread.
    const traced = await start(copyOfBase(), []);
    assert.equal((await ask(traced, 'ledger_accept')).error, undefined);
    await ask(traced, 'stop');
    assert.equal(await traced.ended(), 0);
    const written = [...readFileSync(log, 'utf8').matchAll(CALL)].map(([, , count]) => Number(count));
    const when = written.findIndex((count) => count < PAGE_BYTES) + 1;
    assert.ok(when > 0);

    const directory = copyOfBase();
    const weir = await start(directory, ['-e', `inject=pwrite64:error=EIO:when=${when}`]);
    await ask(weir, 'ledger_accept').catch(() => {});
    assert.equal(await weir.ended(), 1);
    assert.match(weir.output, /^weir: the disk failed while a ledger was stored: .*\bstart Weir again$/m);
    await checkAfterwards(directory, []);
  });
});

describe('a directory that cannot be written', () => {
  test('is refused with a message', async () => {
    const directory = copyOfBase();
    for (const name of ['data.mdb', 'lock.mdb', 'writer.lock', 'writer.pid', '']) {
      chmodSync(join(directory, name), name === '' ? 0o555 : 0o444);
    }
    chmodSync(scratch, 0o755);
    const end = spawnSync(process.execPath, [UNPRIVILEGED_PROGRAM, '--port', '0', '--data', directory]);
    assert.equal(end.status, 1);
    assert.match(String(end.stderr), /^cannot open the data directory .*\n$/);
    chmodSync(directory, 0o755);
  });
});
