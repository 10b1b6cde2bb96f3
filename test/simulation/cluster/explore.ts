/**
 * Explores faults of a simulated cluster of three machines systematically instead of at random. A schedule is the
 * fault-free run of a setting with one or two faults, each at a step (`schedule.ts`). First all settings have each
 * fault at the writes that change the lead or the log and at a few other steps, then two faults at these, then each
 * fault at more steps, and so on until a time limit. A
 * schedule ends early if its cluster has the same state as an earlier schedule after the same faults, because the rest
 * would be the same.
 */
import { kindsAt, type PlannedFault, Schedule, SETTINGS, type Setting, type Step } from './schedule.ts';

/** Number of faults, and the distance between the other steps that are tried. */
const LEVELS = [
  { faults: 1, every: 64 },
  { faults: 1, every: 16 },
  { faults: 2, every: 64 },
  { faults: 1, every: 4 },
  { faults: 2, every: 16 },
  { faults: 1, every: 1 },
  { faults: 2, every: 4 },
  { faults: 2, every: 1 },
] as const;

export interface Exploration {
  /** Number of schedules that ran to their end. */
  readonly runs: number;
  /** Number of schedules that ended early because another one led to the same state. */
  readonly equal: number;
  /** Number of steps in the window of the fault-free schedules. */
  readonly steps: number;
  /** Number of the levels that were explored completely. */
  readonly levels: number;
  /** What was explored completely, in words. */
  readonly complete: readonly string[];
}

/** Throws an error that names the setting and the faults of the first schedule that fails. `setting`: part of the names of the settings. */
export async function explore(
  seconds: number,
  { mostRuns = Number.POSITIVE_INFINITY, setting = '' } = {},
): Promise<Exploration> {
  const endMs = performance.now() + seconds * 1000;
  const explorers = SETTINGS.filter(({ name }) => name.includes(setting)).map((one) => new Explorer(one));
  const isOver = () => performance.now() > endMs || sum(explorers, ({ runs }) => runs) >= mostRuns;
  const complete: string[] = [];
  for (const { faults, every } of LEVELS) {
    const levels = explorers.map((explorer) => explorer.level(faults, every));
    // The settings take turns.
    for (let open = levels; open.length > 0; ) {
      const left: typeof levels = [];
      for (const level of open) {
        if (isOver()) return outcome(explorers, complete);
        if ((await level.next()).done !== true) left.push(level);
      }
      open = left;
    }
    complete.push(`${faults === 1 ? 'one fault' : 'two faults'} at every ${every}. step`);
  }
  return outcome(explorers, complete);
}

function outcome(explorers: readonly Explorer[], complete: readonly string[]): Exploration {
  return {
    runs: sum(explorers, ({ runs }) => runs),
    equal: sum(explorers, ({ equal }) => equal),
    steps: sum(explorers, ({ steps }) => steps),
    levels: complete.length,
    complete,
  };
}

function sum(explorers: readonly Explorer[], numberOf: (explorer: Explorer) => number): number {
  return explorers.reduce((total, explorer) => total + numberOf(explorer), 0);
}

function* stepsOf(steps: readonly Step[], first: number, every: number): Generator<number> {
  for (let step = first; step < steps.length; step++)
    if (steps[step] === 'turn' || (step - first) % every === 0) yield step;
}

/** Explores one setting. */
class Explorer {
  readonly #setting: Setting;
  readonly #seen = new Set<string>();
  readonly #done = new Set<string>();
  /** Single fault → the steps of its schedule; undefined if that ended early. */
  readonly #singles = new Map<string, readonly Step[] | undefined>();
  #usual: readonly Step[] | undefined;
  runs = 0;
  equal = 0;

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  get steps(): number {
    return this.#usual?.length ?? 0;
  }

  /** Runs one schedule each time. */
  async *level(faults: 1 | 2, every: number): AsyncGenerator<void> {
    if (this.#usual === undefined) {
      this.#usual = (await this.#run([]))!;
      yield;
    }
    for (const step of stepsOf(this.#usual, 0, every)) {
      for (const first of this.#faultsAt(this.#usual, step, faults === 1)) {
        if (faults === 1) {
          if (await this.#runOnce([first])) yield;
        } else yield* this.#seconds(first, every);
      }
    }
  }

  async *#seconds(first: PlannedFault, every: number): AsyncGenerator<void> {
    const steps = this.#singles.get(JSON.stringify([first]));
    if (steps === undefined) return;
    for (const step of stepsOf(steps, first.step + 1, every))
      for (const second of this.#faultsAt(steps, step, false)) if (await this.#runOnce([first, second])) yield;
  }

  #faultsAt(steps: readonly Step[], step: number, isAlone: boolean): PlannedFault[] {
    return kindsAt(steps[step]!, this.#setting, isAlone).map((kind) => ({ step, kind }));
  }

  /** False if it ran before. */
  async #runOnce(plan: readonly PlannedFault[]): Promise<boolean> {
    const key = JSON.stringify(plan);
    if (this.#done.has(key)) return false;
    this.#done.add(key);
    const steps = await this.#run(plan);
    if (plan.length === 1) this.#singles.set(key, steps);
    return true;
  }

  async #run(plan: readonly PlannedFault[]): Promise<readonly Step[] | undefined> {
    const steps = await new Schedule(this.#setting, plan, this.#seen).run().catch((error) => {
      throw new Error(`${this.#setting.name}, with the faults ${JSON.stringify(plan)}`, { cause: error });
    });
    if (steps === undefined) this.equal += 1;
    else this.runs += 1;
    return steps;
  }
}
