/**
 * Explores faults of a simulated cluster of three machines systematically instead of at random. A schedule is the
 * fault-free run of a setting with one or two faults, each at a step (`schedule.ts`). First all settings have each
 * fault at the writes that change the lead or the log, where a ledger is served, and at a few other steps, then each fault at more steps, then two
 * faults, and so on until a time limit. The schedules of a level have a random order, so that explorations with other
 * seeds try others if the time is not enough for all.
 */
import { SeededRandom } from '../../support/seeded-random.ts';
import { kindsAt, type PlannedFault, Schedule, SETTINGS, type Setting, type Step } from './schedule.ts';

interface Level {
  readonly faults: 1 | 2;
  /** Distance between the other steps that are tried. */
  readonly every: number;
}

/** Steps that each level tries. */
const ALWAYS: readonly Step[] = ['turn', 'served'];

const LEVELS: readonly Level[] = [
  { faults: 1, every: 64 },
  { faults: 1, every: 16 },
  { faults: 2, every: 64 },
  { faults: 1, every: 4 },
  { faults: 2, every: 16 },
  { faults: 1, every: 1 },
];

const ALL = { process: 0, of: 1 };

export interface ExploreOptions {
  readonly mostRuns?: number;
  /** Part of the names of the settings. */
  readonly setting?: string;
  /** Of the order of the schedules. */
  readonly seed?: number;
  /** The most faults that a schedule has. */
  readonly mostFaults?: number;
  /** Of so many processes, this one takes its share of the settings. */
  readonly share?: { readonly process: number; readonly of: number };
}

export interface Exploration {
  /** Number of schedules without, with one, and with two faults. */
  readonly runs: number;
  readonly singles: number;
  readonly pairs: number;
  /** Number of steps in the window of the fault-free schedules. */
  readonly steps: number;
  /** What was explored completely, in words. */
  readonly complete: readonly string[];
  /** What was explored in part, if anything: number of schedules that were tried, and of all. */
  readonly partly: string | undefined;
}

/** Throws an error that names the setting and the faults of the first schedule that fails. */
export async function explore(
  seconds: number,
  { mostRuns = Number.POSITIVE_INFINITY, setting = '', seed = 1, mostFaults = 2, share = ALL }: ExploreOptions = {},
): Promise<Exploration> {
  const endMs = performance.now() + seconds * 1000;
  const explorers = SETTINGS.filter(({ name }) => name.includes(setting))
    .filter((_, at) => at % share.of === share.process)
    .map((one) => new Explorer(one, seed));
  const runs = () => sum(explorers, ({ counts: [none, single, pair] }) => none + single + pair);
  const isOver = () => performance.now() > endMs || runs() >= mostRuns;
  const complete: string[] = [];
  let partly: string | undefined;
  for (const level of LEVELS.filter(({ faults }) => faults <= mostFaults)) {
    for (const explorer of explorers) if (!isOver()) await explorer.begin(level);
    // The settings take turns.
    for (let open = explorers; open.length > 0 && !isOver(); ) {
      const left: Explorer[] = [];
      for (const explorer of open) if (!isOver() && (await explorer.runNext())) left.push(explorer);
      open = left;
    }
    if (isOver()) {
      const [tried, all] = [sum(explorers, ({ tried }) => tried), sum(explorers, ({ all }) => all)];
      partly = `${wordsFor(level)}: ${tried} of ${all} schedules`;
      break;
    }
    complete.push(wordsFor(level));
  }
  return {
    runs: runs(),
    singles: sum(explorers, ({ counts }) => counts[1]),
    pairs: sum(explorers, ({ counts }) => counts[2]),
    steps: sum(explorers, ({ steps }) => steps),
    complete,
    partly,
  };
}

function wordsFor({ faults, every }: Level): string {
  return faults === 1 ? `one fault at every ${every}. step` : `two faults at every ${every}. step`;
}

function sum(explorers: readonly Explorer[], numberOf: (explorer: Explorer) => number): number {
  return explorers.reduce((total, explorer) => total + numberOf(explorer), 0);
}

function* stepsOf(steps: readonly Step[], first: number, every: number): Generator<number> {
  for (let step = first; step < steps.length; step++)
    if (ALWAYS.includes(steps[step]!) || (step - first) % every === 0) yield step;
}

/** Explores one setting. */
class Explorer {
  readonly #setting: Setting;
  readonly #random: SeededRandom;
  readonly #done = new Set<string>();
  /** Single fault → the steps of its schedule. */
  readonly #singles = new Map<string, readonly Step[]>();
  #usual: readonly Step[] | undefined;
  /** What is left of the level, in the order of the turns. */
  #plans: (readonly PlannedFault[])[] = [];
  /** Number of schedules of the level. */
  all = 0;
  /** Number of faults → number of schedules. */
  readonly counts: [number, number, number] = [0, 0, 0];

  constructor(setting: Setting, seed: number) {
    this.#setting = setting;
    this.#random = new SeededRandom(seed);
  }

  get steps(): number {
    return this.#usual?.length ?? 0;
  }

  /** Number of schedules of the level that have run. */
  get tried(): number {
    return this.all - this.#plans.length;
  }

  async begin({ faults, every }: Level): Promise<void> {
    this.#usual ??= await this.#run([]);
    const singles = this.#faultsFrom(this.#usual, 0, every, faults === 1).map((one) => [one]);
    const plans = faults === 1 ? singles : singles.flatMap(([first]) => this.#pairsOf(first!, every));
    this.#plans = plans.filter((plan) => !this.#done.has(JSON.stringify(plan)));
    this.all = this.#plans.length;
  }

  /** False if the level is complete. */
  async runNext(): Promise<boolean> {
    const at = this.#random.below(this.#plans.length);
    const plan = this.#plans[at];
    if (plan === undefined) return false;
    this.#plans[at] = this.#plans.at(-1)!;
    this.#plans.pop();
    const key = JSON.stringify(plan);
    this.#done.add(key);
    const steps = await this.#run(plan);
    if (plan.length === 1) this.#singles.set(key, steps);
    return true;
  }

  #pairsOf(first: PlannedFault, every: number): (readonly PlannedFault[])[] {
    const steps = this.#singles.get(JSON.stringify([first])) ?? [];
    return this.#faultsFrom(steps, first.step + 1, every, false).map((second) => [first, second]);
  }

  #faultsFrom(steps: readonly Step[], firstStep: number, every: number, isAlone: boolean): PlannedFault[] {
    return Array.from(stepsOf(steps, firstStep, every)).flatMap((step) =>
      kindsAt(steps[step]!, this.#setting, isAlone).map((kind) => ({ step, kind })),
    );
  }

  async #run(plan: readonly PlannedFault[]): Promise<readonly Step[]> {
    const steps = await new Schedule(this.#setting, plan).run().catch((error) => {
      throw new Error(`${this.#setting.name}, with the faults ${JSON.stringify(plan)}`, { cause: error });
    });
    this.counts[plan.length as 0 | 1 | 2] += 1;
    return steps;
  }
}
