/**
 * One schedule of the exploration: a simulated cluster of three machines with faults at fixed steps. A step is a write
 * to the database, an event in the process of a machine (a message, a timer, an answer), or the moment at which the
 * first machine serves a ledger. Besides the checks of
 * `ClusterScene`, a schedule with one fault of one machine fails if the others do not continue meanwhile.
 */
import assert from 'node:assert/strict';
import type { CallOutcome, ClusterCall } from '../../support/cluster/memory-cluster-store.ts';
import { MASTER } from '../../support/env.ts';
import { ClusterScene } from './cluster-scene.ts';
import type { SimulatedMachine } from './simulated-machine.ts';

/** Writes that change who leads or what is validated. */
const TURNS: readonly ClusterCall[] = ['lease.take', 'lease.release', 'log.append'];
const WRITES: readonly ClusterCall[] = [
  ...TURNS,
  ...(['lease.renew', 'submissions.add', 'submissions.remove', 'members.report', 'members.leave'] as const),
];
const LATE_FAULTS = ['late', 'late by a lease', 'cut after', 'clock set back', 'clock set back with machine'] as const;
const TAIL_FAULTS = ['lost tail', 'lost tail with machine'] as const;
const STANDBY_FAULTS = ['stalled standby'] as const;
/**
 * The server loses the last write in a crash and keeps its incarnation. A second fault may lose ledgers then, so it is
 * only tried alone, as the following ones are.
 */
const LONE_WRITE_FAULTS = ['forgotten'] as const;
/** The followers do not have the last ledgers: the server forgets them, or the operator decides that they are lost. */
const FAULTS_WITHOUT_DATABASES = ['forgotten with machine', 'lost by decision'] as const;
/** The followers do not know of the last ledger, and a standby without it is promoted. */
const FAULTS_WITHOUT_LEADER_LINKS = ['lost end as machine leaves', 'lost end at the next taking'] as const;
/** The leader cannot renew its lease, and reports a ledger that the server has forgotten while another member takes the lease. */
const FAULTS_OF_LEADER_WITHOUT_LINKS = ['forgotten while the lease is taken'] as const;
/** Faults that last until the schedule ends them. Meanwhile the other machines continue. */
const LASTING_FAULTS = ['kill', 'leave', 'stand still', 'parted', 'cut off'] as const;
const EVENT_FAULTS = [...LASTING_FAULTS, 'pause', 'failed disk'] as const;
/** A second process loses its disk when it ends, so these are only tried alone. */
const LONE_EVENT_FAULTS = ['second of a name', 'second of a name that stands still'] as const;
/** Where the standby is asynchronous. */
const LONE_EVENT_TAIL_FAULTS = ['lost tail with machine'] as const;

export type FaultKind =
  | (typeof LATE_FAULTS)[number]
  | (typeof TAIL_FAULTS)[number]
  | (typeof STANDBY_FAULTS)[number]
  | (typeof LONE_WRITE_FAULTS)[number]
  | (typeof FAULTS_WITHOUT_DATABASES)[number]
  | (typeof FAULTS_WITHOUT_LEADER_LINKS)[number]
  | (typeof FAULTS_OF_LEADER_WITHOUT_LINKS)[number]
  | (typeof EVENT_FAULTS)[number]
  | (typeof LONE_EVENT_FAULTS)[number];
export type Step = 'turn' | 'write' | 'served' | 'event';

export interface PlannedFault {
  readonly step: number;
  readonly kind: FaultKind;
}

/** What all schedules of a group have in common. */
export interface Setting {
  readonly name: string;
  /** The option of the members. */
  readonly acknowledge: number;
  /** Commits wait for a synchronous standby; otherwise the standby is asynchronous. */
  readonly isReplicated?: boolean;
  /**
   * During the window one follower does not reach the database, or both do not, or one does not reach the other
   * machines, or both do not reach the leader, or the leader is stopped in order and another one takes the lead.
   */
  readonly without?: 'database' | 'databases' | 'links' | 'leader links' | 'leader';
  /** Submissions are not durable, and a ledger takes so few that others are queued. */
  readonly isQueued?: boolean;
  /** Each second payment arrives before the first, and waits for it. */
  readonly isOutOfOrder?: boolean;
}

