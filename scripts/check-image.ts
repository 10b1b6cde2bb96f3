/**
 * Builds the image of `examples/containers` from a packed Weir and checks it in a real container: it is healthy with a read-only root
 * and without rights, stops in order at SIGTERM, and has its ledgers and submissions again after that and after SIGKILL.
 *
 * Usage: node scripts/check-image.ts [--tool docker|podman] [-- OPTIONS OF THE BUILD]
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const ROOT = path.join(import.meta.dirname, '..');
const IMAGE = 'weir-image-check';
const CONTAINER = `weir-image-check-${process.pid}`;
const BUILD_LIMIT_MS = 300_000;
const COMMAND_LIMIT_MS = 60_000;
const HEALTHY_LIMIT_MS = 60_000;
/** Docker sends SIGKILL after this time. */
const STOP_LIMIT_MS = 10_000;
const POLL_MS = 200;
const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const MASTER_SECRET = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
const PAYEE = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
/** What compose.yml sets for both of its servers. */
const SURROUNDINGS = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

const { values, positionals: buildOptions } = parseArgs({
  allowPositionals: true,
  options: { tool: { type: 'string', default: 'docker' } },
});
const { tool } = values;

function run(program: string, args: readonly string[], limitMs = COMMAND_LIMIT_MS): string {
  return execFileSync(program, args, { encoding: 'utf8', timeout: limitMs, stdio: ['ignore', 'pipe', 'pipe'] });
}

function inContainer(...words: string[]): string {
  return run(tool, ['exec', CONTAINER, ...words]);
}

/** Calls a method by the command line in the container; returns its result. */
function call(method: string, params: object): Record<string, unknown> & { readonly engine_result?: string } {
  return JSON.parse(inContainer('weir', 'json', method, JSON.stringify(params))).result;
}

function pay(drops: number): void {
  const payment = { TransactionType: 'Payment', Account: MASTER, Destination: PAYEE, Amount: String(drops) };
  assert.equal(call('submit', { secret: MASTER_SECRET, tx_json: payment }).engine_result, 'tesSUCCESS');
}

function balance(): string {
  const { account_data } = call('account_info', { account: PAYEE, ledger_index: 'validated' });
  return (account_data as { readonly Balance: string }).Balance;
}

/** Podman needs systemd to run health checks by itself, so the check is run here. */
function isHealthy(): boolean {
  if (tool === 'docker') return inspect('{{.State.Health.Status}}') === 'healthy';
  try {
    run(tool, ['healthcheck', 'run', CONTAINER]);
    return true;
  } catch {
    return false;
  }
}

function inspect(format: string): string {
  return run(tool, ['inspect', CONTAINER, '--format', format]).trim();
}

/** Waits until the server in the container is healthy. Returns the milliseconds that it took. */
async function untilHealthy(): Promise<number> {
  const startMs = Date.now();
  while (!isHealthy()) {
    assert.equal(inspect('{{.State.Running}}'), 'true', `the server ended: ${logs()}`);
    assert.ok(Date.now() - startMs < HEALTHY_LIMIT_MS, `not healthy: ${logs()}`);
    await delay(POLL_MS);
  }
  return Date.now() - startMs;
}

function logs(): string {
  return run('sh', ['-c', `${tool} logs ${CONTAINER} 2>&1`]);
}

function build(directory: string): void {
  run('npm', ['pack', '--silent', '--pack-destination', directory, ROOT], BUILD_LIMIT_MS);
  copyFileSync(path.join(ROOT, 'examples/containers/Dockerfile'), path.join(directory, 'Dockerfile'));
  // The other format that Podman writes has no health check.
  const format = tool === 'docker' ? [] : ['--format', 'docker'];
  run(tool, ['build', ...format, '--tag', IMAGE, ...buildOptions, directory], BUILD_LIMIT_MS);
}

async function checkImage(): Promise<void> {
  const volume = `${CONTAINER}:/data`;
  run(tool, ['run', '--detach', '--name', CONTAINER, ...SURROUNDINGS, '--volume', volume, IMAGE]);
  console.log(`healthy after ${await untilHealthy()} ms, with a read-only root and without capabilities`);
  assert.equal(inContainer('id', '-u').trim(), '1000');
  assert.throws(() => inContainer('touch', '/opt/weir/file'), /Read-only file system/);
  assert.match(inContainer('cat', '/proc/1/cmdline'), /weir\0start\0/, 'the server is not the first process');
  pay(1_000_000_000);
  call('ledger_accept', {});
  const { ledger_hash: firstHash } = call('ledger', { ledger_index: 3 });
  pay(5);

  const stopMs = Date.now();
  run(tool, ['stop', CONTAINER]);
  assert.ok(Date.now() - stopMs < STOP_LIMIT_MS, 'SIGTERM did not stop the server');
  assert.equal(inspect('{{.State.ExitCode}}'), '0');
  console.log(`stopped in order ${Date.now() - stopMs} ms after SIGTERM`);

  run(tool, ['start', CONTAINER]);
  await untilHealthy();
  assert.deepEqual([balance(), call('ledger', { ledger_index: 3 }).ledger_hash], ['1000000005', firstHash]);
  pay(7);
  run(tool, ['kill', '--signal', 'KILL', CONTAINER]);
  while (inspect('{{.State.Running}}') === 'true') await delay(POLL_MS);

  run(tool, ['start', CONTAINER]);
  await untilHealthy();
  call('ledger_accept', {});
  assert.deepEqual([balance(), call('ledger', { ledger_index: 3 }).ledger_hash], ['1000000012', firstHash]);
  console.log('has all ledgers and submissions after a stop and after SIGKILL');
}

const directory = mkdtempSync(path.join(tmpdir(), 'weir-image-'));
try {
  build(directory);
  try {
    await checkImage();
  } finally {
    run(tool, ['rm', '--force', '--volumes', CONTAINER]);
    run(tool, ['volume', 'rm', CONTAINER]);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
