/** The program: `weir start`, `weir METHOD` and the rest of `--help`. Chooses the command, prints, and turns failures into exit codes. */

import { suggestion } from '../util/nearest-word.ts';
import { packageVersion } from '../util/package-version.ts';
import { CommandError, usageError } from './command-error.ts';
import { COMMANDS, findCommand } from './command-table.ts';
import { shownMethods } from './help.ts';
import { MAIN_HELP } from './main-help.ts';
import { methodOfWord, wordOfMethod } from './request/method-word.ts';
import { rpcCall } from './request/rpc-call.ts';

const HELP_WORDS: readonly string[] = ['--help', '-h', 'help'];

const print = (text: string) => process.stdout.write(`${text}\n`);

async function run([name, ...args]: readonly string[]): Promise<number> {
  if (name === 'help' && args.length > 0) return run([...args, '--help']);
  if (name === undefined || HELP_WORDS.includes(name)) {
    print(MAIN_HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    print(packageVersion());
    return 0;
  }
  const command = findCommand(name);
  if (command !== undefined) return command.run(args, print);
  const method = methodOfWord(name);
  if (method !== undefined) return rpcCall(method, args, print);
  if (name.startsWith('-'))
    throw usageError(`unknown option '${name}': options come after a command (see weir --help)`);
  const names = [...COMMANDS.map((known) => known.name), ...shownMethods().map((known) => wordOfMethod(known.name))];
  throw usageError(`unknown command '${name}'${suggestion(name, names)} (weir --help lists them)`);
}

/** Runs the program with the words after its name. Prints what there is to say; gives the exit code. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    const isExpected = error instanceof CommandError;
    process.stderr.write(`weir: ${isExpected ? error.message : (error as Error).stack}\n`);
    return isExpected ? error.exitCode : 1;
  }
}
