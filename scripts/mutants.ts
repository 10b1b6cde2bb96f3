/**
 * `npm run mutants [-- PART…]`: makes each bug of `test/mutants/` in a copy of the project, one at a time, and runs the
 * tests that must notice it. Words choose the mutants whose file or text holds one of them. Status 0 only if every mutant
 * is noticed, but for those that are listed as equal to the original, which must not be.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import './test-tools.ts';
import { MUTANTS } from '../test/mutants/list.ts';
import { type Mutant, mutate } from '../test/mutants/mutant.ts';

const ROOT = path.join(import.meta.dirname, '..');
const COPIED = [
  'src',
  'test',
  'docs',
  'examples',
  'explorer',
  'scripts',
  'vectors',
  'fuzz',
  'package.json',
  'README.md',
  'tsconfig.json',
];
/** A mutant that makes its tests wait for ever is noticed too. */
const LONGEST_RUN_MS = 120_000;

type Fate = 'noticed' | 'alive';

interface Verdict {
  readonly mutant: Mutant;
  readonly fate: Fate;
  readonly seconds: number;
}

/** A copy of the project to make bugs in. */
function copyProject(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-mutants-'));
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(directory, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  return directory;
}

/** True if the file's tests pass. The file is run by itself: its exit code says as much, for half of the time. */
function runTest(directory: string, test: string): Promise<boolean> {
  const args = ['--import', './test/support/compile-cache.ts', test];
  // What is compiled here is of no use to anybody else.
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(directory, '.compiled') };
  const child = spawn(process.execPath, args, { cwd: directory, env, stdio: 'ignore', timeout: LONGEST_RUN_MS });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** True if all of them pass; what comes after a failure is not run. */
async function runTests(directory: string, tests: readonly string[]): Promise<boolean> {
  for (const test of tests) if (!(await runTest(directory, test))) return false;
  return true;
}

async function judge(directory: string, mutant: Mutant): Promise<Verdict> {
  const file = path.join(directory, mutant.file);
  const original = readFileSync(file, 'utf8');
  const startMs = performance.now();
  try {
    writeFileSync(file, mutate(original, mutant));
    const fate = (await runTests(directory, mutant.tests)) ? 'alive' : 'noticed';
    return { mutant, fate, seconds: (performance.now() - startMs) / 1000 };
  } finally {
    writeFileSync(file, original);
  }
}

function lineOf({ mutant, fate, seconds }: Verdict): string {
  const { file, find, replace, survives } = mutant;
  const change = `${find.trim()}  →  ${replace.trim() || '(nothing)'}`.replaceAll(/\s+/g, ' ');
  return `${fate.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  ${file}: ${change}${survives ? ` (${survives})` : ''}\n`;
}

/** A mutant that lives must be listed, and a listed one must live. */
function isAsListed({ mutant, fate }: Verdict): boolean {
  return (fate === 'alive') === (mutant.survives !== undefined);
}

async function main(words: readonly string[]): Promise<number> {
  const chosen = MUTANTS.filter(
    ({ file, find }) => words.length === 0 || words.some((word) => file.includes(word) || find.includes(word)),
  );
  const waiting = [...chosen];
  const verdicts: Verdict[] = [];
  const work = async () => {
    const directory = copyProject();
    try {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const verdict = await judge(directory, mutant);
        verdicts.push(verdict);
        process.stdout.write(lineOf(verdict));
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  };
  const whole = copyProject();
  const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))];
  const isGreen = await runTests(whole, tests).finally(() => rmSync(whole, { recursive: true, force: true }));
  if (!isGreen) {
    process.stderr.write('The tests fail without any mutant, so nothing is learned from them.\n');
    return 2;
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const noticed = verdicts.filter(({ fate }) => fate === 'noticed').length;
  const wrong = verdicts.filter((verdict) => !isAsListed(verdict));
  process.stdout.write(`\n${noticed} of ${verdicts.length} mutants are noticed.\n`);
  if (wrong.length > 0) process.stdout.write(`Not as listed:\n${wrong.map(lineOf).join('')}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
