/**
 * Runs a target's cases, round after round. The seed, the number of the round and the corpus determine its cases, so one
 * round alone repeats a defect. An exception of a round ends the campaign, which then reports the input.
 */
import { SeededRandom } from '../test/support/seeded-random.ts';
import type { FuzzTarget } from './fuzz-target.ts';

export interface CampaignOptions {
  readonly seed: number;
  readonly cases: number;
  readonly firstRound?: number;
  readonly corpus: readonly string[];
  /** Told of every input that was tried without a defect. */
  readonly onCase?: (print: () => string) => void;
  readonly onRound?: (casesDone: number) => void;
}

export interface CampaignResult {
  readonly cases: number;
  /** Kind of outcome → how often. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** A case that showed a defect. */
export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
  readonly round: number;
  readonly input: string;

  constructor(target: string, seed: number, round: number, input: string, cause: unknown) {
    super(`${target}: seed ${seed}, round ${round}: ${cause}`, { cause });
    this.round = round;
    this.input = input;
  }
}

/** @throws FuzzFailure for the first defect */
export async function runCampaign<Input>(target: FuzzTarget<Input>, options: CampaignOptions): Promise<CampaignResult> {
  const { seed, corpus, onCase, onRound } = options;
  const outcomes = new Map<string, number>();
  let cases = 0;
  for (let number = options.firstRound ?? 0; cases < options.cases; number++) {
    const random = new SeededRandom(seed, number);
    const round = await target.createRound(corpus, random);
    let input: Input | undefined;
    try {
      for (let inRound = 0; inRound < target.casesPerRound && cases < options.cases; inRound++, cases++) {
        const next = round.makeInput(random);
        input = next;
        const outcome = round.run(next);
        // Waiting for what is there already costs more than many a case.
        const kind = typeof outcome === 'string' ? outcome : await outcome;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
        onCase?.(() => round.print(next));
      }
      await round.finish();
    } catch (error) {
      throw new FuzzFailure(target.name, seed, number, input === undefined ? '' : round.print(input), error);
    }
    onRound?.(cases);
  }
  return { cases, outcomes };
}

/** Tries known inputs, one after the other, in a new round. */
export async function tryInputs<Input>(target: FuzzTarget<Input>, lines: readonly string[]): Promise<string[]> {
  const round = await target.createRound(lines, new SeededRandom(0));
  const outcomes: string[] = [];
  for (const line of lines) outcomes.push(await round.run(round.parse(line)));
  await round.finish();
  return outcomes;
}
