/**
 * `npm run soak -- fuzz-codec --cases 10000000 --seed 1`, and the same for `fuzz-envelope` and `fuzz-engine`. It prints how
 * often each outcome occurred, or fails with the input that showed a defect and the command that repeats it. `--grow` looks
 * for inputs that reach more of the source, and writes the corpus.
 */
import { parseArgs } from 'node:util';
import { FuzzFailure, runCampaign } from '../../fuzz/campaign.ts';
import { codecTarget } from '../../fuzz/codec-target.ts';
import { readCorpus, writeCorpus } from '../../fuzz/corpus.ts';
import { engineTarget } from '../../fuzz/engine-target.ts';
import { envelopeTarget } from '../../fuzz/envelope-target.ts';
import type { FuzzTarget } from '../../fuzz/fuzz-target.ts';
import { growCorpus } from '../../fuzz/grow-corpus.ts';

// biome-ignore lint/suspicious/noExplicitAny: each target has inputs of its own type, which this file does not read
type AnyTarget = FuzzTarget<any>;

const TARGETS: Readonly<Record<string, AnyTarget>> = {
  codec: codecTarget,
  envelope: envelopeTarget,
  engine: engineTarget,
};
const REPORT_EVERY_MS = 60_000;
const USAGE = `usage: fuzz.ts ${Object.keys(TARGETS).join('|')} [--cases N] [--seed N] [--round N] [--grow]`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    round: { type: 'string', default: '0' },
    grow: { type: 'boolean', default: false },
  },
});
const target = TARGETS[positionals[0] ?? ''];
const [cases, seed, firstRound] = [values.cases, values.seed, values.round].map(Number) as [number, number, number];

if (target === undefined || ![cases, seed, firstRound].every(Number.isSafeInteger)) {
  console.error(USAGE);
  process.exitCode = 2;
} else if (values.grow) {
  const { lines, blocks } = await growCorpus(target, readCorpus(target.name), seed, cases);
  writeCorpus(target.name, lines);
  console.log(`${target.name}: ${lines.length} inputs reach ${blocks} blocks of the source`);
} else {
  await soak(target);
}

async function soak(chosen: AnyTarget): Promise<void> {
  const startedMs = performance.now();
  let reportedMs = startedMs;
  // Most cases throw and catch an error. The full stack is only needed to report a defect of a single case.
  if (cases > 1) Error.stackTraceLimit = 4;
  const onRound = (done: number): void => {
    if (performance.now() - reportedMs < REPORT_EVERY_MS) return;
    reportedMs = performance.now();
    console.log(`${chosen.name}: ${done} cases, ${rateOf(done, startedMs)}/s`);
  };
  try {
    const result = await runCampaign(chosen, { seed, cases, firstRound, corpus: readCorpus(chosen.name), onRound });
    console.log(`${chosen.name}: ${result.cases} cases, ${rateOf(result.cases, startedMs)}/s, seed ${seed}, no defect`);
    for (const [kind, count] of [...result.outcomes].sort((one, other) => other[1] - one[1])) {
      console.log(`${String(count).padStart(10)}  ${kind}`);
    }
  } catch (error) {
    if (!(error instanceof FuzzFailure)) throw error;
    console.error(error.cause);
    console.error(`input: ${error.input}`);
    console.error(`again: node scripts/soak/fuzz.ts ${chosen.name} --seed ${seed} --round ${error.round}`);
    process.exitCode = 1;
  }
}

function rateOf(count: number, sinceMs: number): number {
  return Math.round((count / (performance.now() - sinceMs)) * 1000);
}
