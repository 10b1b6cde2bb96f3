/**
 * Explores faults of a simulated cluster of three machines systematically instead of at random. A schedule is the
 * fault-free run with at most two faults. A fault is injected at a step: a write to the database, or an event in the
 * process of a machine (a message, a timer, an answer). First all schedules with one fault at any step of a window are
 * run, then those with two faults, by ascending distance in steps, until a time limit. A schedule ends early if its
 * cluster has the same state as an earlier schedule after the same number of faults, because the rest would be the
 * same.
 */
import { hash } from 'node:crypto';
import type { CallOutcome, ClusterCall } from '../../support/cluster/memory-cluster-store.ts';
import { ClusterScene } from './cluster-scene.ts';

const WRITES: ReadonlySet<ClusterCall> = new Set([
  ...(['lease.take', 'lease.renew', 'lease.release', 'log.append'] as const),
  ...(['submissions.add', 'submissions.remove', 'members.report', 'members.leave'] as const),
]);
const WRITE_FAULTS = [
  'late',
  'late by a lease',
  'cut after',
  'lost tail',
  'lost tail with machine',
  'clock set back',
] as const;
/**
 * Faults of a single write. After `forgotten` (the server loses the write in a crash and keeps its incarnation) a
 * second fault may lose ledgers, so it is only tried alone.
 */
const LONE_WRITE_FAULTS = [...WRITE_FAULTS, 'forgotten'] as const;
const EVENT_FAULTS = ['kill', 'leave', 'stand still', 'pause'] as const;
const WINDOW_MS = 3_500;
const FAULTS_LAST_MS = 4_000;
const PAUSE_MS = 400;
const STEP_MS = 25;
/** Times are rounded to this grain before states are compared. */
const GRAIN_MS = 500;

type FaultKind = (typeof LONE_WRITE_FAULTS)[number] | (typeof EVENT_FAULTS)[number];
type Step = 'write' | 'event';

interface PlannedFault {
  readonly step: number;
  readonly kind: FaultKind;
}

export interface Exploration {
  /** Number of schedules that ran to their end. */
  readonly runs: number;
  /** Number of schedules that ended early because another one led to the same state. */
  readonly equal: number;
  /** Number of steps in the window of the fault-free schedule. */
  readonly steps: number;
  /**
   * The largest distance between two faults, in steps, that was explored completely; undefined if the single faults
   * were not.
   */
  readonly distance: number | undefined;
}

/** Throws an error that names the faults of the first schedule that fails. `acknowledge`: the option of the members. */
export async function explore(
  seconds: number,
  { mostRuns = Number.POSITIVE_INFINITY, acknowledge = 1 } = {},
): Promise<Exploration> {
  const endMs = performance.now() + seconds * 1000;
  const seen = new Set<string>();
  let [runs, equal] = [0, 0];
  let distance: number | undefined;
  const isOver = () => performance.now() > endMs || runs >= mostRuns;
  const run = async (plan: readonly PlannedFault[]): Promise<readonly Step[] | undefined> => {
    const steps = await new Schedule(plan, acknowledge, seen).run().catch((error) => {
      throw new Error(`with the faults ${JSON.stringify(plan)}`, { cause: error });
    });
    if (steps === undefined) equal += 1;
    else runs += 1;
    return steps;
  };
  const usual = (await run([]))!;
  /** First faults, each with the steps of the schedule that has only that fault. */
  const firsts: (readonly [PlannedFault, readonly Step[]])[] = [];
  for (const fault of faultsOf(usual, 0, LONE_WRITE_FAULTS)) {
    if (isOver()) return { runs, equal, steps: usual.length, distance };
    const steps = await run([fault]);
    if (steps !== undefined && fault.kind !== 'forgotten') firsts.push([fault, steps]);
  }
  for (let apart = 1; apart < usual.length; apart++) {
    for (const [first, steps] of firsts) {
      const step = first.step + apart;
      for (const { kind } of faultsOf(steps.slice(step, step + 1), step)) {
        if (isOver()) return { runs, equal, steps: usual.length, distance };
        await run([first, { step, kind }]);
      }
    }
    distance = apart;
  }
  return { runs, equal, steps: usual.length, distance };
}

