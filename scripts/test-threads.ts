/**
 * Runs the tests that start servers with 1 and with 3 workers, and all recordings of the reference with workers: the
 * answers must be the same. `WEIR_THREADS` is the number of workers of test servers. Words choose other files, as with
 * `npm test`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const RUN_TESTS = path.join(import.meta.dirname, 'run-tests.ts');
const THREADS = ['1', '3'];
const FILES = [
  ...['test/hostile/', 'websocket', 'path-find', 'book-streams', 'server-info', 'server-routes', 'xrpl-client'],
  ...['faults-durable', 'full-disk', 'limits-queue', 'scenarios/running'],
];

const chosen = process.argv.slice(2);
const words = chosen.length > 0 ? chosen : FILES;
const ends: (number | null)[] = [];
for (const threads of THREADS) ends.push(await run(words, { WEIR_THREADS: threads }));
if (chosen.length === 0) ends.push(await run(['recordings/scenarios', 'worker'], { WEIR_THREADED: 'all' }));
process.exitCode = ends.every((code) => code === 0) ? 0 : 1;

async function run(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<number | null> {
  console.log(`\n${Object.entries(environment).flat().join('=')}`);
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, [RUN_TESTS, ...args], { stdio: 'inherit', env });
  const [code] = await once(child, 'exit');
  return code;
}
