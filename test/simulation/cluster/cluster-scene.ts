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
import { KeptCheck } from './kept-check.ts';
import { SimulatedMachine } from './simulated-machine.ts';
import { SimulatedNetwork } from './simulated-network.ts';
import { VirtualTime } from './virtual-time.ts';

const LOOK_MS = 50;
const PAY_MS = 150;
/** Shorter than the five ledgers for which a submission waits for an earlier one. */
const HELD_MS = 3_000;
const RECOVERY_MS = 30_000;
interface Payment {
  readonly id: string;
  readonly blob: string;
}

const ALICE = party('alice');
/** Sequence → payment of the master account. All scenes have the same payments. */
const PAYMENTS = new Map<number, Payment>();

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
  #kept!: KeptCheck;
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
    scene.#kept = new KeptCheck(() => scene.machines, acknowledge);
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
        onServed: (...served) => this.#check(() => this.#serve(...served)),
        onAnswered: (...answer) => this.#check(() => !this.isQueued && this.#kept.checkAnswered(...answer)),
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
   * Submits payments one after another, to the machines in turn, each until a machine accepts it. `isOutOfOrder`: the
   * second one first, and so on. The returned function stops that.
   */
  keepPaying(isOutOfOrder = false): () => void {
    let earlier = this.nextPayment();
    let next = isOutOfOrder ? this.nextPayment() : earlier;
    /** The one that waits for the earlier one. */
    let held: { readonly payment: Payment; readonly atMs: number } | undefined;
    let turn = 0;
    let isOver = false;
    const note = (result: unknown, askedMs: number): void => {
      if (isOutOfOrder && result === 'terPRE_SEQ') {
        held = { payment: next, atMs: askedMs };
        next = earlier;
      } else if (result === 'tesSUCCESS' || result === 'terQUEUED') {
        this.acknowledged.add(next.id);
        const isHeld = held !== undefined && this.time.nowMs - held.atMs < HELD_MS;
        if (isHeld) this.acknowledged.add(held!.payment.id);
        earlier = held === undefined || isHeld ? this.nextPayment() : held.payment;
        next = isOutOfOrder && earlier !== held?.payment ? this.nextPayment() : earlier;
        held = undefined;
      }
    };
    const submit = (): void => {
      if (isOver && held === undefined) return;
      const machine = this.machines[turn++ % this.machines.length]!;
      const again = () => this.time.after(PAY_MS, submit);
      const askedMs = this.time.nowMs;
      machine.ask('submit', { tx_blob: next.blob }).then(({ engine_result }) => {
        note(engine_result, askedMs);
        again();
      }, again);
    };
    submit();
    return () => {
      isOver = true;
    };
  }

  /** Signs the next payment of the master account. */
  nextPayment(): Payment {
    const Sequence = this.#sequence++;
    const made = PAYMENTS.get(Sequence);
    if (made !== undefined) return made;
    const fields = { TransactionType: 'Payment', Destination: ALICE.id, Amount: 300_000_000n, Fee: 10n };
    const { id, blob } = signTransaction({ ...fields, Account: MASTER.id, Sequence }, MASTER.keys);
    const payment = { id, blob: Buffer.from(blob).toString('hex') };
    PAYMENTS.set(Sequence, payment);
    return payment;
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
      this.#kept.checkServed(ledgerIndex, hash, place);
    } else if (served.hash === hash) served.by.add(place);
    else throw new Error(`${place} serves ${hash} as ledger ${ledgerIndex}, others ${served.hash}`);
  }

  #check(check: () => unknown): void {
    try {
      check();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
  }
}
