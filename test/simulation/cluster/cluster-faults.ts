/** Random faults of the machines of a simulated cluster. Every fault ends. */

import { DamagedRowError } from '../../../src/storage/damaged-row-error.ts';
import type { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import type { CallOutcome, ClusterCall } from '../../support/cluster/memory-cluster-store.ts';
import type { SeededRandom } from '../../support/seeded-random.ts';
import type { SimulatedMachine } from './simulated-machine.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import type { VirtualTime } from './virtual-time.ts';

/** How the database stores its commits. Each mode has its own faults. */
export const DATABASE_MODES = ['one server', 'synchronous standby', 'asynchronous standby'] as const;
export type DatabaseMode = (typeof DATABASE_MODES)[number];

const KINDS = [
  'kill',
  'kill',
  'leave',
  'stand still',
  'stand still',
  'clock jump',
  'two machines apart',
  'one machine without the log',
  'all machines without the log',
  'lossy links',
  'faulty calls',
  'slow calls',
  'full disk',
  'late calls',
  'unreachable',
  'clock of the database',
  'second process of a name',
] as const;

const KINDS_OF_MODE = {
  'one server': [...KINDS, 'damaged row'],
  'synchronous standby': [...KINDS, 'damaged row', 'stalled standby', 'stalled standby'],
  // After a lost tail, a damaged member may be the only one that has it: the operator decides then.
  'asynchronous standby': [...KINDS, 'lost tail', 'lost tail'],
} as const;

export type FaultKind = (typeof KINDS)[number] | 'damaged row' | 'stalled standby' | 'lost tail';

const ENDINGS = ['refused', 'cut before', 'cut after', 'cut after'] as const;

interface FaultTargets {
  readonly time: VirtualTime;
  readonly network: SimulatedNetwork;
  readonly machines: readonly SimulatedMachine[];
  readonly database: MemoryCluster;
  readonly mode: DatabaseMode;
  readonly random: SeededRandom;
  /** Starts another process with the name of a machine. */
  readonly startSecond: (name: string) => SimulatedMachine;
}

export class ClusterFaults {
  /** Kind → number of times. */
  readonly counts = new Map<FaultKind, number>();
  readonly #targets: FaultTargets;
  readonly #seconds: SimulatedMachine[] = [];
  #faultyUntilMs = 0;
  #slowUntilMs = 0;
  #lateUntilMs = 0;
  #isOver = false;

  constructor(targets: FaultTargets) {
    this.#targets = targets;
  }

  /** The delays and the outcome of a call, which depend on the current faults. */
  outcomeOf(_call: ClusterCall): CallOutcome {
    const { random, time } = this.#targets;
    const slowest = time.nowMs < this.#slowUntilMs ? 900 : 4;
    const delays = { thereMs: random.between(0, slowest), backMs: random.between(0, slowest) };
    if (time.nowMs < this.#lateUntilMs && random.chance(0.3))
      return { ...delays, ending: 'late', lateMs: random.between(1, 6_000) };
    if (time.nowMs >= this.#faultyUntilMs || !random.chance(0.3)) return delays;
    return { ...delays, ending: random.pick(ENDINGS) };
  }

  /** Starts a random fault of one machine, of several, or of the database. Several faults may last at the same time. */
  strike(): void {
    const { random, machines, mode } = this.#targets;
    const kind = random.pick<FaultKind>(KINDS_OF_MODE[mode]);
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    this.#begin(kind, random.pick(machines), random.pick([300, 1_000, 2_500, 4_000, 7_000]));
  }

  /** Ends all faults: all machines run and reach each other from now on. */
  endAll(): void {
    const { machines, network, database } = this.#targets;
    this.#isOver = true;
    this.#faultyUntilMs = 0;
    this.#slowUntilMs = 0;
    this.#lateUntilMs = 0;
    database.promoteStalled();
    network.lossChance = 0;
    for (const machine of machines) {
      machine.isCutOff = false;
      machine.resume();
      machine.start();
      for (const other of machines) network.rejoin(machine.address, other.address);
    }
  }

  #begin(kind: FaultKind, machine: SimulatedMachine, lastsMs: number): void {
    const { network, machines, random, time, database } = this.#targets;
    switch (kind) {
      case 'kill':
        machine.kill();
        this.#after(lastsMs, () => machine.start());
        break;
      case 'leave':
        void machine.leave();
        this.#after(lastsMs + 2_000, () => machine.start());
        break;
      case 'stand still':
        machine.stop();
        this.#after(lastsMs, () => machine.resume());
        break;
      case 'clock jump':
        machine.jumpClock(random.pick([-3_600_000, -5_000, -500, 500, 5_000, 3_600_000]));
        break;
      case 'two machines apart':
        this.#part(machine, random.pick(machines.filter((one) => one !== machine)), lastsMs);
        break;
      case 'one machine without the log':
        this.#cutOff([machine], lastsMs);
        break;
      case 'all machines without the log':
        this.#cutOff(machines, lastsMs);
        break;
      case 'lossy links':
        network.lossChance = random.pick([0.01, 0.05, 0.2]);
        this.#after(lastsMs, () => {
          network.lossChance = 0;
        });
        break;
      case 'faulty calls':
        this.#faultyUntilMs = time.nowMs + lastsMs;
        break;
      case 'slow calls':
        this.#slowUntilMs = time.nowMs + lastsMs;
        break;
      case 'late calls':
        this.#lateUntilMs = time.nowMs + lastsMs;
        break;
      case 'unreachable':
        for (const other of machines) if (other !== machine) this.#part(machine, other, lastsMs * 2);
        break;
      case 'clock of the database':
        database.setClock(random.pick([-3_600_000, -20_000, -1_000, 1_000, 20_000]));
        // After the clock was set back, the lease of a dead leader must not last longer by that difference.
        for (const leader of machines.filter((one) => one.member?.cluster.node.isLeading === true)) {
          leader.kill();
          this.#after(lastsMs, () => leader.start());
        }
        break;
      case 'second process of a name': {
        const second = this.#targets.startSecond(machine.name);
        this.#seconds.push(second);
        this.#targets.time.after(lastsMs + 3_000, () => second.kill());
        break;
      }
      case 'damaged row':
        machine.disk.damage = new DamagedRowError({ table: 'entries', key: 'AB' });
        break;
      case 'stalled standby':
        database.stallStandby();
        this.#targets.time.after(lastsMs / 2, () => database.restartStalled());
        this.#targets.time.after(lastsMs, () => database.promoteStalled());
        break;
      case 'lost tail':
        // The disk of a second process is lost when that ends, and it may be one of those that acknowledged.
        if (this.#seconds.some(({ disk }) => disk.ledgerRange() !== undefined)) break;
        database.promoteStandby(random.pick([100, 1_000, 3_000, 8_000]));
        break;
      default:
        machine.disk.prepare(random.pick(['refused', 'refused', 'kept unnoticed']), () => {});
    }
  }

  #part(one: SimulatedMachine, other: SimulatedMachine, lastsMs: number): void {
    const { network } = this.#targets;
    network.part(one.address, other.address);
    this.#after(lastsMs, () => network.rejoin(one.address, other.address));
  }

  #cutOff(machines: readonly SimulatedMachine[], lastsMs: number): void {
    for (const one of machines) one.isCutOff = true;
    this.#after(lastsMs, () => {
      for (const one of machines) one.isCutOff = false;
    });
  }

  /** Schedules the end of a fault. Does nothing once all faults have ended. */
  #after(delayMs: number, end: () => void): void {
    this.#targets.time.after(delayMs, () => {
      if (!this.#isOver) end();
    });
  }
}
