#!/usr/bin/env node
/**
 * Where the program begins. It only turns on Node's cache of compiled code, which halves the time to start; that works
 * for what is loaded afterwards, so all the rest is in `program.ts`. Without a place to write to, there is no cache.
 */
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2));
