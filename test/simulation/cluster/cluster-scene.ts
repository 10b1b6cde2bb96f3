/**
 * A simulated cluster for one chosen fault: machines that close a ledger each second in virtual time, durable payments, and
 * the rule that no two ledgers of one index are ever served.
 */
import assert from 'node:assert/strict';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import type { CallFate, ClusterCall } from '../../support/cluster/memory-cluster-store.ts';
import { MASTER, party } from '../../support/env.ts';
import { SeededRandom } from '../../support/seeded-random.ts';
import { SimulatedMachine } from './simulated-machine.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { VirtualTime } from './virtual-time.ts';

const LOOK_MS = 50;
const PAY_MS = 150;
const PATIENCE_MS = 30_000;
/** The ledgers with which a chain begins, before there are other members. */
const FOUNDED = 2;

export class ClusterScene {
  readonly time = new VirtualTime();
  readonly network = new SimulatedNetwork(this.time, new SeededRandom(1));
  readonly database = new MemoryCluster({
    elapsedMs: () => this.time.nowMs,
    after: (delayMs, act) => this.time.after(delayMs, act),
  });
  readonly machines: SimulatedMachine[] = [];
  /** Payments that were acknowledged as durable: their ids. */
  readonly acknowledged = new Set<string>();
  /** Decides the next calls of a machine to the database, by its place. */
  fateOf: (place: string, call: ClusterCall) => CallFate = () => ({});
  /** Called before each thing that happens in the process of a machine, with its place. */
  onEvent: (place: string) => void = () => {};
  acknowledge = 0;
  /** Called with the index of each ledger that a machine serves, and its place. */
  onServed: (ledgerIndex: number, place: string) => void = () => {};
  /** Index of a ledger → its hash, and the machines that have served it. */
  readonly #served = new Map<number, { readonly hash: string; readonly by: Set<string> }>();
  readonly #keys = new SeededRandom(2);
  #failure: unknown;
  #sequence = 1;

  /** Resolves when all machines serve ledgers, and one of them leads. */
  static async open(...places: readonly string[]): Promise<ClusterScene> {
    return ClusterScene.openWith(0, ...places);
  }

  /** The same where so many other machines have a ledger or a submission on disk before it counts. */
  static async openWith(acknowledge: number, ...places: readonly string[]): Promise<ClusterScene> {
    const scene = new ClusterScene();
    scene.acknowledge = acknowledge;
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
        randomBytes: (count) => this.#keys.bytes(count),
        fateOf: (call) => this.fateOf(place, call),
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

  /** Submits payments one after the other, each until a machine takes it, to machines in turn. The function returned ends that. */
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

  /** Signs the next payment of the account that owns everything. */
  nextPayment(): { readonly id: string; readonly blob: string } {
    const Sequence = this.#sequence++;
    const fields = { TransactionType: 'Payment', Destination: party('alice').id, Amount: 300_000_000n, Fee: 10n };
    const { id, blob } = signTransaction({ ...fields, Account: MASTER.id, Sequence }, MASTER.keys);
    return { id, blob: Buffer.from(blob).toString('hex') };
  }

  /** Submits the next payment; adds it to the acknowledged ones if a machine takes it. */
  async pay(machine: SimulatedMachine): Promise<void> {
    const payment = this.nextPayment();
    const answer = await this.submit(machine, payment);
    assert.equal(answer.engine_result, 'tesSUCCESS', JSON.stringify(answer));
    this.acknowledged.add(payment.id);
  }

  /** Gives the machine's answer. */
  submit(machine: SimulatedMachine, { blob }: { readonly blob: string }): Promise<JsonObject> {
    return this.ask(machine, 'submit', { tx_blob: blob });
  }

  /** Gives the machine's answer. */
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

  /** All machines come to serve one chain that grows, and that has every acknowledged payment. */
  async recover(withinMs = PATIENCE_MS): Promise<void> {
    const next = this.lastServed + 3;
    const running = () => this.machines.filter(({ member }) => member !== undefined);
    const isServed = () => running().length > 0 && running().every(({ place }) => this.hasServed(place, next));
    await this.until(`ledger ${next} is served by all`, isServed, withinMs);
    const { disk } = running()[0]!;
    for (const id of this.acknowledged) assert.ok(disk.transactionLocation(id) !== undefined, `${id} is lost`);
  }

  async until(what: string, isSo: () => boolean, withinMs = PATIENCE_MS): Promise<void> {
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

  /** The operator decides that these ledgers are lost. */
  lose(afterIndex: number): void {
    for (const index of this.#served.keys()) if (index > afterIndex) this.#served.delete(index);
  }

  /** What can be seen of the database, the machines, and what is under way between them. `round`: of times in milliseconds. */
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
