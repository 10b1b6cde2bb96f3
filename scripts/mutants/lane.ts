/** A copy of the project in which one mutant at a time is made and tested. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Mutant } from './sample.ts';
import type { TestGroup, TestOrder } from './test-order.ts';

export interface Verdict {
  readonly mutant: Mutant;
  readonly seconds: number;
  /** What noticed it: a test, `tsc`, a crash or a hang. Undefined for a mutant that is alive. */
  readonly noticedBy: string | undefined;
  /** Test files that were run, and those that load the mutated file. */
  readonly filesRun: number;
  readonly filesKnown: number;
}

interface RunOptions {
  readonly until?: string;
  readonly deadlineMs?: number;
}

const PRELOADED = ['test/support/compile-cache.ts', 'test/support/bundled-threads.ts'];
const TEST_LIMIT_MS = 120_000;
/** Longer than a test may take: an event loop that is blocked cannot end a test in time. */
const SILENCE_LIMIT_MS = 180_000;
const HANG = 'a hang';
const CRASH = 'a crash';
const TAP_LINE = /^ *(not )?ok \d+ - (.*)$/;

export class Lane {
  readonly #root = mkdtempSync(path.join(tmpdir(), 'weir-mutants-'));
  readonly #project = path.join(this.#root, 'project');
  readonly #order: TestOrder;
  /** Tests that fail without a mutant, by the files of their group. Their failures mean nothing. */
  readonly #broken = new Map<string, Set<string>>();

  constructor(source: string, order: TestOrder) {
    this.#order = order;
    // PostgreSQL runs as another user, and its files are below.
    chmodSync(this.#root, 0o711);
    const listed = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], { cwd: source, encoding: 'utf8' });
    for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(path.join(source, name))))
      cpSync(path.join(source, file), path.join(this.#project, file));
    symlinkSync(path.join(source, 'node_modules'), path.join(this.#project, 'node_modules'));
  }

  remove(): void {
    this.#endProcesses();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs the tests that may notice a mutant, until one fails or the time is over; then the type checker. */
  async judge(mutant: Mutant, limitSeconds: number): Promise<Verdict> {
    const startMs = performance.now();
    const deadlineMs = startMs + limitSeconds * 1000;
    const groups = this.#order.groupsFor(mutant.file);
    const file = path.join(this.#project, mutant.file);
    const original = readFileSync(file, 'utf8');
    let filesRun = 0;
    let noticedBy: string | undefined;
    try {
      for (const group of groups) {
        if (noticedBy !== undefined || performance.now() > deadlineMs) break;
        filesRun += group.length;
        noticedBy = await this.#testThatNotices(group, file, mutant.text, original, deadlineMs);
      }
      if (noticedBy === undefined) {
        writeFileSync(file, mutant.text);
        noticedBy = await this.#typeError(mutant.file);
      }
    } finally {
      writeFileSync(file, original);
    }
    const seconds = (performance.now() - startMs) / 1000;
    return { mutant, seconds, noticedBy, filesRun, filesKnown: groups.flat().length };
  }

  /** The test of a group that fails with a mutant and passes without it. */
  async #testThatNotices(
    group: TestGroup,
    file: string,
    mutated: string,
    original: string,
    deadlineMs: number,
  ): Promise<string | undefined> {
    for (;;) {
      writeFileSync(file, mutated);
      const [failure] = await this.#failures(group, { deadlineMs });
      if (failure === undefined) return undefined;
      writeFileSync(file, original);
      const unchanged = await this.#failures(group, { until: failure });
      if (unchanged.length === 0) return `${group[0]}${group.length > 1 ? ' …' : ''}: ${failure}`;
      console.log(`These fail without a mutant and are ignored: ${unchanged.join(', ')} (${group.join(' ')})`);
      this.#broken.set(String(group), new Set([...this.#brokenOf(group), ...unchanged]));
    }
  }

  /**
   * Runs test files in one process and gives the tests that fail. The run ends at the first failure or after the deadline;
   * with `until` it ends when that test passes, and otherwise runs all tests.
   */
  async #failures(group: TestGroup, { until, deadlineMs }: RunOptions): Promise<readonly string[]> {
    const child = this.#startTests(group);
    const ignored = this.#brokenOf(group);
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const failures: string[] = [];
    let failed = 0;
    let silence: NodeJS.Timeout;
    const expectLine = () => {
      clearTimeout(silence);
      silence = setTimeout(() => resolve(ignored.has(HANG) ? failures : [...failures, HANG]), SILENCE_LIMIT_MS);
    };
    expectLine();
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const [, not, name] = TAP_LINE.exec(line) ?? [];
      if (name === undefined) return;
      expectLine();
      if (not !== undefined) failed += 1;
      if (not !== undefined && !ignored.has(name)) failures.push(name);
      if (name === until && not === undefined) resolve([]);
      const isLate = deadlineMs !== undefined && performance.now() > deadlineMs;
      if (isLate || (until === undefined && failures.length > 0)) resolve(failures);
    });
    const closed = once(child, 'close');
    // A server that outlives its test holds the output open.
    child.on('exit', () => this.#endProcesses(child));
    child.on('close', (code) => resolve(code === 0 || failed > 0 || ignored.has(CRASH) ? failures : [CRASH]));
    try {
      return await promise;
    } finally {
      clearTimeout(silence!);
      this.#endProcesses(child);
      await closed;
    }
  }

  #brokenOf(group: TestGroup): Set<string> {
    return this.#broken.get(String(group)) ?? new Set();
  }

  #startTests(group: TestGroup): ChildProcess {
    const temporary = path.join(this.#root, 'tmp');
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
    mkdirSync(temporary);
    const preloads = PRELOADED.filter((name) => existsSync(path.join(this.#project, name)));
    const imports = preloads.flatMap((name) => ['--import', `./${name}`]);
    const options = ['--test', '--test-isolation=none', '--test-reporter=tap', `--test-timeout=${TEST_LIMIT_MS}`];
    return spawn(process.execPath, [...imports, ...options, ...group], {
      cwd: this.#project,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        NODE_COMPILE_CACHE: path.join(this.#root, 'compiled'),
        TMPDIR: temporary,
        NO_COLOR: '1',
      },
    });
  }

  /** `tsc`, if it finds an error in a file. The types that a build makes are not there. */
  #typeError(file: string): Promise<string | undefined> {
    const tsc = path.join(this.#project, 'node_modules/typescript/bin/tsc');
    return new Promise((resolve) => {
      execFile(process.execPath, [tsc, '--noEmit'], { cwd: this.#project }, (_error, output) => {
        const lines = output.split('\n').filter((line) => line.startsWith(`${file}(`) && !line.includes('dist/types'));
        resolve(lines.length > 0 ? 'tsc' : undefined);
      });
    });
  }

  /** Ends the group of a process, and processes of other groups that run in the directories of this lane. */
  #endProcesses(child?: ChildProcess): void {
    const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
    const ours = pids.filter((pid) => directoryOf(pid).startsWith(this.#root)).map(Number);
    for (const pid of [...(child?.pid === undefined ? [] : [-child.pid]), ...ours]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }
}

/** The working directory of a process; empty if it has ended or belongs to another user. */
function directoryOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
