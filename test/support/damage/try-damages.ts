/**
 * A program that damages copies of a chain, serves each and compares all answers with the right ones. A damaged file may end it, so
 * it writes a line of JSON before and after each case: `{ at, what }`, then a `CaseEnd`.
 */
import { copyFileSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedRowError } from '../../../src/storage/damaged-row-error.ts';
import { StoreError } from '../../../src/storage/ledger-store.ts';
import type { Env } from '../env.ts';
import { SeededRandom } from '../seeded-random.ts';
import { DAMAGES, damageFile, RowPlaces } from './damage-file.ts';
import { DAMAGE_WORDS, JudgedServer } from './judged-server.ts';
import { openChain, type VariedChain } from './varied-chain.ts';

export interface Trial {
  /** Directories with the same chain: as the server wrote it, and without free pages. */
  readonly bases: readonly string[];
  /** File with the `VariedChain`. */
  readonly chain: string;
  /** A directory for this program alone. */
  readonly directory: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** How many questions are asked in each case. */
  readonly questions: number;
}

export interface CaseEnd {
  readonly at: number;
  /** Whether the start was refused, a request met the damage, or none did. */
  readonly outcome: 'refused' | 'met' | 'not met';
  /** What must not happen. */
  readonly faults: readonly string[];
}

const trial = JSON.parse(process.argv[2]!) as Trial;
const chain = JSON.parse(readFileSync(trial.chain, 'utf8')) as VariedChain;
const rows = await Promise.all(trial.bases.map((base) => RowPlaces.read(base)));
const path = join(trial.directory, 'data.mdb');
const write = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);

for (let at = trial.from; at < trial.to; at++) {
  const random = new SeededRandom(trial.seed, at);
  const base = random.below(trial.bases.length);
  copyFileSync(join(trial.bases[base]!, 'data.mdb'), path);
  const kind = DAMAGES[at % DAMAGES.length]!;
  // The structure of pages is checked at the start only, rows at each use.
  const isRunning = kind === 'row' && random.chance(0.5);
  const damage = () => damageFile(path, kind, random, rows[base]!);
  if (isRunning) write({ at, what: `${kind}, while the server runs` });
  else write({ at, what: `${damage()}, while it is stopped` });
  write({ at, ...(await tried(random, isRunning ? damage : undefined)) });
}

/** `damage` is done after some of the questions. */
async function tried(random: SeededRandom, damage: (() => string) | undefined): Promise<Omit<CaseEnd, 'at'>> {
  let env: Env;
  try {
    env = await openChain(trial.directory, chain.nowMs);
  } catch (error) {
    const isClear =
      (error instanceof StoreError || error instanceof DamagedRowError) && DAMAGE_WORDS.test(error.message);
    return { outcome: 'refused', faults: isClear ? [] : [`the start fails unclearly: ${(error as Error).stack}`] };
  }
  const server = new JudgedServer(env);
  try {
    const questions = Array.from({ length: trial.questions }, () => random.pick(chain.reads));
    const half = damage === undefined ? 0 : random.below(questions.length);
    for (const question of questions.slice(0, half)) await server.ask(question);
    if (damage !== undefined) server.note(damage());
    for (const question of questions.slice(half)) await server.ask(question);
    await server.follow(chain.story);
  } finally {
    await env.stop().catch((error) => server.fault(`the stop fails: ${(error as Error).stack}`));
  }
  return { outcome: server.hasMet ? 'met' : 'not met', faults: server.faults };
}
