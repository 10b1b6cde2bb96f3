/** Runs plans, and shortens the plan of a failure. */
import { SeededRandom } from '../support/seeded-random.ts';
import { type PlannedAction, planRun } from './plan.ts';
import { type RunFigures, Simulation } from './simulation.ts';

const SHORTEST_RUN = 20;
const LONGEST_RUN = 140;
/** Upper bound of attempts to shorten a plan. */
const MAX_ATTEMPTS = 400;

export interface RunOutcome {
  readonly figures: RunFigures;
  /** Hash of the last ledger, which depends on everything before it. */
  readonly hash: string | undefined;
  readonly failure: Failure | undefined;
}

export interface Failure {
  readonly error: unknown;
  /** Actions up to and including the one that failed. */
  readonly plan: readonly PlannedAction[];
}

/** The plan of a seed. */
export function planOf(seed: number): PlannedAction[] {
  const random = new SeededRandom(seed);
  return planRun(random, random.between(SHORTEST_RUN, LONGEST_RUN));
}

export async function runPlan(plan: readonly PlannedAction[]): Promise<RunOutcome> {
  const simulation = await Simulation.create();
  const { figures } = simulation;
  for (const [at, action] of plan.entries()) {
    try {
      await simulation.act(action);
    } catch (error) {
      return { figures, hash: undefined, failure: { error, plan: plan.slice(0, at + 1) } };
    }
  }
  try {
    return { figures, hash: await simulation.finish(), failure: undefined };
  } catch (error) {
    return { figures, hash: undefined, failure: { error, plan } };
  }
}

/**
 * Returns a shorter plan that fails too, not necessarily in the same way. It omits parts while the rest still fails.
 */
export async function shorten(failure: Failure): Promise<Failure> {
  let shortest = failure;
  let attempts = 0;
  for (let size = Math.ceil(failure.plan.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < shortest.plan.length && attempts < MAX_ATTEMPTS; attempts++) {
      const outcome = await runPlan(shortest.plan.toSpliced(start, size));
      if (outcome.failure === undefined) start += size;
      else shortest = outcome.failure;
    }
  }
  return shortest;
}
