/** One process of tests, in a temporary directory of its own and a process group of its own, so that leftovers are seen. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { TestBatch } from './test-batches.ts';

export interface BatchOutcome {
  readonly name: string;
  readonly seconds: number;
  readonly tests: number;
  readonly skipped: number;
  /** What went wrong, for people; none if all is well. */
  readonly problems: readonly string[];
}

interface RunningBatch {
  readonly child: ChildProcess;
  readonly temporary: string;
}

const FAILURES = '✖ failing tests:';
const WAIT_MS = 20;
const MOST_WAITS = 500;
const running = new Set<RunningBatch>();

/**
 * Runs the tests of a batch; `cache` is the directory for compiled modules, for them and the servers that they start.
 * What is left behind gets `mostWaits` times 20 ms to go by itself.
 */
export async function runBatch(
  root: string,
  { name, files }: TestBatch,
  cache: string,
  mostWaits = MOST_WAITS,
): Promise<BatchOutcome> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'weir-test-'));
  // A test may let another user pass through.
  chmodSync(temporary, 0o711);
  const startedMs = performance.now();
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec'];
  const preload = pathToFileURL(path.join(root, 'test/support/compile-cache.ts')).href;
  const child = spawn(process.execPath, ['--import', preload, ...options, ...files], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_COMPILE_CACHE: cache, TMPDIR: temporary, NO_COLOR: '1' },
  });
  const batch = { child, temporary };
  running.add(batch);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close');
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  const left = await leftovers(batch, mostWaits);
  await closed;
  const problems = [...(code === 0 ? [] : [told(output), `ended with ${signal ?? code}`]), ...left];
  running.delete(batch);
  const seconds = (performance.now() - startedMs) / 1000;
  return { name, seconds, tests: figure(output, 'tests'), skipped: figure(output, 'skipped'), problems };
}

/** Ends all that is running, with the servers that the tests started. */
export function endBatches(): void {
  for (const batch of running) remove(batch);
}

/** Removes what tests have left, and names it. */
async function leftovers(batch: RunningBatch, mostWaits: number): Promise<string[]> {
  const files = readdirSync(batch.temporary);
  const group = batch.child.pid!;
  // What was just killed takes a moment to go.
  for (let wait = 0; wait < mostWaits && hasMembers(group); wait++) await delay(WAIT_MS);
  const isRunning = hasMembers(group);
  remove(batch);
  return [
    ...(isRunning ? ['it left a process running'] : []),
    ...(files.length > 0 ? [`it left files in the temporary directory: ${files.join(' ')}`] : []),
  ];
}

function remove({ child, temporary }: RunningBatch): void {
  signalGroup(child.pid!, 'SIGKILL');
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

/** Whether any process of a group lives. One that has ended and that nobody has asked about is not alive. */
function hasMembers(group: number): boolean {
  if (!signalGroup(group, 0)) return false;
  if (!existsSync('/proc/self/stat')) return true;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && isMember(name, group));
}

function isMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Behind the name, which may hold anything: state, parent, group.
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(itsGroup) === group && state !== 'Z';
  } catch {
    return false;
  }
}

/** Gives whether there is such a group. */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    return false;
  }
}

/** The failures, or all of the output if it names none. */
function told(output: string): string {
  const at = output.indexOf(FAILURES);
  return at < 0 ? output : output.slice(at + FAILURES.length);
}

/** A number of the reporter's summary. */
function figure(output: string, name: string): number {
  return Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
}
