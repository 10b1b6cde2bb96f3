/** The program as its users run it, from the sources or from a package: what it prints, and how it ends. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { endOf } from './process-end.ts';
import { THREAD_WORDS } from './thread-words.ts';

/**
 * The program as `npm run weir` runs it: the bundle if it is of the sources as they are, which the runner of the tests sees
 * to, since it starts three times as fast; or else the sources.
 */
export const PROGRAM = path.join(import.meta.dirname, '../../src/cli/launch.cjs');

/** The program in the sources. */
export const SOURCE_MAIN = path.join(import.meta.dirname, '../../src/cli/main.ts');

export interface StartedProgram {
  readonly url: string;
  readonly pid: number;
  /** What it printed when it was ready. */
  readonly banner: string;
  /** Stops it with a signal, as an operator would; returns the exit code. */
  stop(): Promise<number | null>;
}

/** Variables of the environment that a program gets instead of those of this process; undefined removes one. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Starts `weir start` with these options; rejects with what it wrote if it does not come up. */
export function startProgram(main: string, ...options: string[]): Promise<StartedProgram> {
  return startProgramIn({}, main, ...options);
}

export async function startProgramIn(
  environment: Environment,
  main: string,
  ...options: string[]
): Promise<StartedProgram> {
  const words = ['start', '--port', '0', '--log-level', 'error', ...THREAD_WORDS, ...options];
  const child = spawn(process.execPath, [main, ...words], { env: { ...process.env, ...environment } });
  const banner = await readBanner(child);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(banner)?.[0];
  assert.ok(url !== undefined, banner);
  const stop = async () => {
    child.kill('SIGINT');
    return (await endOf(child))[0];
  };
  return { url, pid: child.pid!, banner, stop };
}

async function readBanner(child: ChildProcess): Promise<string> {
  let banner = '';
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const chunk of child.stdout!) {
    banner += chunk;
    if (banner.includes('Stop with')) return banner;
  }
  throw new Error(`the server did not start: ${errors}`);
}

/** Where a program runs, what it reads, and what it finds in its environment beside what there is. */
export interface ProgramSurroundings {
  readonly directory?: string | undefined;
  readonly input?: string | undefined;
  readonly environment?: Environment;
}

/** Runs a program to its end and returns what it printed; rejects with what it wrote on the way if it fails. */
export function runProgram(
  command: string,
  args: readonly string[],
  { directory, input = '', environment = {} }: ProgramSurroundings = {},
): Promise<string> {
  const env = { ...process.env, ...environment };
  return new Promise((resolve, reject) => {
    const child = execFile(command, args, { cwd: directory, env, maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${command} ${args.join(' ')} failed: ${stderr}${stdout}`));
    });
    // A program that reads nothing may end before this is written.
    child.stdin!.on('error', () => {}).end(input);
  });
}
