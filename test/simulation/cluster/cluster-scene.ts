/**
 * A simulated cluster for a test of one fault: machines that close a ledger each second in virtual time, durable
 * payments, and a check that all machines serve the same ledger at an index.
 */
import assert from 'node:assert/strict';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import type { CallOutcome, ClusterCall } from '../../support/cluster/memory-cluster-store.ts';
import { MASTER, party } from '../../support/env.ts';
import { SeededRandom } from '../../support/seeded-random.ts';
import { SimulatedMachine } from './simulated-machine.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { VirtualTime } from './virtual-time.ts';

const LOOK_MS = 50;
const PAY_MS = 150;
const RECOVERY_MS = 30_000;
/** Number of ledgers at the start of a chain, before other members join. */
const FOUNDED = 2;

export class ClusterScene {
  readonly time = new VirtualTime();
  readonly network = new SimulatedNetwork(this.time, new SeededRandom(1));
  readonly database = new MemoryCluster({
    elapsedMs: () => this.time.nowMs,
    after: (delayMs, act) => this.time.after(delayMs, act),
  });
  readonly machines: SimulatedMachine[] = [];
  /** Ids of the payments that were acknowledged as durable. */
  readonly acknowledged = new Set<string>();
  /** Returns the outcome of a machine's next call to the database. `place` names the machine. */
  outcomeOf: (place: string, call: ClusterCall) => CallOutcome = () => ({});
  /** Called before each event in the process of a machine. */
  onEvent: (place: string) => void = () => {};
  acknowledge = 0;
  isQueued = false;
  /** Called with each ledger index that a machine serves. */
  onServed: (ledgerIndex: number, place: string) => void = () => {};
  /** Ledger index → its hash, and the machines that have served it. */
  readonly #served = new Map<number, { readonly hash: string; readonly by: Set<string> }>();
  readonly #keys = new SeededRandom(2);
  #failure: unknown;
  #sequence = 1;

  /** Resolves when all machines serve ledgers and one of them leads. */
  static async open(...places: readonly string[]): Promise<ClusterScene> {
    return ClusterScene.openWith({ acknowledge: 0 }, ...places);
  }

  /**
   * As `open`. `acknowledge`: number of other machines that must have a ledger or submission on disk before it is
   * acknowledged. `isQueued`: submissions are not durable, and a ledger takes so few that others are queued.
   */
  static async openWith(
    { acknowledge, isQueued = false }: { readonly acknowledge: number; readonly isQueued?: boolean },
    ...places: readonly string[]
  ): Promise<ClusterScene> {
    const scene = new ClusterScene();
    scene.acknowledge = acknowledge;
    scene.isQueued = isQueued;
    for (const place of places) scene.add(place).start();
    await scene.until('all machines serve ledger 4', () =>
      scene.machines.every(({ place }) => scene.hasServed(place, 4)),
    );
    return scene;
  }

  add(place: string, name = place): SimulatedMachine {
    const machine = new SimulatedMachine(
      place,
      {
        ...{ time: this.time, network: this.network, cluster: this.database, latencyMs: () => 2 },
        acknowledge: this.acknowledge,
        isQueued: this.isQueued,
        randomBytes: (count) => this.#keys.bytes(count),
        outcomeOf: (call) => this.outcomeOf(place, call),
        onFailure: (error) => this.#fail(error),
        onEvent: (at) => this.onEvent(at),
        onServed: (...served) => this.#serve(...served),
      },
      name,
    );
    this.machines.push(machine);
    return machine;
  }

  machine(place: string): SimulatedMachine {
    return this.machines.find((one) => one.place === place)!;
  }

  leads(machine: SimulatedMachine): boolean {
    return machine.member?.cluster.node.isLeading === true;
  }

  async leader(): Promise<SimulatedMachine> {
    await this.until('a member leads', () => this.machines.some((one) => this.leads(one)));
    return this.machines.find((one) => this.leads(one))!;
  }

  async follower(): Promise<SimulatedMachine> {
    const leader = await this.leader();
    return this.machines.find((one) => one !== leader && one.member !== undefined)!;
  }

  hasServed(place: string, ledgerIndex: number): boolean {
    return this.#served.get(ledgerIndex)?.by.has(place) === true;
  }

