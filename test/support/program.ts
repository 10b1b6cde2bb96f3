/** Runs the program as users do, from the sources or from a package, and returns its output and exit code. */
import { execFile } from 'node:child_process';
import path from 'node:path';

/**
 * The program of `npm run weir`: the bundle if it is up to date, otherwise the sources. The bundle starts three times
 * as fast. The test runner updates it.
 */
export const PROGRAM = path.join(import.meta.dirname, '../../src/cli/launch.cjs');

/** The program in the sources. */
export const SOURCE_MAIN = path.join(import.meta.dirname, '../../src/cli/main.ts');

/** Variables of the environment that a program gets instead of those of this process; undefined removes one. */
type Environment = Readonly<Record<string, string | undefined>>;

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
    // A program that ignores its input may end before this write.
    child.stdin!.on('error', () => {}).end(input);
  });
}
