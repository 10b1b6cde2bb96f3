/** Tests one mutant at a time in a copy of the project. */
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
import type { TypeChecker } from './type-checker.ts';

export interface Verdict {
  readonly mutant: Mutant;
  readonly seconds: number;
  /** What detected it: the type checker, a test, a crash or a hang. Undefined for a mutant that survives. */
  readonly noticedBy: string | undefined;
  /** Number of test files that were run, and of those that load the mutated file. */
  readonly filesRun: number;
  readonly filesKnown: number;
}

interface RunOptions {
  readonly until?: string;
  readonly deadlineMs?: number;
}

const PRELOADED = ['test/support/compile-cache.ts', 'test/support/bundled-workers.ts'];
/** A failure by timeout counts only if the test passes without the mutant. */
const TEST_LIMIT_MS = 60_000;
/** Longer than the timeout of a test, which a blocked event loop prevents. */
const SILENCE_LIMIT_MS = 75_000;
/** Without a result for so long, a test is taken to hang when the testing time of its mutant is over. */
const STANDSTILL_MS = 30_000;
const POLL_MS = 1000;
/**
 * Limit for all processes of a worker together. A mutant may let a process grow until the machine has no memory left.
 */
const MEMORY_LIMIT_BYTES = 6_000_000_000;
const PAGE_BYTES = 4096;
const MOST_OUTPUT = 10_000_000;
const TYPE_CHECKER = 'the type checker';
const HANG = 'a hang';
const CRASH = 'a crash';
const TAP_LINE = /^ *(not )?ok \d+ - (.*)$/;

export class MutantWorker {
  readonly #root = mkdtempSync(path.join(tmpdir(), 'weir-mutants-'));
  readonly #project = path.join(this.#root, 'project');
  readonly #order: TestOrder;
  readonly #types: TypeChecker;
  /** Test files of a group → tests that fail without a mutant. Their failures are ignored. */
  readonly #broken = new Map<string, Set<string>>();
  /** Type errors without a mutant, as when generated types are missing. */
  #usualTypeErrors: ReadonlySet<string> | undefined;

  constructor(source: string, order: TestOrder, types: TypeChecker) {
    this.#order = order;
    this.#types = types;
    // PostgreSQL runs as another user and has its files below this directory.
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

  /**
   * Checks the types of the file, then runs the tests that may detect the mutant until one fails or the time is over,
   * then checks the types of all files.
   */
  async judge(mutant: Mutant, limitSeconds: number): Promise<Verdict> {
    const startMs = performance.now();
    const deadlineMs = startMs + limitSeconds * 1000;
    const groups = this.#order.groupsFor(mutant.file);
    const file = path.join(this.#project, mutant.file);
    const original = readFileSync(file, 'utf8');
    let filesRun = 0;
    let noticedBy = await this.#typeErrorInFile(mutant, original);
    try {
      for (const group of groups) {
        if (noticedBy !== undefined || performance.now() > deadlineMs) break;
        filesRun += group.length;
        noticedBy = await this.#testThatNotices(group, file, mutant.text, original, deadlineMs);
      }
      noticedBy ??= await this.#typeErrorAnywhere(file, mutant.text, original);
    } finally {
      writeFileSync(file, original);
    }
    const seconds = (performance.now() - startMs) / 1000;
    return { mutant, seconds, noticedBy, filesRun, filesKnown: groups.flat().length };
  }

  /** The test of a group that fails with the mutant and passes without it. */
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
   * Runs test files in one process and returns the failed tests. The run ends at the first failure or after the
   * deadline; with `until` it ends when that test passes, and otherwise runs all tests.
   */
  async #failures(group: TestGroup, { until, deadlineMs }: RunOptions): Promise<readonly string[]> {
    const child = this.#startTests(group);
    const ignored = this.#brokenOf(group);
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const failures: string[] = [];
    let failed = 0;
    let lineMs = performance.now();
    let silence: NodeJS.Timeout;
    const expectLine = () => {
      lineMs = performance.now();
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
      if (until === undefined && failures.length > 0) resolve(failures);
    });
    const check = setInterval(() => {
      if (this.#memoryBytes() > MEMORY_LIMIT_BYTES) resolve([...failures, CRASH]);
      const nowMs = performance.now();
      if (deadlineMs === undefined || nowMs < deadlineMs) return;
      // At the deadline a test may be waiting in vain, because of the mutant.
      resolve(nowMs - lineMs > STANDSTILL_MS && !ignored.has(HANG) ? [...failures, HANG] : failures);
    }, POLL_MS);
    const closed = once(child, 'close');
    // A server that survives its test keeps the output open.
    child.on('exit', () => this.#endProcesses(child));
    child.on('close', (code) => resolve(code === 0 || failed > 0 || ignored.has(CRASH) ? failures : [CRASH]));
    try {
      return await promise;
    } finally {
      clearTimeout(silence!);
      clearInterval(check);
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

  /** The types of the explorer are not checked. */
  async #typeErrorInFile({ file, text }: Mutant, original: string): Promise<string | undefined> {
    if (!file.endsWith('.ts')) return undefined;
    const mutated = await this.#types.errorCount(file, text);
    return mutated > 0 && mutated > (await this.#types.errorCount(file, original)) ? TYPE_CHECKER : undefined;
  }

  async #typeErrorAnywhere(file: string, mutated: string, original: string): Promise<string | undefined> {
    writeFileSync(file, original);
    this.#usualTypeErrors ??= new Set(await this.#typeErrors());
    writeFileSync(file, mutated);
    const errors = await this.#typeErrors();
    return errors.some((error) => !this.#usualTypeErrors!.has(error)) ? TYPE_CHECKER : undefined;
  }

  /** The files with errors, and the errors without their places. */
  #typeErrors(): Promise<string[]> {
    const tsc = path.join(this.#project, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--incremental', '--tsBuildInfoFile', path.join(this.#root, 'types')];
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [tsc, ...options],
        { cwd: this.#project, maxBuffer: MOST_OUTPUT },
        (_error, output) => {
          resolve(output.split('\n').map((line) => line.replace(/\(\d+,\d+\)/, '')));
        },
      );
    });
  }

  /** Ends the process group, and processes of other groups that run in the directories of this worker. */
  #endProcesses(child?: ChildProcess): void {
    for (const pid of [...(child?.pid === undefined ? [] : [-child.pid]), ...this.#processes()]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended already.
      }
    }
  }

  /** All processes that run in the directories of this worker. */
  #processes(): number[] {
    const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
    return pids.filter((pid) => directoryOf(pid).startsWith(this.#root)).map(Number);
  }

  #memoryBytes(): number {
    return this.#processes().reduce((sum, pid) => sum + residentBytes(pid), 0);
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

function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
