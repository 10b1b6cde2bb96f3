/** Runs the program as users do, from the sources or from a package, and returns its output and exit code. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { endOf } from './process-end.ts';
import { THREAD_WORDS } from './thread-words.ts';

/**
 * The program of `npm run weir`: the bundle if it is up to date, which starts three times as fast, otherwise the sources. The
 * test runner updates the bundle.
 */
export const PROGRAM = path.join(import.meta.dirname, '../../src/cli/launch.cjs');

/** The program in the sources. */
export const SOURCE_MAIN = path.join(import.meta.dirname, '../../src/cli/main.ts');

export interface StartedProgram {
  readonly url: string;
  readonly pid: number;
  /** Its output until it listens. */
  readonly banner: string;
  /** Stops it with SIGINT; returns the exit code. */
  stop(): Promise<number | null>;
}

/** Variables of the environment that a program gets instead of those of this process; undefined removes one. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Starts `weir start` with these options. Rejects with its output if it does not start. */
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

/** Working directory, standard input and further environment variables of a program. */
export interface ProgramSurroundings {
  readonly directory?: string | undefined;
  readonly input?: string | undefined;
  readonly environment?: Environment;
}

/** Runs a program to its end and returns its standard output. Rejects with both outputs if it fails. */
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
