/**
 * Runs `weir start` as a user who owns no files. If run by root, it becomes that user after all modules are loaded,
 * because that user may not be able to read the checkout. Prints why the server does not start.
 */

import { start } from '../../src/cli/start/start.ts';
import { CommandError } from '../../src/util/command-error.ts';

const UNPRIVILEGED_ID = 65534;

if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(UNPRIVILEGED_ID);
  process.setuid?.(UNPRIVILEGED_ID);
}
try {
  process.exitCode = await start(process.argv.slice(2), () => {});
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
