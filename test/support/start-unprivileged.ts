/**
 * `weir start` with the words given, as a user who owns nothing. The administrator may write everywhere, so it becomes
 * that user, and only after all is loaded: another user may not reach the checkout. Prints what keeps it from starting.
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
