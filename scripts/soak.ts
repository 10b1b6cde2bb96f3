/**
 * All long tests one after another: `npm run soak`. Each has a usual length, about two hours together; `--only
 * kill,mixed` chooses, `--minutes 5` makes each about that long, `--seed 7` decides what is random. What they print goes
 * to the terminal; at the end there is a table, and the exit code is 1 if any of them failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import './test-tools.ts';

interface Soak {
  readonly name: string;
  /** How much it does when nothing else is said. */
  readonly length: number;
  readonly unit: string;
  /** How much it does in a minute on two cores, roughly; undefined where the length is what it is. */
  readonly perMinute?: number;
  readonly script: string;
  readonly args?: (length: number, seed: number) => readonly string[];
  readonly env?: (length: number, seed: number) => Readonly<Record<string, string>>;
}

const SOAKS: readonly Soak[] = [
  {
    name: 'kill',
    length: 300,
    unit: 'kills',
    perMinute: 100,
    script: 'test/simulation/kill.test.ts',
    env: (kills, seed) => ({ WEIR_KILLS: String(Math.max(10, kills)), WEIR_KILL_SEED: String(seed) }),
  },
  {
    name: 'durable',
    length: 1_000,
    unit: 'kills',
    perMinute: 60,
    script: 'test/simulation/faults-durable.test.ts',
    env: (kills, seed) => ({ WEIR_KILLS: String(Math.max(2, kills)), WEIR_KILL_SEED: String(seed) }),
  },
  {
    name: 'faults',
    length: 1,
    unit: 'round',
    script: 'test/simulation/faults-commit.test.ts',
    env: () => ({ WEIR_FAULTS: 'all' }),
  },
  {
    name: 'faults-disk',
    length: 1,
    unit: 'round',
    script: 'test/simulation/faults-disk.test.ts',
    env: () => ({ WEIR_FAULTS: 'all' }),
  },
  {
    name: 'damage',
    length: 2_000,
    unit: 'damages',
    perMinute: 100,
    script: 'test/simulation/faults-damage.test.ts',
    env: (flips, seed) => ({ WEIR_FLIPS: String(flips), WEIR_FLIP_SEED: String(seed) }),
  },
  {
    name: 'simulate',
    length: 2_000,
    unit: 'runs',
    perMinute: 250,
    script: 'scripts/simulate.ts',
    args: (runs, seed) => ['--seed', String(seed), '--runs', String(runs)],
  },
  {
    name: 'simulate-cluster',
    length: 2_000,
    unit: 'runs',
    perMinute: 200,
    script: 'scripts/simulate.ts',
    args: (runs, seed) => ['--cluster', '--seed', String(seed), '--runs', String(runs)],
  },
  {
    name: 'cluster',
    length: 500,
    unit: 'faults',
    perMinute: 20,
    script: 'scripts/soak-cluster.ts',
    args: (faults, seed) => ['--faults', String(faults), '--seed', String(seed)],
  },
  {
    name: 'fuzz',
    length: 600,
    unit: 'seconds',
    perMinute: 60,
    script: 'scripts/soak-fuzz.ts',
    args: (seconds, seed) => ['--seconds', String(seconds), '--seed', String(seed)],
  },
  fuzzing('codec', 10_000_000, 400_000),
  fuzzing('envelope', 500_000, 400_000),
  fuzzing('engine', 200_000, 30_000),
  {
    name: 'streams',
    length: 20_000,
    unit: 'transactions',
    perMinute: 10_000,
    script: 'scripts/soak-streams.ts',
    args: (transactions) => ['200', String(transactions)],
  },
  {
    name: 'mixed',
    length: 60,
    unit: 'minutes',
    perMinute: 1,
    script: 'scripts/soak-mixed.ts',
    args: (minutes, seed) => ['--minutes', String(minutes), '--seed', String(seed)],
  },
];

function fuzzing(target: string, length: number, perMinute: number): Soak {
  return {
    name: `fuzz-${target}`,
    length,
    unit: 'cases',
    perMinute,
    script: 'scripts/soak-fuzz-campaign.ts',
    args: (cases, seed) => [target, '--cases', String(cases), '--seed', String(seed)],
  };
}

const ROOT = path.join(import.meta.dirname, '..');
const USAGE = `usage: soak.ts [--only ${SOAKS.map(({ name }) => name).join(',')}] [--minutes N] [--seed N]`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, minutes: { type: 'string' }, seed: { type: 'string' } },
});
const names = values.only?.split(',') ?? SOAKS.map(({ name }) => name);
const chosen = SOAKS.filter(({ name }) => names.includes(name));
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);

if (chosen.length !== names.length || !Number.isSafeInteger(seed) || (minutes !== undefined && !(minutes > 0))) {
  console.error(USAGE);
  process.exitCode = 2;
} else await runAll();

async function runAll(): Promise<void> {
  const rows: string[] = [];
  for (const soak of chosen) {
    const length = lengthOf(soak);
    console.log(`\n=== ${soak.name}: ${length} ${soak.unit}, seed ${seed}`);
    const startedMs = performance.now();
    const hasPassed = (await run(soak, length)) === 0;
    const took = ((performance.now() - startedMs) / 60_000).toFixed(1);
    rows.push(`| ${soak.name} | ${length} ${soak.unit} | ${took} min | ${hasPassed ? 'passed' : 'FAILED'} |`);
    if (!hasPassed) process.exitCode = 1;
  }
  console.log(`\n| Soak | Length | Time | Outcome |\n| --- | --- | --- | --- |\n${rows.join('\n')}\nseed ${seed}`);
}

function lengthOf({ length, perMinute }: Soak): number {
  if (minutes === undefined || perMinute === undefined) return length;
  return perMinute === 1 ? minutes : Math.max(1, Math.round(minutes * perMinute));
}

/** Gives the exit code. */
async function run({ script, args, env }: Soak, length: number): Promise<number | null> {
  const isTest = script.endsWith('.test.ts');
  const words = [...(isTest ? ['--test'] : []), script, ...(args?.(length, seed) ?? [])];
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env?.(length, seed) },
  });
  const [code] = await once(child, 'exit');
  return code;
}
