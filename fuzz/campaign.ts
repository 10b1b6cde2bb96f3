/**
 * Runs a target's cases, world after world. Every world is decided by the seed, its number and the corpus, so a defect
 * is had again by running that world alone. What a world throws ends the campaign with the input that did it.
 */
import { SeededRandom } from '../test/support/seeded-random.ts';
import type { FuzzTarget } from './fuzz-target.ts';

export interface CampaignOptions {
  readonly seed: number;
  readonly cases: number;
  readonly firstWorld?: number;
  readonly corpus: readonly string[];
  /** Told of every input that was tried without a defect. */
  readonly onCase?: (print: () => string) => void;
  readonly onWorld?: (casesDone: number) => void;
}

export interface CampaignResult {
  readonly cases: number;
  /** Kind of outcome → how often. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** A case that showed a defect. */
export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';
  readonly world: number;
  readonly input: string;

  constructor(target: string, seed: number, world: number, input: string, cause: unknown) {
    super(`${target}: seed ${seed}, world ${world}: ${cause}`, { cause });
    this.world = world;
    this.input = input;
  }
}

/** @throws FuzzFailure for the first defect */
export async function runCampaign<Input>(target: FuzzTarget<Input>, options: CampaignOptions): Promise<CampaignResult> {
  const { seed, corpus, onCase, onWorld } = options;
  const outcomes = new Map<string, number>();
  let cases = 0;
  for (let number = options.firstWorld ?? 0; cases < options.cases; number++) {
    const random = new SeededRandom(seed, number);
    const world = await target.createWorld(corpus, random);
    let input: Input | undefined;
    try {
      for (let inWorld = 0; inWorld < target.casesPerWorld && cases < options.cases; inWorld++, cases++) {
        const next = world.makeInput(random);
        input = next;
        const outcome = world.run(next);
        // Waiting for what is there already costs more than many a case.
        const kind = typeof outcome === 'string' ? outcome : await outcome;
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
        onCase?.(() => world.print(next));
      }
      await world.finish();
    } catch (error) {
      throw new FuzzFailure(target.name, seed, number, input === undefined ? '' : world.print(input), error);
    }
    onWorld?.(cases);
  }
  return { cases, outcomes };
}

/** Tries known inputs one after the other in a world of their own. */
export async function tryInputs<Input>(target: FuzzTarget<Input>, lines: readonly string[]): Promise<string[]> {
  const world = await target.createWorld(lines, new SeededRandom(0));
  const outcomes: string[] = [];
  for (const line of lines) outcomes.push(await world.run(world.parse(line)));
  await world.finish();
  return outcomes;
}
