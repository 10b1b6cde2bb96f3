/**
 * Looks for inputs that reach blocks of the source which the corpus does not, and keeps the short ones. It runs several
 * times as long as a plain campaign, so it is done now and then, and campaigns start from what it left.
 */
import { SeededRandom } from '../test/support/seeded-random.ts';
import { Coverage } from './coverage.ts';
import type { FuzzRound, FuzzTarget } from './fuzz-target.ts';

const BATCH = 200;
/** An input of more characters is not worth its room. */
const LONGEST = 1_500;

export interface GrownCorpus {
  readonly lines: readonly string[];
  readonly blocks: number;
}

/** The inputs among `candidates` and among new ones that reach something first, in that order. */
export async function growCorpus<Input>(
  target: FuzzTarget<Input>,
  candidates: readonly string[],
  seed: number,
  cases: number,
): Promise<GrownCorpus> {
  const coverage = new Coverage();
  const lines: string[] = [];
  const round = await target.createRound([], new SeededRandom(seed));
  const keep = async (inputs: readonly string[]): Promise<void> => {
    for (const input of inputs) {
      await round.run(round.parse(input));
      if (coverage.takeNew().length > 0 && input.length <= LONGEST) lines.push(input);
    }
  };
  await keep(candidates);
  for (let done = 0; done < cases; done += BATCH) {
    const random = new SeededRandom(seed, done + 1);
    const inputs = await runBatch(await target.createRound(lines, random), random);
    const found = coverage.takeNew();
    if (found.length === 0) continue;
    coverage.forget(found);
    await keep(inputs);
  }
  coverage.stop();
  return { lines, blocks: coverage.blockCount };
}

async function runBatch<Input>(round: FuzzRound<Input>, random: SeededRandom): Promise<string[]> {
  const inputs: string[] = [];
  for (let count = 0; count < BATCH; count++) {
    const input = round.makeInput(random);
    await round.run(input);
    inputs.push(round.print(input));
  }
  return inputs;
}
