/**
 * Injects faults into a cluster of real processes, one after another. Each fault ends. For faults that end a leader or
 * stop its writes, the time until the next accepted submission is measured.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../seeded-random.ts';
import { until } from '../until.ts';
import type { ClusterProcess } from './cluster-process.ts';
import { forgeLedger } from './forged-ledger.ts';
import type { SoakDatabase } from './soak-database.ts';

/** Longer than the lease. */
const PAUSE_MS = 4_500;
const JUMPS_MS = [-3_600_000, -30_000, -700, 700, 30_000, 3_600_000];
/** Delays of a slow disk: noticeable, longer than a ledger interval, longer than the lease. */
const DISK_DELAYS_MS = [100, 1_000, PAUSE_MS];
const DATABASE_JUMPS_MS = [-3_600_000, -20_000, -2_000, 2_000, 20_000];
/** Longer than a node waits for an answer of the database. */
const STALL_MS = [5_500, 9_000] as const;
/** How long a standby is cut off before it replaces the server, in milliseconds: the commits of this time are lost. */
const LAG_MS = [1_000, 6_000] as const;
/** How long the name of a killed process stays reserved, in milliseconds. */
const NAME_MS = 3_500;
/** Writes of a leader that may arrive late, by their statement. */
const LATE_WRITES = [
  'INSERT INTO weir.ledgers',
  'INSERT INTO weir.ledgers',
  'INSERT INTO weir.submissions',
  'SET expires_at',
];
/** Of a silence of this length the report says who led when. */
const LONG_MS = 5_000;
/** The output of a process may be read so long after it was written. */
const LATE_LOG_MS = 500;
/** Upper bound of the time until the cluster accepts submissions again. */
const MOST_RECOVERY_MS = 60_000;

interface Fault {
  /** The node that the fault affects; `undefined`: none of the nodes. */
  readonly on: 'leader' | 'follower' | 'any' | undefined;
  /** Resolves when the fault is over. */
  readonly strike: (chaos: ClusterChaos, node: ClusterProcess) => Promise<void>;
}

