/**
 * A machine of a simulated cluster: a disk that survives its processes, and a process that starts, stops, is killed,
 * and answers clients.
 */
import { keptLedger } from '../../../src/cluster/kept-records.ts';
import { LEDGER_FORMS } from '../../../src/cluster/ledger-forms.ts';
import type { StoreReplacement } from '../../../src/cluster/store-repair.ts';
import { parseTransaction } from '../../../src/protocol/transaction/transaction.ts';
import type { Hash256, JsonObject } from '../../../src/protocol/values.ts';
import type { SubmissionRecords } from '../../../src/storage/append-journal.ts';
import { NoAnswerError } from '../../support/cluster/cluster-clients.ts';
import type { MemoryCluster } from '../../support/cluster/memory-cluster.ts';
import { MemoryClusterStore, type OutcomeOfCall } from '../../support/cluster/memory-cluster-store.ts';
import { FaultyStore } from '../faulty-store.ts';
import { type SimulatedMember, startSimulatedMember } from './simulated-member.ts';
import type { SimulatedNetwork, SimulatedTransport } from './simulated-network.ts';
import { MachineClock, type VirtualTime } from './virtual-time.ts';

/** Timeout of a client's request. */
const TIMEOUT_MS = 12_000;
const RESTART_MS = 500;
/** A process that is refused for this reason may be started later. */
const REFUSED = /another running node of the cluster has the name|holds another chain than the cluster's database/;

/** The parts that all machines share. */
export interface SharedSimulation {
  readonly time: VirtualTime;
  readonly network: SimulatedNetwork;
  readonly cluster: MemoryCluster;
  readonly randomBytes: (count: number) => Buffer;
  readonly latencyMs: () => number;
  /** Number of other machines that must have a ledger or submission on disk before it is acknowledged. */
  readonly acknowledge: number;
  /** True: submissions are not durable, and a ledger takes so few that others are queued. */
  readonly isQueued?: boolean;
  /** Returns the outcome of a machine's calls to the database. */
  readonly outcomeOf: OutcomeOfCall;
  /** Called with errors that fail the test. */
  readonly onFailure: (error: unknown) => void;
  /** Called before each event in the process of a machine. */
  readonly onEvent?: (machine: string) => void;
  /** Called with each ledger that a machine serves as validated. */
  readonly onServed?: (ledgerIndex: number, hash: string, machine: string) => void;
  /** Called with each answer to a submission, before the machine sends it. */
  readonly onAnswered?: (answer: JsonObject, machine: string) => void;
}

/** Records on disk, which survive the process. */
class DiskRecords implements SubmissionRecords {
  readonly records = new Map<Hash256, Buffer>();

  async append(id: Hash256, body: Buffer): Promise<void> {
    this.records.set(id, body);
  }

  remove(id: Hash256): void {
    this.records.delete(id);
  }

  async close(): Promise<void> {}
}

interface RunningProcess {
  readonly clock: MachineClock;
  readonly transport: SimulatedTransport;
  readonly shared: MemoryClusterStore;
  member: SimulatedMember | undefined;
  /** Functions that end the requests of waiting clients. */
  readonly waiting: Set<() => void>;
}

export class SimulatedMachine {
  /** Name of the machine. Its process has the same name unless another one is given. */
  readonly place: string;
  readonly name: string;
  #disk = new FaultyStore();
  readonly #kept = new DiskRecords();
  readonly #shared: SharedSimulation;
  /** Reason why the last start failed. */
  refusal: string | undefined;
  #process: RunningProcess | undefined;
  #clockOffsetMs = 0;
  #isCutOff = false;
  /** False while the process leaves the cluster, which takes time, and after that. */
  #isWanted = false;

  constructor(place: string, shared: SharedSimulation, name = place) {
    this.place = place;
    this.name = name;
    this.#shared = shared;
  }

  get address(): string {
    return `${this.place}:7000`;
  }

  get disk(): FaultyStore {
    return this.#disk;
  }

  /** The running member; undefined before it has joined, and while no process runs. */
  get member(): SimulatedMember | undefined {
    return this.#process?.member;
  }

  /** True if the ledger survives the process: in the store, or kept for the leader after the ledgers of the store. */
  hasOnDisk(ledgerIndex: number, hash: Hash256): boolean {
    if (this.disk.header(ledgerIndex)?.hash === hash) return true;
    return this.#kept.records.has(hash) && this.disk.header(ledgerIndex - 1) !== undefined;
  }