export const SETTINGS: readonly Setting[] = [
  { name: 'one acknowledges', acknowledge: 1 },
  { name: 'none acknowledges', acknowledge: 0 },
  { name: 'synchronous standby', acknowledge: 0, isReplicated: true },
  { name: 'two acknowledge', acknowledge: 2 },
  { name: 'none acknowledges, a follower without the database', acknowledge: 0, without: 'database' },
  { name: 'one acknowledges, a follower without the database', acknowledge: 1, without: 'database' },
  { name: 'none acknowledges, both followers without the database', acknowledge: 0, without: 'databases' },
  { name: 'one acknowledges, a follower without links', acknowledge: 1, without: 'links' },
  { name: 'none acknowledges, a leader without links', acknowledge: 0, without: 'leader links' },
  { name: 'none acknowledges, a takeover', acknowledge: 0, without: 'leader' },
  { name: 'one acknowledges, a takeover', acknowledge: 1, without: 'leader' },
  { name: 'submissions are queued and not durable', acknowledge: 0, isQueued: true },
  { name: 'payments are out of order', acknowledge: 0, isOutOfOrder: true },
];

/** The faults that a setting allows at a step. `isAlone`: it is the only fault of its schedule. */
export function kindsAt(
  step: Step,
  { isReplicated, acknowledge, without }: Setting,
  isAlone: boolean,
): readonly FaultKind[] {
  if (step === 'event' || step === 'served') {
    if (!isAlone) return EVENT_FAULTS;
    return [...EVENT_FAULTS, ...LONE_EVENT_FAULTS, ...(isReplicated === true ? [] : LONE_EVENT_TAIL_FAULTS)];
  }
  const kinds: FaultKind[] = [...LATE_FAULTS, ...(isReplicated === true ? STANDBY_FAULTS : TAIL_FAULTS)];
  if (!isAlone || isReplicated === true) return kinds;
  // The leader that was stopped, or has no links, may be the only one that has what is forgotten.
  if (acknowledge > 0 || (without !== 'leader' && without !== 'leader links')) kinds.push(...LONE_WRITE_FAULTS);
  // The followers know by their links what the leader has, but for a ledger that it appends now.
  if (without === 'databases' && step === 'write') kinds.push(...FAULTS_WITHOUT_DATABASES);
  if (without === 'leader links' && step === 'turn')
    kinds.push(...FAULTS_WITHOUT_LEADER_LINKS, ...FAULTS_OF_LEADER_WITHOUT_LINKS);
  return kinds;
}

const WINDOW_MS = 3_500;
const FAULTS_LAST_MS = 4_000;
const PAUSE_MS = 400;
const FORGOTTEN_WRITES = 20;
const TAIL_MS = 1_500;
/** Longer than the time between two reports. */
const TAKING_MS = 2_500;
/** Less than the time between two ledgers: the standby lacks the last one only. */
const END_MS = 10;
const STEP_MS = 25;
/** Upper bound of the time until the other machines continue: a lead that is not reached, and a lease. */
const CONTINUES_MS = 14_000;
/** A member whose disk failed while it led does not lead again for so long. */
const STANDS_BACK_MS = 9_500;
const LEAD_ENDS_MS = 500;
const NAME_MS = 3_200;

const TAIL: readonly FaultKind[] = [...TAIL_FAULTS, 'forgotten with machine', ...FAULTS_WITHOUT_LEADER_LINKS];
const ENDINGS: readonly FaultKind[] = [
  ...(['kill', 'leave', 'lost tail with machine', 'forgotten with machine', 'clock set back with machine'] as const),
  ...FAULTS_WITHOUT_LEADER_LINKS,
  ...LONE_EVENT_FAULTS,
];
const LASTING: readonly FaultKind[] = [...LASTING_FAULTS, 'clock set back with machine'];

export class Schedule {
  readonly #setting: Setting;
  readonly #plan: readonly PlannedFault[];
  readonly #steps: Step[] = [];
  #scene!: ClusterScene;
  /** Functions that end the active faults. */
  readonly #ends: (() => void)[] = [];
  /** The machine of the last fault. */
  #struckMachine: SimulatedMachine | undefined;
  /** A follower that reaches no other machine, until all faults have ended. */
  #linkless: SimulatedMachine | undefined;
  #atNextTaking = () => {};
  /** Outcomes of calls while a fault lasts. */
  #outcomeOf: (place: string, call: ClusterCall) => CallOutcome | undefined = () => undefined;
  /** A machine whose ledgers are lost by decision. */
  #lost: SimulatedMachine | undefined;
  /** A second process with the name of a running one. */
  #refused: SimulatedMachine | undefined;
  /** A machine whose disk failed while its process led. */
  #failedDisk: { readonly machine: SimulatedMachine; readonly member: unknown; readonly atMs: number } | undefined;

  constructor(setting: Setting, plan: readonly PlannedFault[]) {
    this.#setting = setting;
    this.#plan = plan;
  }

