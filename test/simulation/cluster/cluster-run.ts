/**
 * A run of a simulated cluster: three machines with a shared log in memory, clients that write and read on any of them,
 * and faults. A seed decides everything, in virtual time. At the end no acknowledged submission may be missing, and all
 * machines must have the same ledgers.
 */
import assert from 'node:assert/strict';
import { decodeObject } from '../../../src/protocol/codec/decode.ts';
import { accountKeylet } from '../../../src/protocol/entries/keylets.ts';
import { parseTransaction } from '../../../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { ClusterBook } from '../../support/cluster/cluster-book.ts';
import {
  type ClientFigures,
  type ClusterAccess,
  ClusterReader,
  ClusterWriter,
  NoAnswerError,
  noFigures,
} from '../../support/cluster/cluster-clients.ts';
import { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import { MASTER, type Party } from '../../support/env.ts';
import { SeededRandom } from '../../support/seeded-random.ts';
import { auditLedger } from '../audit-ledger.ts';
import { CAST } from '../cast.ts';
import { ClusterFaults, DATABASE_MODES, type DatabaseMode, type FaultKind } from './cluster-faults.ts';
import { KeptCheck } from './kept-check.ts';
import { type SharedSimulation, SimulatedMachine } from './simulated-machine.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { VirtualTime } from './virtual-time.ts';

const NAMES = ['one', 'two', 'three'];
const PARTIES = CAST.slice(0, 6);
const WRITERS = 4;
const READERS = 4;
const FUNDS_DROPS = 1_000_000_000n;
const LATENCY_MS = 5;
/**
 * Upper bound of the time until the cluster works again after all faults have ended: the longest lease, a takeover, and
 * retries.
 */
const RECOVERY_MS = 30_000;
const LOOK_MS = 250;

export interface ClusterRunOutcome {
  /** Hash of the last ledger, which depends on everything before it. */
  readonly hash: string;
  /** Number of events in the run, of all machines and the network. */
  readonly happened: number;
  readonly virtualSeconds: number;
  readonly ledgers: number;
  readonly epochs: number;
  readonly clients: ClientFigures;
  readonly faults: ReadonlyMap<FaultKind, number>;
}

/** Runs the simulation of a seed. Throws if a check fails. Every third seed has the same mode of the database. */
export async function runCluster(seed: number): Promise<ClusterRunOutcome> {
  const run = new ClusterRun(seed);
  await run.begin();
  await run.suffer();
  await run.recover();
  return run.finish();
}

class ClusterRun {
  readonly #random: SeededRandom;
  readonly #time = new VirtualTime();
  readonly #network: SimulatedNetwork;
  readonly #cluster = new MemoryCluster({
    elapsedMs: () => this.#time.nowMs,
    after: (delayMs, act) => this.#time.after(delayMs, act),
  });
  readonly #mode: DatabaseMode;
  readonly #kept: KeptCheck;
  readonly #machines: readonly SimulatedMachine[];
  /** Second processes with the name of a machine. They are refused, or stop taking part. */
  readonly #seconds: SimulatedMachine[] = [];
  readonly #faults: ClusterFaults;
  readonly #book = new ClusterBook();
  readonly #figures = noFigures();
  readonly #access: ClusterAccess;
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;

  constructor(seed: number) {
    // Each user of random numbers has its own stream, so that a change of one does not change the others.
    const streams = (stream: number) => new SeededRandom(seed, stream);
    this.#random = streams(1);
    this.#network = new SimulatedNetwork(this.#time, streams(2));
    const [latencies, keys] = [streams(3), streams(4)];
    this.#mode = DATABASE_MODES[seed % DATABASE_MODES.length]!;
    this.#cluster.isReplicated = this.#mode === 'synchronous standby';
    const acknowledge = this.#mode === 'asynchronous standby' ? 1 + (Math.floor(seed / DATABASE_MODES.length) % 2) : 0;
    this.#kept = new KeptCheck(() => [...this.#machines, ...this.#seconds], acknowledge);
    const shared = {
      time: this.#time,
      network: this.#network,
      cluster: this.#cluster,
      acknowledge,
      randomBytes: (count: number) => keys.bytes(count),
      latencyMs: () => latencies.between(1, LATENCY_MS),
      outcomeOf: (call: Parameters<ClusterFaults['outcomeOf']>[0]) => this.#faults.outcomeOf(call),
      onFailure: (error: unknown) => this.#fail(error),
      onServed: (index: number, hash: string, place: string) => this.#see(index, hash, place),
      onAnswered: (answer: JsonObject, place: string) => this.#check(() => this.#kept.checkAnswered(answer, place)),
    };
    this.#machines = NAMES.map((name) => new SimulatedMachine(name, shared));
    const { time, network } = shared;
    this.#faults = new ClusterFaults({
      ...{ time, network, machines: this.#machines, database: this.#cluster, mode: this.#mode, random: streams(5) },
      startSecond: (name) => this.#startSecond(name, shared),
    });
    this.#access = {
      nodeCount: NAMES.length,
      ask: (node, method, params) => this.#machines[node]!.ask(method, params),
      pause: (milliseconds) => new Promise((resolve) => void this.#time.after(milliseconds, resolve)),
      nowMs: () => this.#time.nowMs,
    };
  }

  /** Starts a chain, funds the actors, and starts the clients. */
  async begin(): Promise<void> {
    for (const machine of this.#machines) machine.start();
    await this.#until('the actors have their funds', () => this.#fund());
    for (const { address, id } of PARTIES) {
      const { drops, sequence } = this.#accountOn(this.#machines[0]!, id);
      this.#book.open(address, drops, sequence);
    }
    this.#cluster.completeStandby();
    const common = { access: this.#access, book: this.#book, figures: this.#figures, isOver: () => this.#isOver };
    for (const from of PARTIES.slice(0, WRITERS)) {
      const { sequence } = this.#accountOn(this.#machines[0]!, from.id);
      const options = { ...common, random: new SeededRandom(this.#random.uint32()), from, to: PARTIES, thinkMs: 200 };
      new ClusterWriter(options, sequence).run().catch((error) => this.#fail(error));
    }
    for (let reader = 0; reader < READERS; reader++) {
      const options = {
        ...common,
        random: new SeededRandom(this.#random.uint32()),
        of: PARTIES,
        thinkMs: 150,
        keepsSession: true,
      };
      new ClusterReader(options).run().catch((error) => this.#fail(error));
    }
  }

  async suffer(): Promise<void> {
    for (let left = this.#random.between(4, 12); left > 0; left--) {
      await this.#pass(this.#random.pick([50, 300, 1_000, 2_000, 4_000]));
      this.#faults.strike();
    }
    await this.#pass(this.#random.between(0, 5_000));
  }

  /** Ends all faults, and waits until submissions are accepted again. */
  async recover(): Promise<void> {
    this.#faults.endAll();
    const { acknowledged } = this.#figures;
    await this.#until('submissions are acknowledged again', async () => this.#figures.acknowledged > acknowledged + 4);
    this.#isOver = true;
    // Lets requests in progress be answered, and open transactions get into a ledger.
    await this.#pass(15_000);
    await this.#until('all machines have the whole log', async () => {
      const last = this.#cluster.range()!.last.ledgerIndex;
      return this.#machines.every(({ disk }) => disk.ledgerRange()?.last === last);
    });
  }

  async finish(): Promise<ClusterRunOutcome> {
    const [first] = this.#machines as [SimulatedMachine];
    const { last } = first.disk.ledgerRange()!;
    this.#followChain(first, last);
    this.#book.verifyAcknowledged();
    for (const machine of this.#machines) this.#compare(machine, first, last);
    auditLedger(first.disk, last);
    const { hash } = first.disk.header(last)!;
    const epochs = this.#cluster.lease().epoch;
    for (const machine of [...this.#machines, ...this.#seconds]) machine.kill();
    return {
      ...{ hash, epochs, clients: this.#figures, faults: this.#faults.counts, ledgers: last },
      happened: this.#time.happened,
      virtualSeconds: this.#time.nowMs / 1000,
    };
  }

  #followChain({ disk }: SimulatedMachine, last: number): void {
    for (let index = disk.ledgerRange()!.first; index <= last; index++) {
      const transactions = Array.from(disk.ledgerTransactions(index), ({ blob, metadata }) => ({
        id: parseTransaction(blob).id,
        result: String(decodeObject(metadata).TransactionResult),
      }));
      this.#book.followLedger(index, disk.header(index)!.hash, transactions);
    }
  }

  #compare(machine: SimulatedMachine, first: SimulatedMachine, last: number): void {
    for (let index = 1; index <= last; index++) {
      this.#book.seeLedger(index, machine.disk.header(index)!.hash, machine.name);
    }
    assert.equal(machine.disk.header(last)!.accountHash, first.disk.header(last)!.accountHash);
    for (const { address, id } of PARTIES) {
      assert.deepEqual(this.#accountOn(machine, id), this.#book.holding(address), `${address} on ${machine.name}`);
    }
  }

  #accountOn({ disk }: SimulatedMachine, id: string): { drops: bigint; sequence: number } {
    const bytes = disk.entry(accountKeylet(id).key, disk.ledgerRange()!.last);
    const { Balance, Sequence } = decodeObject(bytes!);
    return { drops: Balance as bigint, sequence: Sequence as number };
  }

  /** True once all actors have their funds in a ledger of all machines. */
  async #fund(): Promise<boolean> {
    const isThere = ({ disk }: SimulatedMachine, { id }: Party) => {
      const last = disk.ledgerRange()?.last;
      return last !== undefined && disk.entry(accountKeylet(id).key, last) !== undefined;
    };
    if (this.#machines.every((machine) => PARTIES.every((party) => isThere(machine, party)))) return true;
    for (const [at, { id: Destination }] of PARTIES.entries()) {
      const fields = { TransactionType: 'Payment', Destination, Amount: FUNDS_DROPS, Fee: 10n, Sequence: at + 1 };
      const { blob } = signTransaction({ Account: MASTER.id, ...fields }, MASTER.keys);
      const asked = this.#access.ask(0, 'submit', { tx_blob: Buffer.from(blob).toString('hex') });
      asked.catch((error) => {
        if (!(error instanceof NoAnswerError)) this.#fail(error);
      });
    }
    return false;
  }

  /** Advances time until the condition is true; fails after RECOVERY_MS. */
  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const endMs = this.#time.nowMs + RECOVERY_MS;
    while (!(await isSo())) {
      assert.ok(this.#time.nowMs < endMs, `${what}: not within ${RECOVERY_MS / 1000} s; ${this.#situation()}`);
      await this.#pass(LOOK_MS);
    }
  }

  async #pass(milliseconds: number): Promise<void> {
    await this.#time.pass(milliseconds);
    if (this.#cluster.violation !== undefined) this.#fail(new Error(this.#cluster.violation));
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  /** Checks that all machines serve the same ledger at an index, and only ledgers that enough machines have on disk. */
  #see(index: number, hash: string, place: string): void {
    this.#check(() => {
      this.#book.seeLedger(index, hash, place);
      this.#kept.checkServed(index, hash, place);
    });
  }

  #check(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#fail(error);
    }
  }

  #startSecond(name: string, shared: SharedSimulation): SimulatedMachine {
    const second = new SimulatedMachine(`second ${name} ${this.#seconds.length}`, shared, name);
    this.#seconds.push(second);
    second.start();
    return second;
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
  }

  #situation(): string {
    const machines = this.#machines.map(
      ({ name, disk, member }) =>
        `${name} at ${disk.ledgerRange()?.last} (${member?.cluster.membership.role}, ${member?.cluster.problem()})`,
    );
    const { epoch, holder, remainingMs } = this.#cluster.lease();
    const lease = `lease ${epoch} of ${holder?.id} for ${remainingMs} ms, ${this.#mode}`;
    const others = JSON.stringify([...this.#figures.others]);
    return `${machines.join(', ')}, log at ${this.#cluster.range()?.last.ledgerIndex}, ${lease}, ${others}`;
  }
}
