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
  /** Of processors, by it and by all that it began and saw end; 0 where the system does not tell. */
  readonly processorSeconds: number;
  readonly tests: number;
  readonly skipped: number;
  /** What went wrong, for people; none if all is well. */
  readonly problems: readonly string[];
}

interface RunningBatch {
  readonly child: ChildProcess;
  readonly temporary: string;
}

const PRELOADED = ['test/support/compile-cache.ts', 'test/support/bundled-threads.ts'];
const FAILURES = '✖ failing tests:';
const POLL_MS = 20;
/** How long leftover processes may take to end, and to release the output. */
const LEFTOVER_LIMIT_MS = 10_000;
/** A process of tests that runs longer is killed, and fails. On an idle machine the slowest takes a tenth of it. */
const PROCESS_LIMIT_SECONDS = 600;
/** Of one test. It is shorter, so that a test that hangs is reported by its name. */
const TEST_LIMIT_MS = 300_000;
const CHILDREN_USER_FIELD = 13;
const TICKS_PER_SECOND = 100;
const running = new Set<RunningBatch>();
let countedSeconds = childrenSeconds();

/** Runs the tests of a batch; `cache` is the directory for compiled modules, for them and the servers that they start. */
export async function runBatch(root: string, { name, files }: TestBatch, cache: string): Promise<BatchOutcome> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'weir-test-'));
  // A test may let another user pass through.
  chmodSync(temporary, 0o711);
  const startedMs = performance.now();
  // Node.js 22 knows the option by this name only; 24 by both.
  const isolation = '--experimental-test-isolation=none';
  const options = ['--test', isolation, '--test-reporter=spec', `--test-timeout=${TEST_LIMIT_MS}`];
  const preloads = PRELOADED.flatMap((file) => ['--import', pathToFileURL(path.join(root, file)).href]);
  const child = spawn(process.execPath, [...preloads, ...options, ...files], {
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
  const hangs: string[] = [];
  const timer = setTimeout(() => hangs.push(...endHanging(batch)), PROCESS_LIMIT_SECONDS * 1000);
  const closed = once(child, 'close');
  const [code, endedBy] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  const processorSeconds = newlyCounted();
  const left = await leftovers(batch);
  clearTimeout(timer);
  const held = await heldOutput(child, closed);
  const problems = [...(code === 0 ? [] : [told(output), `ended with ${endedBy ?? code}`]), ...hangs, ...left, ...held];
  running.delete(batch);
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    name,
    seconds,
    processorSeconds,
    tests: figure(output, 'tests'),
    skipped: figure(output, 'skipped'),
    problems,
  };
}

/** What children took that ended since this was asked last. */
function newlyCounted(): number {
  const before = countedSeconds;
  countedSeconds = childrenSeconds();
  return countedSeconds - before;
}

/** Processor time of all children that have ended, and of theirs. */
function childrenSeconds(): number {
  const stat = ofProcess('self', 'stat');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return stat === '' ? 0 : (fields[CHILDREN_USER_FIELD]! + fields[CHILDREN_USER_FIELD + 1]!) / TICKS_PER_SECOND;
}

/** Ends all that is running, with the servers that the tests started. */
export function endBatches(): void {
  for (const batch of running) remove(batch);
}

/** Kills a process of tests with all its descendants, also those in other process groups; returns their command lines. */
function endHanging({ child }: RunningBatch): string[] {
  const members = [child.pid!, ...descendants(child.pid!)];
  const shown = members.map((pid) => `  ${pid} ${commandOf(pid)}`);
  for (const pid of members) signal(pid, 'SIGKILL');
  signal(-child.pid!, 'SIGKILL');
  return [`it had not ended after ${PROCESS_LIMIT_SECONDS} s, and was ended with what it had begun:`, ...shown];
}

/** Waits until the output is closed. A descendant in another process group may hold it open. */
async function heldOutput(child: ChildProcess, closed: Promise<unknown>): Promise<string[]> {
  const isClosed = await Promise.race([closed.then(() => true), delay(LEFTOVER_LIMIT_MS, false, { ref: false })]);
  if (isClosed) return [];
  child.stdout?.destroy();
  child.stderr?.destroy();
  return ['it left something running in another process group, which holds its output'];
}

/** Removes what tests have left, and names it. */
async function leftovers(batch: RunningBatch): Promise<string[]> {
  const files = readdirSync(batch.temporary);
  const group = batch.child.pid!;
  // What was just killed takes a moment to go.
  for (let waited = 0; waited < LEFTOVER_LIMIT_MS && hasMembers(group); waited += POLL_MS) await delay(POLL_MS);
  const isRunning = hasMembers(group);
  remove(batch);
  return [
    ...(isRunning ? ['it left a process running'] : []),
    ...(files.length > 0 ? [`it left files in the temporary directory: ${files.join(' ')}`] : []),
  ];
}

function remove({ child, temporary }: RunningBatch): void {
  signal(-child.pid!, 'SIGKILL');
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}

/** Whether any process of a group lives. One that has ended and that nobody has asked about is not alive. */
function hasMembers(group: number): boolean {
  if (!signal(-group, 0)) return false;
  if (!existsSync('/proc/self/stat')) return true;
  return processes().some((one) => one.group === group && one.state !== 'Z');
}

interface ProcessState {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
}

/** All processes, where the system tells. */
function processes(): ProcessState[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? ofProcess(name, 'stat') : '';
    // Behind the name, which may hold anything: state, parent, group.
    const [state = '', parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return stat === '' ? [] : [{ pid: Number(name), state, parent: Number(parent), group: Number(group) }];
  });
}

/** What a process began, and what that began. */
function descendants(pid: number): number[] {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  const below = (of: number): number[] => (children.get(of) ?? []).flatMap((one) => [one.pid, ...below(one.pid)]);
  return below(pid);
}

function commandOf(pid: number): string {
  return ofProcess(String(pid), 'cmdline').replaceAll('\0', ' ').slice(0, 200);
}

/** A file of the system about a process; nothing if it has gone. */
function ofProcess(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Signals a process, or with a negative number a group; gives whether there is one. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

/** The failures; if it names none, all of the output but the tests that passed. */
function told(output: string): string {
  const at = output.indexOf(FAILURES);
  if (at >= 0) return output.slice(at + FAILURES.length);
  return output.replaceAll(/^ *✔ .*\n/gm, '');
}

/** A number of the reporter's summary. */
function figure(output: string, name: string): number {
  return Number(new RegExp(`^ℹ ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
}
