/** The program: `weir start`, `weir <method>` and the rest of `--help`. Chooses the command, prints, and turns failures into exit codes. */
import { CommandError } from './command-error.ts';
import { rpcCall } from './commands/rpc-call.ts';
import { MAIN_HELP } from './help.ts';
import { packageVersion } from './version.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined || command === '--help' || command === '-h' || command === 'help') {
    print(MAIN_HELP);
    return command === undefined ? 2 : 0;
  }
  if (command === '--version') {
    print(packageVersion());
    return 0;
  }
  if (command === 'channel') {
    const { channel } = await import('./commands/channel.ts');
    return channel(args);
  }
  if (command === 'export') {
    const { exportHistory } = await import('./commands/export.ts');
    return exportHistory(args);
  }
  if (command === 'authorize') {
    const { authorize } = await import('./commands/authorize.ts');
    return authorize(args);
  }
  if (command === 'verify') {
    const { verify } = await import('./commands/verify.ts');
    return verify(args, print);
  }
  if (command !== 'start') return rpcCall(command, args, print);
  // Loaded only when it is needed: a client waits for no database.
  const { start } = await import('./commands/start.ts');
  return start(args, print);
}

/** Runs the program with the words after its name. Prints what there is to say; yields the exit code. */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    const isExpected = error instanceof CommandError;
    process.stderr.write(`weir: ${isExpected ? error.message : (error as Error).stack}\n`);
    return isExpected ? error.exitCode : 1;
  }
}
