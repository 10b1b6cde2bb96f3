/** Selects and runs a command or a method, and maps failures to exit codes. */

import { describeFailure, diskFault } from '../storage/disk-fault.ts';
import { CommandError, usageError } from '../util/command-error.ts';
import { suggestion } from '../util/nearest-word.ts';
import { packageVersion } from '../util/package-version.ts';
import { COMMANDS, findCommand } from './command-table.ts';
import { MAIN_HELP } from './main-help.ts';
import type { Command } from './options/command.ts';
import { shownMethods } from './request/json-help.ts';
import { methodOfWord, wordOfMethod } from './request/method-word.ts';
import { rpcCall } from './request/rpc-call.ts';
import { print, printNote, ReaderGoneError } from './terminal/output.ts';

const HELP_WORDS: readonly string[] = ['--help', '-h', 'help'];

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === 'help' && args.length > 0) return run([...args, '--help']);
  if (name === undefined || HELP_WORDS.includes(name)) {
    print(MAIN_HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    print(packageVersion());
    return 0;
  }
  const command = findCommand(name);
  if (command !== undefined) return runCommand(command, args);
  const method = methodOfWord(name);
  if (method !== undefined) return rpcCall(method, args, print);
  if (name.startsWith('-'))
    throw usageError(`unknown option '${name}': options come after a command (see weir --help)`);
  const names = [...COMMANDS.map((known) => known.name), ...shownMethods().map((known) => wordOfMethod(known.name))];
  throw usageError(`unknown command '${name}'${suggestion(name, names)} (weir --help lists them)`);
}

/** Takes all rights of other users from new files. */
const ONLY_OWN = 0o077;

async function runCommand({ run: runIt, shape, ...command }: Command, args: readonly string[]): Promise<number> {
  const { hasOwnHelp, writesData } = command;
  if (writesData) process.umask(ONLY_OWN);
  const isHelp = args.includes('--help') || args.includes('-h');
  if (!isHelp || hasOwnHelp) return runIt(args, print);
  print((await shape()).help);
  return 0;
}

/** Runs the program with the words after its name. Prints the answer, or an error in one line; resolves to the exit code. */
export async function runProgram(words: readonly string[]): Promise<number> {
  // A note that cannot be written must not end a command.
  process.stderr.on('error', () => {});
  try {
    return await run(words);
  } catch (error) {
    if (error instanceof ReaderGoneError) return error.exitCode;
    printNote(`weir: ${textOf(error)}`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

/** One line for an error that the user can fix; the stack of a bug. */
function textOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  return diskFault(error) === undefined ? (error as Error).stack! : describeFailure(error);
}
