/**
 * The program, as a user who owns nothing. The administrator may write everywhere, so it becomes that user, and only
 * after all is loaded: another user may not reach the checkout.
 */
import '../../src/cli/commands/start.ts';
import { runProgram } from '../../src/cli/program.ts';

const NOBODY = 65534;

if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
process.exitCode = await runProgram(process.argv.slice(2));
