/**
 * The long tests: `npm run soak` runs all of them, about two hours, and `npm run soak -- kill mixed` those with these names.
 * `--length N` sets how much each does in its unit, or `--minutes N` roughly how long it takes; `--seed N` chooses what is
 * random. Other options go to the script of the soak, whose first comment explains them. At the end there is a table, and
 * the exit code is 1 if any of them failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import './test-tools.ts';

interface Soak {
  readonly length: number;
  readonly unit: string;
  /** Amount for a minute of run time on two cores, approximately; undefined if the length is fixed. */
  readonly perMinute?: number;
  /** The command: a script, or a test file that gets its length and seed in environment variables. */
  readonly words: readonly string[];
  /** Option of the script, or variable for the test file, that sets the length. */
  readonly lengthIn: string;
  /** Variable that sets the seed of a test file. A script has the option `--seed`. */
  readonly seedIn?: string;
}

const ROOT = path.join(import.meta.dirname, '..');
const SOAKS: Readonly<Record<string, Soak>> = {
  kill: ofTest('kill', 'WEIR_KILLS', 300, 'kills', 100),
  'kill-webhooks': ofTest('kill-webhooks', 'WEIR_KILLS', 200, 'kills', 40),
  durable: ofTest('faults-durable', 'WEIR_KILLS', 1_000, 'kills', 60),
  faults: wholeTest('simulation/faults-commit'),
  parameters: wholeTest('hostile/parameters'),
  properties: wholeTest('../src/{node/{rewind,saved-chain},protocol/codec/*}', 'scenarios/holders'),
  'export-balances': wholeTest('scenarios/export-balances'),
  recordings: wholeTest('recordings/*'),
  forks: wholeTest('scenarios/fork-{faults,metadata,of-server}'),
  crawl: wholeTest('explorer/crawl'),
  accessibility: wholeTest('explorer/accessibility'),
  damage: ofTest('{faults-damage,damage-answers}', 'WEIR_FLIPS', 2_000, 'damages', 100),
  simulate: ofScript('simulate.ts', '--runs', 2_000, 'runs', 250),
  'simulate-cluster': ofScript('simulate.ts --cluster', '--runs', 2_000, 'runs', 200),
  cluster: ofScript('soak/cluster.ts', '--faults', 500, 'faults', 20),
  patroni: ofScript('soak/patroni.ts', '--faults', 9, 'faults', 2),
  'fuzz-codec': ofScript('soak/fuzz.ts codec', '--cases', 10_000_000, 'cases', 400_000),
  'fuzz-envelope': ofScript('soak/fuzz.ts envelope', '--cases', 500_000, 'cases', 400_000),
  'fuzz-engine': ofScript('soak/fuzz.ts engine', '--cases', 200_000, 'cases', 30_000),
  signatures: ofScript('soak/signatures.ts', '--cases', 1_000_000, 'cases', 150_000),
  mixed: ofScript('soak/mixed.ts', '--minutes', 60, 'minutes', 1),
};

const words = process.argv.slice(2);
const length = takeNumber('--length');
const minutes = takeNumber('--minutes');
const seed = takeNumber('--seed') ?? Date.now() % 1_000_000;
const firstOption = words.findIndex((word) => word.startsWith('--'));
const named = firstOption < 0 ? words : words.slice(0, firstOption);
const others = firstOption < 0 ? [] : words.slice(firstOption);
const isKnown = named.every((name) => Object.hasOwn(SOAKS, name));
if (!isKnown || [length, minutes, seed].some(Number.isNaN) || (others.length > 0 && named.length !== 1)) {
  const names = Object.keys(SOAKS).join(', ');
  console.error(`usage: npm run soak [-- [NAME…] [--length N | --minutes N] [--seed N]]; the names are ${names}`);
  process.exitCode = 2;
} else await runAll(named.length === 0 ? Object.keys(SOAKS) : named);

function ofTest(name: string, lengthIn: string, length: number, unit: string, perMinute?: number): Soak {
  const seedIn = lengthIn === 'WEIR_FLIPS' ? 'WEIR_FLIP_SEED' : 'WEIR_KILL_SEED';
  const words = ['--test', `test/simulation/${name}.test.ts`];
  return { length, unit, ...(perMinute && { perMinute }), words, lengthIn, seedIn };
}

/** Tests that try only a selection of cases in `npm test` (`test/support/every-case.ts`). */
function wholeTest(...names: readonly string[]): Soak {
  return {
    length: 1,
    unit: 'round',
    words: ['--test', ...names.map((name) => path.join('test', `${name}.test.ts`))],
    lengthIn: 'WEIR_TEST_CASES',
    seedIn: '',
  };
}

function ofScript(script: string, lengthIn: string, length: number, unit: string, perMinute: number): Soak {
  return { length, unit, perMinute, words: `scripts/${script}`.split(' '), lengthIn };
}

/** Removes an option from the arguments; returns its value, or undefined if it is absent. */
function takeNumber(option: string): number | undefined {
  const at = words.indexOf(option);
  return at < 0 ? undefined : Number(words.splice(at, 2)[1]);
}

async function runAll(names: readonly string[]): Promise<void> {
  const rows: string[] = [];
  for (const name of names) {
    const soak = SOAKS[name]!;
    const size = lengthOf(soak);
    console.log(`\n=== ${name}: ${size} ${soak.unit}, seed ${seed}`);
    const startedMs = performance.now();
    const hasPassed = (await run(soak, size)) === 0;
    const took = ((performance.now() - startedMs) / 60_000).toFixed(1);
    rows.push(`| ${name} | ${size} ${soak.unit} | ${took} min | ${hasPassed ? 'passed' : 'FAILED'} |`);
    if (!hasPassed) process.exitCode = 1;
  }
  console.log(`\n| Soak | Length | Time | Outcome |\n| --- | --- | --- | --- |\n${rows.join('\n')}\nseed ${seed}`);
}

function lengthOf(soak: Soak): number {
  if (soak.perMinute === undefined) return soak.length;
  if (length !== undefined || minutes === undefined) return length ?? soak.length;
  return soak.perMinute === 1 ? minutes : Math.max(10, Math.round(minutes * soak.perMinute));
}

/** Returns the exit code. */
async function run({ words: command, lengthIn, seedIn }: Soak, size: number): Promise<number | null> {
  const isTest = seedIn !== undefined;
  const sized = isTest ? [] : [lengthIn, String(size), '--seed', String(seed)];
  const isWhole = lengthIn === 'WEIR_TEST_CASES';
  const variables = isTest
    ? { [lengthIn]: isWhole ? 'all' : String(size), ...(!isWhole && { [seedIn]: String(seed) }) }
    : {};
  const child = spawn(process.execPath, [...command, ...sized, ...others], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  const [code] = await once(child, 'exit');
  return code;
}
