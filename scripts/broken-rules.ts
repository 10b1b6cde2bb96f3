/**
 * `npm run broken-rules`: breaks each rule of docs/cluster-protocol.md on purpose, one at a time in a copy of the project, and
 * looks for the fault with the exploration, then with the random simulation (`simulate.ts`). Reports what found it, and fails if
 * neither did.
 *
 * - `--explore SECONDS` (120), `--seeds N` (150): how long to look. The first seed is 1.
 * - `--only WORD`: only the rows of `test/simulation/cluster/broken-rules.ts` that have the word.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { BROKEN_RULES, type BrokenRule } from '../test/simulation/cluster/broken-rules.ts';

const ROOT = path.join(import.meta.dirname, '..');
const COPIED = ['src', 'explorer', 'fuzz', 'test/support', 'test/simulation', 'scripts', 'package.json'];

const { values } = parseArgs({
  options: {
    explore: { type: 'string', default: '120' },
    seeds: { type: 'string', default: '150' },
    only: { type: 'string', default: '' },
  },
});

const copy = mkdtempSync(path.join(tmpdir(), 'weir-broken-rules-'));
process.once('exit', () => rmSync(copy, { recursive: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(2));
for (const part of COPIED) cpSync(path.join(ROOT, part), path.join(copy, part), { recursive: true });
symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));

const unchanged = await run('--cluster', '--runs', '1');
if (unchanged.code !== 0) throw new Error(`the simulation fails without any change: ${unchanged.text}`);
console.log('| Rule | Broken by | Found by |\n|---|---|---|');
for (const broken of BROKEN_RULES) {
  if (!`${broken.rule} ${broken.by} ${broken.file}`.includes(values.only)) continue;
  const found = await look(broken);
  if (found === undefined) process.exitCode = 1;
  console.log(`| ${broken.rule} | ${broken.by} | ${found ?? '**nothing**'} |`);
}

async function look(broken: BrokenRule): Promise<string | undefined> {
  const { setting, faults, seed, also } = broken;
  const wholes = new Map<string, string>();
  for (const { file, from, to } of also ? [broken, also] : [broken]) {
    const place = path.join(copy, file);
    const whole = readFileSync(place, 'utf8');
    wholes.set(place, whole);
    writeFileSync(
      place,
      whole.replace(from, () => to),
    );
  }
  try {
    return (
      (seed && (await simulate(seed, 1))) ||
      (setting && (await explore(setting, faults))) ||
      (await simulate(1, Number(values.seeds))) ||
      (await explore(''))
    );
  } finally {
    for (const [place, whole] of wholes) writeFileSync(place, whole);
  }
}

async function explore(words: string, most = 2): Promise<string | undefined> {
  const limits = ['--setting', words, '--faults', String(most)];
  const { code, text, seconds } = await run('--explore', values.explore, ...limits);
  if (code === 0) return undefined;
  const [, setting, faults] = /Error: (.*), with the faults (\[.*\])/.exec(text) ?? [];
  if (faults === undefined) throw new Error(text);
  const steps = JSON.parse(faults) as { step: number; kind: string }[];
  const schedule = steps.map(({ step, kind }) => `${kind} at ${step}`).join(', ') || 'no fault';
  return `exploration, ${seconds} s: ${setting}, ${schedule}: ${causeOf(text)}`;
}

async function simulate(first: number, runs: number): Promise<string | undefined> {
  const { code, text, seconds } = await run('--cluster', '--seed', String(first), '--runs', String(runs));
  if (code === 0) return undefined;
  const seed = /--cluster --seed (\d+)/.exec(text)?.[1];
  if (seed === undefined) throw new Error(text);
  return `simulation, ${seconds} s: seed ${seed}: ${causeOf(text)}`;
}

/** The message of the failure. */
function causeOf(text: string): string {
  const cause = /\[cause\]: (.*)/.exec(text)?.[1] ?? /^\w*Error.*$/m.exec(text)?.[0] ?? '';
  return cause
    .replace(/^\w*Error( \[\w+\])?: /, '')
    .replaceAll('|', ' ')
    .slice(0, 100);
}

async function run(...words: readonly string[]): Promise<{ code: number; text: string; seconds: string }> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, ['scripts/simulate.ts', ...words], { cwd: copy });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  return { code: code as number, text, seconds: ((performance.now() - startedMs) / 1000).toFixed(0) };
}