/** The faults that can be injected at these steps. */
function* faultsOf(
  steps: readonly Step[],
  first: number,
  atWrites: readonly FaultKind[] = WRITE_FAULTS,
): Generator<PlannedFault> {
  for (const [at, step] of steps.entries())
    for (const kind of step === 'write' ? atWrites : EVENT_FAULTS) yield { step: first + at, kind };
}

function round(milliseconds: number): number {
  return Math.round(milliseconds / GRAIN_MS);
}

class Schedule {
  readonly #plan: readonly PlannedFault[];
  readonly #acknowledge: number;
  readonly #seen: Set<string>;
  readonly #steps: Step[] = [];
  #scene!: ClusterScene;
  #struck = 0;
  #isEqual = false;

  constructor(plan: readonly PlannedFault[], acknowledge: number, seen: Set<string>) {
    this.#plan = plan;
    this.#acknowledge = acknowledge;
    this.#seen = seen;
  }

  /** Returns the steps of the window; undefined if the state after the faults equals that of an earlier schedule. */
  async run(): Promise<readonly Step[] | undefined> {
    const scene = await ClusterScene.openWith(this.#acknowledge, 'one', 'two', 'three');
    this.#scene = scene;
    try {
      const endPaying = scene.keepPaying();
      scene.outcomeOf = (place, call) => (WRITES.has(call) ? this.#atWrite(place) : {});
      scene.onEvent = (place) => this.#atEvent(place);
      for (let ms = 0; ms < WINDOW_MS && !this.#isEqual; ms += STEP_MS) await scene.pass(STEP_MS);
      if (this.#isEqual) return undefined;
      scene.outcomeOf = () => ({});
      scene.onEvent = () => {};
      await scene.pass(FAULTS_LAST_MS);
      endPaying();
      await scene.recover();
      return this.#steps;
    } finally {
      scene.close();
    }
  }

  #next(step: Step): FaultKind | undefined {
    const { length } = this.#plan;
    if (this.#struck === length && length > 0 && this.#steps.length === this.#plan.at(-1)!.step + 1) this.#compare();
    const fault = this.#plan.find((one) => one.step === this.#steps.length);
    this.#steps.push(step);
    if (fault !== undefined) this.#struck += 1;
    return fault?.kind;
  }

  /** Compares the state after the last fault with earlier schedules. */
  #compare(): void {
    const state = hash('sha256', `${this.#plan.length}${this.#scene.stateText(round)}`, 'base64');
    this.#isEqual = this.#seen.has(state);
    this.#seen.add(state);
  }

  #atWrite(place: string): CallOutcome {
    const { database, time } = this.#scene;
    switch (this.#next('write')) {
      case 'late':
        return { ending: 'late', lateMs: 700 };
      case 'late by a lease':
        return { ending: 'late', lateMs: 3_500 };
      case 'cut after':
        return { ending: 'cut after' };
      case 'forgotten':
        time.after(0, () => database.forget(1));
        break;
      case 'lost tail':
        time.after(0, () => database.promoteStandby(1_500));
        break;
      case 'lost tail with machine':
        time.after(0, () => {
          this.#end(place);
          database.promoteStandby(1_500);
        });
        break;
      case 'clock set back':
        database.setClock(-60_000);
    }
    return {};
  }

  #atEvent(place: string): void {
    const machine = this.#scene.machine(place);
    switch (this.#next('event')) {
      case 'kill':
        this.#end(place);
        break;
      case 'leave':
        void machine.leave();
        this.#scene.time.after(FAULTS_LAST_MS, () => machine.start());
        break;
      case 'stand still':
        this.#pause(place, FAULTS_LAST_MS);
        break;
      case 'pause':
        this.#pause(place, PAUSE_MS);
    }
  }

  #end(place: string): void {
    const machine = this.#scene.machine(place);
    machine.kill();
    this.#scene.time.after(FAULTS_LAST_MS, () => machine.start());
  }

  #pause(place: string, lastsMs: number): void {
    const machine = this.#scene.machine(place);
    machine.stop();
    this.#scene.time.after(lastsMs, () => machine.resume());
  }
}