  /** True if the submission survives the process: in a ledger, or kept for the leader, also in a ledger that is kept. */
  hasSubmission(id: Hash256): boolean {
    if (this.#kept.records.has(id) || this.disk.transactionLocation(id) !== undefined) return true;
    const kept = keptLedger(this.#kept, LEDGER_FORMS.decode)?.transactions ?? [];
    return kept.some(({ blob }) => parseTransaction(blob).id === id);
  }

  /** True: it cannot reach the database. */
  set isCutOff(isCutOff: boolean) {
    this.#isCutOff = isCutOff;
    if (this.#process !== undefined) this.#process.shared.isCutOff = isCutOff;
  }

  start(): void {
    this.#isWanted = true;
    if (this.#process !== undefined) return;
    const { time, network, cluster, outcomeOf } = this.#shared;
    const clock = new MachineClock(time, this.#clockOffsetMs, () => this.#shared.onEvent?.(this.place));
    const shared = new MemoryClusterStore({ cluster, clock, outcomeOf });
    shared.isCutOff = this.#isCutOff;
    const own = { clock, shared, transport: network.open(this.address, clock), member: undefined, waiting: new Set() };
    this.#process = own as RunningProcess;
    void this.#open(this.#process);
  }

  /** As `kill -9`: no further event happens in the process. */
  kill(): void {
    this.#isWanted = false;
    const own = this.#process;
    if (own === undefined) return;
    this.#process = undefined;
    this.#clockOffsetMs = own.clock.offsetMs;
    own.clock.end();
    own.transport.vanish();
    void own.shared.close();
    for (const end of [...own.waiting]) end();
  }

  /** As SIGTERM. */
  async leave(): Promise<void> {
    const own = this.#process;
    this.#isWanted = false;
    await own?.member?.stop();
    if (this.#process !== own) return;
    const isWanted: boolean = this.#isWanted;
    this.kill();
    if (isWanted) this.start();
  }

  /** As SIGSTOP. */
  stop(): void {
    this.#process?.clock.stop();
  }

  resume(): void {
    this.#process?.clock.resume();
  }

  jumpClock(milliseconds: number): void {
    this.#process?.clock.jump(milliseconds);
  }

  /** Sends a client's request to this machine. */
  ask(method: string, params: JsonObject): Promise<JsonObject> {
    const { time, latencyMs } = this.#shared;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new NoAnswerError(`${this.name} does not answer`));
      const takeBack = time.after(TIMEOUT_MS, giveUp);
      const answer = (act: () => void): void => {
        takeBack();
        time.after(latencyMs(), act);
      };
      time.after(latencyMs(), () => {
        const own = this.#process;
        if (own?.member === undefined) {
          answer(giveUp);
          return;
        }
        const gone = (): void => answer(giveUp);
        own.waiting.add(gone);
        own.clock.after(
          0,
          () =>
            void this.#execute(own, method, params, (result) => {
              own.waiting.delete(gone);
              answer(() => resolve(result));
            }),
        );
      });
    });
  }

  async #execute(
    own: RunningProcess,
    method: string,
    params: JsonObject,
    tell: (result: JsonObject) => void,
  ): Promise<void> {
    const result = await own.member!.execute({ method, params, apiVersion: 1, role: 'user' });
    if (method === 'submit') this.#shared.onAnswered?.(result, this.place);
    // As JSON text, as over a socket, so that later changes of the object do not change the answer.
    const text = JSON.stringify(result);
    own.clock.after(0, () => tell(JSON.parse(text) as JsonObject));
  }

  /** The process begins again on the new disk when that is complete. */
  #replacement(own: RunningProcess): StoreReplacement {
    let built = new FaultyStore();
    return {
      open: async () => {
        built = new FaultyStore();
        return built;
      },
      onComplete: () => {
        if (this.#process !== own) return;
        this.#disk = built;
        void this.leave();
        this.#isWanted = true;
      },
    };
  }

  async #open(own: RunningProcess): Promise<void> {
    const { clock, transport, shared } = own;
    const { randomBytes, onFailure, acknowledge, isQueued = false } = this.#shared;
    try {
      own.member = await startSimulatedMember({
        ...{ clock, transport, shared, randomBytes, onFailure, acknowledge, isQueued, kept: this.#kept },
        name: this.name,
        store: this.disk,
        replacement: this.#replacement(own),
      });
    } catch (error) {
      this.refusal = (error as Error).message;
      // A supervisor starts the process again, unless it can never start.
      const mayPass = ['UnreachableError', 'UnknownOutcomeError'].includes((error as Error).name);
      if (!mayPass && !REFUSED.test(this.refusal)) onFailure(error);
      clock.after(RESTART_MS, () => {
        if (this.#process !== own) return;
        this.kill();
        this.start();
      });
      return;
    }
    const { node } = own.member;
    const serve = ({ ledgerIndex, hash }: { ledgerIndex: number; hash: string }) =>
      this.#shared.onServed?.(ledgerIndex, hash, this.place);
    serve(node.validated);
    node.onValidated(serve);
  }
}