  get lastServed(): number {
    return Math.max(...this.#served.keys());
  }

  /**
   * Submits payments one after another, to the machines in turn, each until a machine accepts it. The returned function
   * stops that.
   */
  keepPaying(): () => void {
    let next = this.nextPayment();
    let turn = 0;
    let isOver = false;
    const submit = (): void => {
      if (isOver) return;
      const machine = this.machines[turn++ % this.machines.length]!;
      machine.ask('submit', { tx_blob: next.blob }).then(
        ({ engine_result }) => {
          if (engine_result === 'tesSUCCESS' || engine_result === 'terQUEUED') {
            this.acknowledged.add(next.id);
            next = this.nextPayment();
          }
          this.time.after(PAY_MS, submit);
        },
        () => this.time.after(PAY_MS, submit),
      );
    };
    submit();
    return () => {
      isOver = true;
    };
  }

  /** Signs the next payment of the master account. */
  nextPayment(): { readonly id: string; readonly blob: string } {
    const Sequence = this.#sequence++;
    const fields = { TransactionType: 'Payment', Destination: party('alice').id, Amount: 300_000_000n, Fee: 10n };
    const { id, blob } = signTransaction({ ...fields, Account: MASTER.id, Sequence }, MASTER.keys);
    return { id, blob: Buffer.from(blob).toString('hex') };
  }

  /** Submits the next payment; if a machine accepts it, adds it to `acknowledged`. */
  async pay(machine: SimulatedMachine): Promise<void> {
    const payment = this.nextPayment();
    const answer = await this.submit(machine, payment);
    assert.equal(answer.engine_result, 'tesSUCCESS', JSON.stringify(answer));
    this.acknowledged.add(payment.id);
  }

  /** Submits to the machine; returns its answer. */
  submit(machine: SimulatedMachine, { blob }: { readonly blob: string }): Promise<JsonObject> {
    return this.ask(machine, 'submit', { tx_blob: blob });
  }

  /** Calls a method of the machine; returns its answer. */
  async ask(machine: SimulatedMachine, method: string, params: JsonObject = {}): Promise<JsonObject> {
    let answer: JsonObject | undefined;
    machine.ask(method, params).then(
      (result) => {
        answer = result;
      },
      (error) => this.#fail(error),
    );
    await this.until('the request is answered', () => answer !== undefined);
    return answer!;
  }

  /**
   * Waits until all machines serve one chain that grows and has every acknowledged payment. Fails after the time limit.
   */
  async recover(withinMs = RECOVERY_MS): Promise<void> {
    const next = this.lastServed + 3;
    const running = () => this.machines.filter(({ member }) => member !== undefined);
    const isServed = () => running().length > 0 && running().every(({ place }) => this.hasServed(place, next));
    await this.until(`ledger ${next} is served by all`, isServed, withinMs);
    const { disk } = running()[0]!;
    const missing = () => [...this.acknowledged].filter((id) => disk.transactionLocation(id) === undefined);
    await this.until('no acknowledged payment is lost', () => missing().length === 0, withinMs);
  }

  async until(what: string, isSo: () => boolean, withinMs = RECOVERY_MS): Promise<void> {
    const endMs = this.time.nowMs + withinMs;
    while (!isSo()) {
      assert.ok(this.time.nowMs < endMs, `${what}: not within ${withinMs / 1000} s; ${this.situation()}`);
      await this.pass(LOOK_MS);
    }
  }

  async pass(milliseconds: number): Promise<void> {
    await this.time.pass(milliseconds);
    if (this.database.violation !== undefined) this.#fail(new Error(this.database.violation));
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Runs the operator's decision that the ledgers after this index are lost. */
  lose(afterIndex: number): void {
    for (const index of this.#served.keys()) if (index > afterIndex) this.#served.delete(index);
  }

  /**
   * The state of the database, the machines and the messages between them, as text. `round` rounds times in
   * milliseconds.
   */
  stateText(round: (milliseconds: number) => number): string {
    const machines = this.machines.map((machine) => machine.stateText(round));
    return JSON.stringify([this.database.stateText(round), machines, this.time.dueInMs.map(round)]);
  }

  situation(): string {
    const { epoch, holder, remainingMs } = this.database.lease();
    const members = this.machines.map(({ place, member }) => {
      const at = member?.node.validated.ledgerIndex;
      return `${place} at ${at} (${member?.cluster.membership.role}, ${member?.cluster.problem()})`;
    });
    const log = this.database.range()?.last.ledgerIndex;
    return `${members.join(', ')}; log at ${log}; lease ${epoch} of ${holder?.id} for ${remainingMs} ms`;
  }

  /** Ends all processes. */
  close(): void {
    for (const machine of this.machines) machine.kill();
  }

  #serve(ledgerIndex: number, hash: string, place: string): void {
    this.onServed(ledgerIndex, place);
    const served = this.#served.get(ledgerIndex);
    if (served === undefined) {
      this.#served.set(ledgerIndex, { hash, by: new Set([place]) });
      const { length } = this.machines.filter((machine) => machine.hasOnDisk(ledgerIndex, hash));
      const isKept = length > this.acknowledge || ledgerIndex <= FOUNDED;
      if (!isKept)
        this.#fail(new Error(`${place} serves ledger ${ledgerIndex}, which ${length} machines have on disk`));
    } else if (served.hash === hash) served.by.add(place);
    else this.#fail(new Error(`${place} serves ${hash} as ledger ${ledgerIndex}, others ${served.hash}`));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
  }
}
