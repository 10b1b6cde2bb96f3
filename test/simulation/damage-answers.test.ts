/**
 * Servers on damaged data: each answer is that of the undamaged data, or an error that names the damage; no process ends, and
 * nothing is validated on top of damage that was met. `WEIR_FLIPS` sets how many damages are tried (`npm run soak -- damage`),
 * `WEIR_FLIP_SEED` which.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { copyLmdbStore } from '../../src/storage/lmdb/copy-store.ts';
import type { CaseEnd, Trial } from '../support/damage/try-damages.ts';
import { createVariedChain } from '../support/damage/varied-chain.ts';
import { TIMEOUT_MS } from '../support/until.ts';

const PROGRAM = join(import.meta.dirname, '../support/damage/try-damages.ts');
const IS_SOAK = process.env.WEIR_FLIPS !== undefined;
const COUNT = Number(process.env.WEIR_FLIPS ?? 36);
const SEED = Number(process.env.WEIR_FLIP_SEED ?? 1);
const QUESTIONS = IS_SOAK ? 200 : 60;
const PROCESSES = IS_SOAK ? availableParallelism() : 1;
const SHOWN_FAULTS = 5;

const scratch = mkdtempSync(join(tmpdir(), 'weir-damage-answers-'));
const bases = [join(scratch, 'written'), join(scratch, 'compact')];
const chain = join(scratch, 'chain.json');

before(async () => {
  writeFileSync(chain, JSON.stringify(await createVariedChain(bases[0]!)));
  await copyLmdbStore(bases[0]!, bases[1]!);
});
after(() => rmSync(scratch, { recursive: true, force: true }));

type Line = CaseEnd | { readonly at: number; readonly what: string };
type Cases = Pick<Trial, 'from' | 'to'>;

/** Runs the program until it ends. Gives its exit code or signal, and what it wrote to standard error. */
async function run(cases: Cases, directory: string, onLine: (line: Line) => void): Promise<string> {
  const trial: Trial = { bases, chain, directory, seed: SEED, ...cases, questions: QUESTIONS };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(trial)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(String(signal ?? code))),
  );
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-2_000);
  });
  const watchdog = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  for await (const line of createInterface(child.stdout)) {
    watchdog.refresh();
    onLine(JSON.parse(line) as Line);
  }
  clearTimeout(watchdog);
  const end = await exited;
  return end === '0' ? end : `${end} ${errors}`;
}

/** The results of all cases. */
class Outcomes {
  readonly counts = new Map<string, number>();
  readonly faults: string[] = [];

  /** Tries these cases, in a new process after each that a case has ended. */
  async tryAll({ from, to }: Cases, directory: string): Promise<void> {
    for (let next = from; next < to; ) {
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
      let what = '';
      const end = await run({ from: next, to }, directory, (line) => {
        if ('what' in line) what = line.what;
        else {
          this.#note(line, what);
          next = line.at + 1;
        }
      });
      if (end === '0') continue;
      this.#count('ended');
      this.faults.push(`case ${next} (${what}) ended the process: ${end}`);
      next++;
    }
  }

  #note({ at, outcome, faults }: CaseEnd, what: string): void {
    this.#count(outcome);
    for (const fault of faults) this.faults.push(`case ${at} (${what}): ${fault}`);
  }

  #count(outcome: string): void {
    this.counts.set(outcome, (this.counts.get(outcome) ?? 0) + 1);
  }
}

describe('a server on damaged data', () => {
  test(`answers as without damage, or names it (${COUNT} damages)`, async (t) => {
    const outcomes = new Outcomes();
    const share = Math.ceil(COUNT / PROCESSES);
    const shares = Array.from({ length: PROCESSES }, (_, at) => ({
      from: at * share,
      to: Math.min((at + 1) * share, COUNT),
    }));
    await Promise.all(shares.map((cases, at) => outcomes.tryAll(cases, join(scratch, `work.${at}`))));
    t.diagnostic(JSON.stringify(Object.fromEntries(outcomes.counts)));
    const { faults, counts } = outcomes;
    assert.deepEqual(faults.slice(0, SHOWN_FAULTS), [], `${faults.length} faults of seed ${SEED}`);
    for (const outcome of ['refused', 'met', 'not met']) assert.ok((counts.get(outcome) ?? 0) > 0, outcome);
  });
});
