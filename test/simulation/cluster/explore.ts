/**
 * Explores a simulated cluster of three machines in order instead of by chance: every fault at every write to the database in a
 * few seconds, then every two faults, those that are close together first, as far as a time limit allows.
 */
import type { CallFate, ClusterCall } from '../../support/cluster/memory-cluster-store.ts';
import { ClusterScene } from './cluster-scene.ts';

const WRITES: readonly ClusterCall[] = ['lease.take', 'lease.renew', 'log.append', 'submissions.add', 'members.report'];
const KINDS = ['late', 'cut after', 'kill', 'stand still', 'lost tail', 'clock set back', 'leave'] as const;
/** So many writes of a run can have a fault. */
const WRITES_EXPLORED = 40;
const FAULTS_LAST_MS = 4_000;
const WINDOW_MS = 6_000;

interface PlannedFault {
  /** At this write, counted over all machines. */
  readonly at: number;
  readonly kind: (typeof KINDS)[number];
}

export interface Exploration {
  readonly runs: number;
  /** The largest distance between two faults of a run, in writes, that was explored completely. */
  readonly distance: number;
}

/** Throws an error that names the faults of the first run that fails. */
export async function explore(seconds: number, mostRuns = Number.POSITIVE_INFINITY): Promise<Exploration> {
  const endMs = performance.now() + seconds * 1000;
  let runs = 0;
  let distance = -1;
  for (const plan of plans()) {
    if (performance.now() > endMs || runs === mostRuns) break;
    const [first, second] = plan;
    await runPlan(plan).catch((error) => {
      throw new Error(`with the faults ${JSON.stringify(plan)}`, { cause: error });
    });
    runs += 1;
    if (first !== undefined && second !== undefined) distance = second.at - first.at - 1;
  }
  return { runs, distance };
}

function* plans(): Generator<readonly PlannedFault[]> {
  for (let at = 0; at < WRITES_EXPLORED; at++) for (const kind of KINDS) yield [{ at, kind }];
  for (let apart = 1; apart < WRITES_EXPLORED; apart++) {
    for (let at = 0; at + apart < WRITES_EXPLORED; at++) {
      for (const kind of KINDS)
        for (const then of KINDS)
          yield [
            { at, kind },
            { at: at + apart, kind: then },
          ];
    }
  }
}

async function runPlan(plan: readonly PlannedFault[]): Promise<void> {
  const scene = await ClusterScene.openWith(1, 'one', 'two', 'three');
  try {
    let writes = 0;
    scene.fateOf = (place, call) => {
      if (!WRITES.includes(call)) return {};
      const fault = plan.find(({ at }) => at === writes);
      writes += 1;
      return fault === undefined ? {} : strike(scene, place, fault.kind);
    };
    const endPaying = scene.keepPaying();
    await scene.pass(WINDOW_MS);
    scene.fateOf = () => ({});
    await scene.pass(FAULTS_LAST_MS);
    endPaying();
    await scene.recover();
  } finally {
    scene.close();
  }
}

function strike(scene: ClusterScene, place: string, kind: PlannedFault['kind']): CallFate {
  const machine = scene.machine(place);
  switch (kind) {
    case 'late':
      return { ending: 'late', lateMs: 700 };
    case 'cut after':
      return { ending: 'cut after' };
    case 'kill':
      scene.time.after(0, () => machine.kill());
      scene.time.after(FAULTS_LAST_MS, () => machine.start());
      return {};
    case 'leave':
      scene.time.after(0, () => void machine.leave());
      scene.time.after(FAULTS_LAST_MS, () => machine.start());
      return {};
    case 'stand still':
      machine.stop();
      scene.time.after(FAULTS_LAST_MS, () => machine.goOn());
      return {};
    case 'lost tail':
      scene.time.after(0, () => scene.database.promoteStandby(1_500));
      return {};
    case 'clock set back':
      scene.database.setClock(-60_000);
      return {};
  }
}
