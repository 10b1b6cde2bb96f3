/** Runs a command of the program to its end and returns its exit code and outputs. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { pino } from 'pino';
import { findCommand } from '../../src/cli/command-table.ts';
import { runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { CommandError } from '../../src/util/command-error.ts';
import { PROGRAM } from './program.ts';

export interface ProgramEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command in a child process. */
export function runWeir(...args: string[]): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/**
 * Runs the command in this process, which is faster. `stderr` has only the error. Not for `start`, which listens for
 * signals.
 */
export async function runWeirHere(name: string, ...args: string[]): Promise<ProgramEnd> {
  const command = findCommand(name)!;
  let stdout = '';
  const print = (text: string) => {
    stdout += `${text}\n`;
  };
  try {
    return { code: await command.run(args, print), stdout, stderr: '' };
  } catch (error) {
    return endOfError(error, stdout);
  }
}

/** Runs `weir start` in this process with options that it must refuse. Fails if the server starts. */
export async function refusedStart(...args: string[]): Promise<ProgramEnd> {
  try {
    const server = await runServer(parseStartOptions(['--port', '0', ...args]), pino({ level: 'silent' }));
    await server.stop();
  } catch (error) {
    return endOfError(error);
  }
  return assert.fail(`the server started: ${args.join(' ')}`);
}

function endOfError(error: unknown, stdout = ''): ProgramEnd {
  if (!(error instanceof CommandError)) throw error;
  return { code: error.exitCode, stdout, stderr: `weir: ${error.message}\n` };
}