  /** Returns the steps of the window. */
  async run(): Promise<readonly Step[]> {
    const { acknowledge, isReplicated = false, isQueued = false, isOutOfOrder = false } = this.#setting;
    const scene = await ClusterScene.openWith({ acknowledge, isQueued }, 'one', 'two', 'three');
    this.#scene = scene;
    try {
      scene.database.isReplicated = isReplicated;
      const rejoin = await this.#setApart();
      const endPaying = scene.keepPaying(isOutOfOrder);
      scene.outcomeOf = (place, call) => {
        this.#noteTaking(call);
        return this.#outcomeOf(place, call) ?? (WRITES.includes(call) ? this.#atWrite(place, call) : {});
      };
      scene.onEvent = (place) => this.#atEvent(place, 'event');
      scene.onServed = (ledgerIndex, place) => {
        if (ledgerIndex > scene.lastServed) this.#atEvent(place, 'served');
      };
      await this.#pass(WINDOW_MS);
      scene.outcomeOf = (place, call) => {
        this.#noteTaking(call);
        return this.#outcomeOf(place, call) ?? {};
      };
      scene.onEvent = () => {};
      scene.onServed = () => {};
      if (this.#setting.without !== 'links') rejoin();
      await this.#pass(FAULTS_LAST_MS);
      if (this.#plan.some(({ kind }) => kind === 'second of a name that stands still')) await this.#pass(NAME_MS * 3);
      assert.equal(this.#refused?.member, undefined, 'a second process of a name does not start');
      if (this.#lost !== undefined) await this.#decide(this.#lost);
      await this.#continueMeanwhile();
      for (const end of this.#ends) end();
      if (this.#linkless !== undefined) {
        await this.#askAll(scene.machines.filter((machine) => machine !== this.#linkless));
        this.#linkless = undefined;
        rejoin();
      }
      endPaying();
      if (this.#mayLoseSubmissions()) scene.acknowledged.clear();
      await scene.recover();
      await this.#askAll(scene.machines);
      return this.#steps;
    } finally {
      scene.close();
    }
  }

  /** Called before a call takes effect. */
  #noteTaking(call: ClusterCall): void {
    if (call !== 'lease.take') return;
    this.#atNextTaking();
    this.#atNextTaking = () => {};
  }

  async #pass(milliseconds: number): Promise<void> {
    for (let ms = 0; ms < milliseconds; ms += STEP_MS) {
      await this.#scene.pass(STEP_MS);
      this.#checkFailedDisk();
    }
  }

  /** Stops the leader, or takes the database or the links from a follower, if the setting has that. The returned function ends it. */
  async #setApart(): Promise<() => void> {
    const { without } = this.#setting;
    if (without === undefined) return () => {};
    if (without === 'leader') {
      const leader = await this.#scene.leader();
      void leader.leave();
      return () => leader.start();
    }
    const machine = await this.#scene.follower();
    const leader = await this.#scene.leader();
    if (without === 'links') this.#linkless = machine;
    if (without === 'links' || without === 'leader links') return this.#part(without === 'links' ? machine : leader);
    const cutOff = without === 'database' ? [machine] : this.#scene.machines.filter((one) => one !== leader);
    const ends = cutOff.map((one) => this.#cutOff(one));
    return () => {
      for (const end of ends) end();
    };
  }

  /** With one fault of one machine the others must continue, and with a lost tail if one of them acknowledges. */
  async #continueMeanwhile(): Promise<void> {
    const [fault] = this.#plan;
    const { acknowledge, without } = this.#setting;
    const lasting = acknowledge === 1 ? [...LASTING, 'lost tail with machine'] : LASTING;
    const isAlone = this.#plan.length === 1 && lasting.includes(fault!.kind);
    if (!isAlone || acknowledge > 1 || without !== undefined || this.#ends.length === 0) return;
    await this.#askAll(this.#scene.machines.filter((machine) => machine !== this.#struckMachine));
  }

  /** Each of these machines reaches a leader. */
  async #askAll(machines: readonly SimulatedMachine[]): Promise<void> {
    const reached = new Set<SimulatedMachine>();
    const params = { account: MASTER.address, ledger_index: 'current' };
    const ask = (machine: SimulatedMachine): void => {
      const again = () => this.#scene.time.after(PAUSE_MS, () => ask(machine));
      machine.ask('account_info', params).then(({ error }) => {
        if (error === undefined) reached.add(machine);
        else again();
      }, again);
    };
    const running = machines.filter(({ member }) => member !== undefined);
    for (const machine of running) ask(machine);
    const isReached = () => running.every((machine) => reached.has(machine));
    await this.#scene.until('each machine reaches a leader', isReached, CONTINUES_MS);
  }

  #checkFailedDisk(): void {
    if (this.#failedDisk === undefined) return;
    const { machine, member, atMs } = this.#failedDisk;
    // A second fault ended the process, and another one does not know.
    if (machine.member !== member) return;
    const sinceMs = this.#scene.time.nowMs - atMs;
    const isSoon = sinceMs > LEAD_ENDS_MS && sinceMs < STANDS_BACK_MS;
    assert.ok(!isSoon || !this.#scene.leads(machine), `${machine.place} leads ${sinceMs} ms after its disk failed`);
    // A second fault may keep it from releasing the lease.
    const { holder } = this.#scene.database.lease();
    const isHeld = holder?.id === machine.name && this.#plan.length === 1;
    assert.ok(!isSoon || !isHeld, `${machine.place} holds the lease ${sinceMs} ms after its disk failed`);
  }

  /**
   * The operator decides that the ledgers of a machine are lost. When it comes back it has another chain than the
   * others, which continue without it, also when their leader ends.
   */
  async #decide(lost: SimulatedMachine): Promise<void> {
    const scene = this.#scene;
    const [next, last] = scene.machines.filter((one) => one !== lost) as [SimulatedMachine, SimulatedMachine];
    scene.lose(scene.database.range()!.last.ledgerIndex);
    scene.acknowledged.clear();
    scene.database.recover(next.name);
    await scene.until('the member that the operator names leads', () => scene.leads(next));
    await this.#pass(FAULTS_LAST_MS);
    lost.start();
    await scene.until('the lost machine has started', () => lost.member !== undefined || lost.refusal !== undefined);
    next.kill();
    await scene.until('another machine leads', () => scene.leads(last) || scene.leads(lost), CONTINUES_MS);
    next.start();
  }

  /** What no ledger has is lost if nothing keeps it. */
  #mayLoseSubmissions(): boolean {
    const { acknowledge, isQueued, without } = this.#setting;
    const kinds = this.#plan.map(({ kind }) => kind);
    const hasEnding = without === 'leader' || kinds.some((kind) => ENDINGS.includes(kind));
    const hasTail = kinds.some((kind) => TAIL.includes(kind));
    return isQueued === true ? hasEnding : acknowledge === 0 && hasEnding && hasTail;
  }

  #next(step: Step): FaultKind | undefined {
    const fault = this.#plan.find((one) => one.step === this.#steps.length);
    this.#steps.push(step);
    return fault?.kind;
  }

  #atWrite(place: string, call: ClusterCall): CallOutcome {
    const { database, time } = this.#scene;
    const machine = this.#scene.machine(place);
    switch (this.#next(TURNS.includes(call) ? 'turn' : 'write')) {
      case 'late':
        return { ending: 'late', lateMs: 700 };
      case 'late by a lease':
        return { ending: 'late', lateMs: 3_500 };
      case 'cut after':
        return { ending: 'cut after' };
      case 'forgotten':
        time.after(0, () => database.forget(1));
        break;
      case 'forgotten with machine':
        time.after(0, () => {
          this.#lasts(
            machine,
            () => machine.kill(),
            () => machine.start(),
          );
          database.forget(FORGOTTEN_WRITES);
        });
        break;
      case 'lost by decision':
        this.#lost = machine;
        time.after(0, () => {
          machine.kill();
          database.promoteStandby(TAIL_MS);
        });
        break;
      case 'lost end as machine leaves':
        time.after(0, () => {
          this.#lasts(
            machine,
            () => void machine.leave(),
            () => machine.start(),
          );
          database.promoteStandby(END_MS);
        });
        break;
      case 'lost end at the next taking': {
        const { nowMs } = time;
        time.after(0, () =>
          this.#lasts(
            machine,
            () => machine.kill(),
            () => machine.start(),
          ),
        );
        this.#atNextTaking = () => database.promoteStandby(time.nowMs - nowMs + END_MS);
        break;
      }
      case 'forgotten while the lease is taken':
        this.#forgetDuringTaking(machine);
        break;
      case 'lost tail':
        time.after(0, () => database.promoteStandby(TAIL_MS));
        break;
      case 'lost tail with machine':
        this.#loseTailWith(machine);
        break;
      case 'stalled standby':
        database.stallStandby();
        time.after(FAULTS_LAST_MS / 4, () => database.restartStalled());
        time.after(FAULTS_LAST_MS / 2, () => database.promoteStalled());
        break;
      case 'clock set back with machine':
        time.after(0, () =>
          this.#lasts(
            machine,
            () => machine.kill(),
            () => machine.start(),
          ),
        );
        database.setClock(-60_000);
        break;
      case 'clock set back':
        database.setClock(-60_000);
    }
    return {};
  }

  #atEvent(place: string, step: 'event' | 'served'): void {
    const scene = this.#scene;
    const machine = scene.machine(place);
    switch (this.#next(step)) {
      case 'kill':
        this.#lasts(
          machine,
          () => machine.kill(),
          () => machine.start(),
        );
        break;
      case 'leave':
        this.#lasts(
          machine,
          () => void machine.leave(),
          () => machine.start(),
        );
        break;
      case 'stand still':
        this.#lasts(
          machine,
          () => machine.stop(),
          () => machine.resume(),
        );
        break;
      case 'parted':
        this.#lasts(machine, () => {}, this.#part(machine));
        break;
      case 'cut off':
        this.#lasts(machine, () => {}, this.#cutOff(machine));
        break;
      case 'pause':
        machine.stop();
        scene.time.after(PAUSE_MS, () => machine.resume());
        break;
      case 'failed disk':
        machine.disk.prepare('refused', () => {
          if (scene.leads(machine)) this.#failedDisk = { machine, member: machine.member, atMs: scene.time.nowMs };
        });
        break;
      case 'lost tail with machine':
        this.#loseTailWith(machine);
        break;
      case 'second of a name':
        this.#noteRefused(this.#startSecond(machine.name));
        break;
      case 'second of a name that stands still':
        this.#letSecondTakeOver(machine);
    }
  }

  /** Begins a fault of a machine. It ends after a time, or with the schedule if it is the only fault. */
  #lasts(machine: SimulatedMachine, begin: () => void, end: () => void): void {
    this.#struckMachine = machine;
    begin();
    if (this.#plan.length === 1) this.#ends.push(end);
    else this.#scene.time.after(FAULTS_LAST_MS, end);
  }

  #forgetDuringTaking(leader: SimulatedMachine): void {
    const { database, time } = this.#scene;
    let [isTaken, isForgotten] = [false, false];
    this.#linkless = leader;
    this.#outcomeOf = (place, call) => {
      const isLeader = place === leader.place;
      if (isLeader && (call === 'lease.renew' || call === 'lease.take')) return { ending: 'refused' };
      if (call === 'lease.take' && !isForgotten) {
        isTaken = true;
        return { thereMs: TAKING_MS };
      }
      if (isLeader && call === 'log.append' && isTaken && !isForgotten) {
        isForgotten = true;
        time.after(0, () => database.forget(1));
      }
      return undefined;
    };
    this.#ends.push(() => {
      this.#linkless = undefined;
      this.#part(leader)();
      this.#outcomeOf = () => undefined;
    });
  }

  #loseTailWith(machine: SimulatedMachine): void {
    const { database, time } = this.#scene;
    time.after(0, () => {
      this.#lasts(
        machine,
        () => machine.kill(),
        () => machine.start(),
      );
      database.promoteStandby(TAIL_MS);
    });
  }

  #part({ address }: SimulatedMachine): () => void {
    const { network, machines } = this.#scene;
    const others = machines.filter((other) => other.address !== address);
    for (const other of others) network.part(address, other.address);
    return () => {
      for (const other of others)
        if (![address, other.address].includes(String(this.#linkless?.address))) network.rejoin(address, other.address);
    };
  }

  #cutOff(machine: SimulatedMachine): () => void {
    machine.isCutOff = true;
    return () => {
      machine.isCutOff = false;
    };
  }

  #startSecond(name: string): SimulatedMachine {
    const second = this.#scene.add(`second ${name}`, name);
    second.start();
    this.#ends.push(() => second.kill());
    return second;
  }

  /** A process that reports keeps its name. */
  #noteRefused(second: SimulatedMachine): void {
    const { without } = this.#setting;
    if (without === undefined || without === 'links') this.#refused = second;
  }

  /** The first process comes back when the second one has its name. Then the lease becomes free. */
  #letSecondTakeOver(machine: SimulatedMachine): void {
    const { time } = this.#scene;
    machine.stop();
    time.after(NAME_MS, () => this.#startSecond(machine.name));
    time.after(NAME_MS * 2, () => machine.resume());
    time.after(NAME_MS * 3, () => {
      const leader = this.#scene.machines.find((one) => this.#scene.leads(one));
      if (leader === undefined || leader.name === machine.name) return;
      void leader.leave();
      this.#ends.push(() => leader.start());
    });
  }
}