export const FAULTS = {
  'kill leader': { on: 'leader', strike: (chaos, node) => chaos.kill(node, 'SIGKILL') },
  'kill follower': { on: 'follower', strike: (chaos, node) => chaos.kill(node, 'SIGKILL') },
  'stop leader': { on: 'leader', strike: (chaos, node) => chaos.kill(node, 'SIGTERM') },
  'kill database': { on: undefined, strike: (chaos) => chaos.killDatabase() },
  'pause leader': { on: 'leader', strike: (chaos, node) => chaos.pause(node) },
  'pause follower': { on: 'follower', strike: (chaos, node) => chaos.pause(node) },
  'pause database': { on: undefined, strike: (chaos) => chaos.pauseDatabase() },
  'change the clock of a node': { on: 'any', strike: (chaos, node) => chaos.jumpClock(node) },
  'fill the disk of the leader': { on: 'leader', strike: (chaos, node) => chaos.fillDisk(node) },
  'fill the disk of a follower': { on: 'follower', strike: (chaos, node) => chaos.fillDisk(node) },
  'slow the disk of the leader': { on: 'leader', strike: (chaos, node) => chaos.slowDisk(node) },
  'slow the disk of a follower': { on: 'follower', strike: (chaos, node) => chaos.slowDisk(node) },
  'slow the commits of the database': { on: undefined, strike: (chaos) => chaos.slowFsync() },
  'slow the connections of a node': { on: 'any', strike: (chaos, node) => chaos.delay(node) },
  'end the connections of a node': { on: 'any', strike: (chaos, node) => chaos.cut(node) },
  'isolate leader from database': { on: 'leader', strike: (chaos, node) => chaos.isolate(node, 'database') },
  'isolate follower from database': { on: 'follower', strike: (chaos, node) => chaos.isolate(node, 'database') },
  'isolate leader from followers': { on: 'leader', strike: (chaos, node) => chaos.isolate(node, 'link') },
  'isolate a node from clients': { on: 'any', strike: (chaos, node) => chaos.isolate(node, 'public') },
  'lose the answer of a write': { on: 'leader', strike: (chaos, node) => chaos.loseAnswer(node) },
  'delay one write': { on: 'leader', strike: (chaos, node) => chaos.delayWrite(node) },
  'delay all statements': { on: 'leader', strike: (chaos, node) => chaos.stall(node) },
  'fail over and lose the last commits': { on: 'leader', strike: (chaos) => chaos.loseLastCommits() },
  'fail over, lose the last commits and the leader': {
    on: 'leader',
    strike: (chaos, node) => chaos.loseLastCommits([node], 'SIGKILL'),
  },
  'restore an older database': { on: undefined, strike: (chaos) => chaos.restoreOlder() },
  'promote the synchronous standby': { on: undefined, strike: (chaos) => chaos.promoteSynchronous(false) },
  'promote the synchronous standby after a stall': { on: undefined, strike: (chaos) => chaos.promoteSynchronous(true) },
  'start a second process with the same name': { on: 'any', strike: (chaos, node) => chaos.startSecond(node, false) },
  'start a second process while the first is paused': {
    on: 'leader',
    strike: (chaos, node) => chaos.startSecond(node, true),
  },
  'start a node with a wrong secret': { on: 'any', strike: (chaos) => chaos.startStranger() },
  'isolate all followers from the leader': { on: 'leader', strike: (chaos, node) => chaos.hideLeader(node) },
  'forge a ledger in the log': { on: 'leader', strike: (chaos) => chaos.forge() },
  'change the clock of the database': { on: 'leader', strike: (chaos, node) => chaos.jumpDatabaseClock(node) },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
/** Faults that need a C compiler (`preloaded-library.ts`). */
export const COMPILED: readonly FaultName[] = [
  'slow the disk of the leader',
  'slow the disk of a follower',
  'change the clock of the database',
];
/** Faults that lose no ledger if another node acknowledges each ledger. */
export const ACKNOWLEDGED: readonly FaultName[] = ['fail over, lose the last commits and the leader'];

export interface ChaosOptions {
  readonly nodes: readonly ClusterProcess[];
  readonly database: SoakDatabase;
  /** Creates a process, not started, that has the name of a node and its own data, or another cluster secret. */
  readonly stranger: (name: string, hasSecret: boolean) => Promise<ClusterProcess>;
  readonly random: SeededRandom;
  /** Factor of the duration of faults that may have any duration. */
  readonly pace: number;
  /** Resolves at the next acknowledgement of a submission that starts after this call. */
  readonly nextAcknowledged: () => Promise<void>;
  /** The longest time between two acknowledgements since the last call, in milliseconds. */
  readonly takeLongestGap: () => number;
}

export class ClusterChaos {
  /** Fault → milliseconds from its start to the first acknowledgement of a submission that started after it. */
  readonly silencesMs = new Map<FaultName, number[]>();
  /** Fault → the longest time between two acknowledgements until it is over, in milliseconds. */
  readonly gapsMs = new Map<FaultName, number[]>();
  /** Of each fault after which no submission was acknowledged for long: who led when. */
  readonly longSilences: string[] = [];
  readonly #options: ChaosOptions;

  constructor(options: ChaosOptions) {
    this.#options = options;
  }

  /** Causes the fault, and waits until it is over and the cluster accepts submissions again. Rejects if it does not. */
  async strike(name: FaultName): Promise<void> {
    const { on, strike }: Fault = FAULTS[name];
    const node = await this.#choose(on);
    this.#options.takeLongestGap();
    const beganMs = performance.now();
    const resumed = this.#resumed(name, beganMs);
    await strike(this, node);
    const silenceMs = await resumed;
    note(this.silencesMs, name, silenceMs);
    if (silenceMs > LONG_MS) this.#noteLong(`${name}, ${node.name}`, beganMs, silenceMs);
    await this.#resumed(name, performance.now());
    note(this.gapsMs, name, this.#options.takeLongestGap());
  }

  /** The member that holds the lease according to the database. */
  async leader(): Promise<ClusterProcess | undefined> {
    const { database, nodes } = this.#options;
    const { rows } = await database.query('SELECT holder_id FROM weir.lease');
    return nodes.find(({ name }) => name === rows[0]?.holder_id);
  }

  async kill(node: ClusterProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    await node.kill(signal);
    await this.#last(0, 4_000);
    await node.start();
  }

  async killDatabase(): Promise<void> {
    const { database } = this.#options;
    await database.kill();
    await this.#last(0, 2_000);
    await database.start();
  }

  async pause(node: ClusterProcess): Promise<void> {
    node.signal('SIGSTOP');
    await sleep(PAUSE_MS);
    node.signal('SIGCONT');
  }

  async pauseDatabase(): Promise<void> {
    const pids = processesOf(this.#options.database.pid);
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await this.#last(200, 2_000);
    for (const pid of pids) signal(pid, 'SIGCONT');
  }

  async jumpClock(node: ClusterProcess): Promise<void> {
    node.setClock(this.#options.random.pick(JUMPS_MS));
    await sleep(1_000);
    node.setClock(0);
  }

  async fillDisk(node: ClusterProcess): Promise<void> {
    node.setDiskFull(true);
    await this.#last(1_000, 4_000);
    node.setDiskFull(false);
  }

  /** Delays the writes of a member to its disk. */
  async slowDisk(node: ClusterProcess): Promise<void> {
    node.setDiskDelay(this.#options.random.pick(DISK_DELAYS_MS));
    await this.#last(2_000, 4_000);
    node.setDiskDelay(0);
  }

  /** Delays each commit of the database by 100 ms. */
  async slowFsync(): Promise<void> {
    const { database } = this.#options;
    await database.configure({ commit_delay: '100000', commit_siblings: '0' });
    await this.#last(2_000, 2_000);
    await database.configure({ commit_delay: '0', commit_siblings: '5' });
  }

  async delay(node: ClusterProcess): Promise<void> {
    const ways = waysOf(node);
    for (const way of ways) way.delayMs = this.#options.random.between(5, 200);
    await this.#last(2_000, 2_000);
    for (const way of ways) way.delayMs = 0;
  }

  async cut(node: ClusterProcess): Promise<void> {
    for (const way of waysOf(node)) way.cutAll();
    await sleep(300);
  }

  async isolate(node: ClusterProcess, from: 'database' | 'link' | 'public'): Promise<void> {
    const way = { database: node.databaseWay, link: node.linkWay, public: node.publicWay }[from];
    way.partition();
    await sleep(this.#options.random.pick([1_000, PAUSE_MS]));
    way.heal();
  }

  /** Ends the connection after the member's next write takes effect and before its answer. */
  async loseAnswer(node: ClusterProcess): Promise<void> {
    const way = node.databaseWay;
    let isDone = false;
    way.onSent = (bytes) => {
      if (isDone || !bytes.includes('weir.ledgers')) return 'forward';
      isDone = true;
      return this.#options.random.chance(0.7) ? 'cut after' : 'cut before';
    };
    await this.#last(1_500, 1_500);
    way.onSent = undefined;
  }

  /** Delivers a write of the member after its connection has ended. */
  async delayWrite(node: ClusterProcess): Promise<void> {
    const { random } = this.#options;
    const [text, lateMs] = [random.pick(LATE_WRITES), random.between(300, 7_000)];
    let isDone = false;
    node.databaseWay.onSent = (bytes) => {
      if (isDone || !bytes.includes(text)) return 'forward';
      isDone = true;
      return { lateMs };
    };
    await sleep(lateMs + 1_500);
    node.databaseWay.onSent = undefined;
  }

  /** Delivers what the member sends to the database after the member's timeout. */
  async stall(node: ClusterProcess): Promise<void> {
    node.databaseWay.partition();
    await sleep(this.#options.random.between(...STALL_MS));
    node.databaseWay.heal();
  }

  /** Replaces the server by a standby without the last commits. `ended`: nodes that end at the same time. */
  async loseLastCommits(
    ended: readonly ClusterProcess[] = [],
    signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM',
  ): Promise<void> {
    const { database, nodes, random } = this.#options;
    await database.startStandby(false);
    await sleep(random.between(0, 1_000));
    database.stallStandby();
    await sleep(random.between(...LAG_MS));
    if (signal === 'SIGTERM') await Promise.all(ended.map((node) => node.kill(signal)));
    await database.failOver(nodes, () => Promise.all(ended.map((node) => node.kill(signal))));
    await this.#last(0, 4_000);
    await Promise.all(ended.map((node) => node.start()));
  }

  /** Stops all nodes and restores the database from a copy. */
  async restoreOlder(): Promise<void> {
    await this.loseLastCommits(this.#options.nodes, this.#options.random.pick(['SIGTERM', 'SIGKILL']));
  }

  /**
   * Replaces the server by its synchronous standby. `isStalled`: before that, the standby does not answer, and the
   * server restarts and shows the commits that wait for it.
   */
  async promoteSynchronous(isStalled: boolean): Promise<void> {
    const { database, nodes, random } = this.#options;
    await database.startStandby(true);
    // Wait until the leader has renewed the lease.
    await sleep(2_000);
    if (isStalled) {
      database.stallStandby();
      await sleep(random.between(1_000, 4_000));
      await database.restart();
      await sleep(random.between(500, 3_000));
    }
    await database.failOver(nodes);
  }

  /** Starts another process with the name of a node. The node runs or is stopped by SIGSTOP. */
  async startSecond(node: ClusterProcess, isPaused: boolean): Promise<void> {
    const second = await this.#options.stranger(node.name, true);
    if (isPaused) {
      node.signal('SIGSTOP');
      await sleep(NAME_MS);
    }
    second.start().catch(() => {});
    if (isPaused) {
      await sleep(3_000);
      node.signal('SIGCONT');
      await sleep(3_000);
    } else
      await until(() => /another running node of the cluster has the name/.test(second.log), 'the second is refused');
    await second.close();
  }

  /** A node with another cluster secret is refused. */
  async startStranger(): Promise<void> {
    const stranger = await this.#options.stranger('stranger', false);
    stranger.start().catch(() => {});
    await until(() => /is not that of the cluster in this database/.test(stranger.log), 'the secret is refused');
    await stranger.close();
  }

  /** Cuts the other nodes off from the leader. */
  async hideLeader(node: ClusterProcess): Promise<void> {
    node.linkWay.partition();
    await until(async () => (await this.leader()) !== node, 'another node leads');
    node.linkWay.heal();
  }

  /** Inserts a ledger that no node wrote into the log. The operator removes it when nodes have reported it. */
  async forge(): Promise<void> {
    const { database, nodes } = this.#options;
    const forged = await forgeLedger((...statement) => database.query(...statement));
    await until(async () => {
      const answers = await Promise.all(nodes.map((node) => node.health().catch(() => '')));
      return answers.some((text) => text.includes('was not written by a node of this cluster'));
    }, 'a node names the forged row');
    await forged.remove();
  }

  /** Sets the database's clock while the leader runs, or after it was killed. */
  async jumpDatabaseClock(node: ClusterProcess): Promise<void> {
    const { database, random } = this.#options;
    const isKilled = random.chance(0.5);
    if (isKilled) await node.kill('SIGKILL');
    database.setClock(random.pick(DATABASE_JUMPS_MS));
    await this.#last(3_000, 3_000);
    if (isKilled) await node.start();
    database.setClock(0);
  }

  async #last(shortestMs: number, longestMs: number): Promise<void> {
    const { random, pace } = this.#options;
    await sleep(random.between(shortestMs, longestMs) * pace);
  }

  async #choose(on: Fault['on']): Promise<ClusterProcess> {
    const { nodes, random } = this.#options;
    if (on === 'any' || on === undefined) return random.pick(nodes);
    const leader = await this.leader();
    if (on === 'leader' && leader !== undefined) return leader;
    return random.pick(nodes.filter((node) => node !== leader));
  }

  #noteLong(fault: string, beganMs: number, silenceMs: number): void {
    const changes = this.#options.nodes.flatMap(({ name, leadChanges }) =>
      leadChanges.map(({ atMs, what }) => ({ afterMs: atMs - beganMs, what: what.replace('this node', name) })),
    );
    const during = changes.filter(({ afterMs }) => afterMs > 0 && afterMs <= silenceMs + LATE_LOG_MS);
    const words = during
      .toSorted((one, other) => one.afterMs - other.afterMs)
      .map(({ afterMs, what }) => `${what} after ${afterMs.toFixed(0)} ms`);
    this.longSilences.push(`${fault}: ${silenceMs.toFixed(0)} ms; ${words.join(', ')}`);
  }

  /** Resolves with the time until the next acknowledgement of a submission that starts from now on. */
  async #resumed(name: FaultName, beganMs: number): Promise<number> {
    const late = sleep(MOST_RECOVERY_MS, 'late' as const, { ref: false });
    const first = await Promise.race([this.#options.nextAcknowledged(), late]);
    if (first === 'late') throw new Error(`no submission was accepted for ${MOST_RECOVERY_MS / 1000} s after: ${name}`);
    return performance.now() - beganMs;
  }
}

function note(all: Map<FaultName, number[]>, name: FaultName, milliseconds: number): void {
  all.set(name, [...(all.get(name) ?? []), milliseconds]);
}

function waysOf({ publicWay, linkWay, databaseWay }: ClusterProcess) {
  return [publicWay, linkWay, databaseWay];
}

/** The process and its descendants. */
function processesOf(pid: number): readonly number[] {
  const words = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
  return [pid, ...words.filter((word) => word !== '').map(Number)];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
  }
}
