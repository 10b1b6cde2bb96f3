#!/usr/bin/env node
/**
 * Where the program begins. It sees to it that Node is new enough, and turns on Node's cache of compiled code, which
 * halves the time to start; that works for what is loaded afterwards, so all the rest is in `program.ts`. Without a place
 * to write to, there is no cache. Names that an older Node lacks must not be imported here, or it fails before the check.
 */
import './check-node.cjs';
import module from 'node:module';

module.enableCompileCache();
void run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<void> {
  if (words[0] === 'start') (await import('./start/early-start.ts')).startEarly(words.slice(1));
  const { runProgram } = await import('./program.ts');
  process.exitCode = await runProgram(words);
}
