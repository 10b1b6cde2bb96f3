/**
 * A server as a value: a node on a store, and everything that its methods need, without a socket, a file or a signal. Ports
 * serve it, and whoever holds it runs requests in the same process. Nothing is shared between two of them.
 */

import { randomBytes as systemRandomBytes } from 'node:crypto';
import { DEFAULT_GENESIS, type GenesisOptions } from './ledger/genesis.ts';
import type { LedgerHeader } from './ledger/ledger-header.ts';
import { type CloseRule, MANUAL_CLOSE } from './node/close/close-schedule.ts';
import { LedgerHealth } from './node/ledger-health.ts';
import type { ClosingNode, LedgerEngine, LedgerNode } from './node/ledger-node.ts';
import { createLedgerNode } from './node/node.ts';
import type { LedgerNodeOptions } from './node/node-options.ts';
import type { SubmitOptions, SubmitOutcome } from './node/open-ledger/submission.ts';
import { Snapshots } from './node/snapshots.ts';
import type { Transaction } from './protocol/transaction/transaction.ts';
import type { JsonObject } from './protocol/values.ts';
import { execute } from './rpc/execute.ts';
import type {
  BenchServices,
  EngineRelay,
  ErrorLog,
  MainServices,
  MemberFacts,
  ProgramInfo,
  RpcRequest,
  ServedPort,
  ServerServices,
} from './rpc/method/context.ts';
import { LongWork, RequestTally, type TallySnapshot } from './rpc/method/long-work.ts';
import type { RequestObservation, RequestObserver } from './rpc/method/request-observer.ts';
import { withRpcErrors } from './rpc/signing/submission.ts';
import { StreamHub } from './rpc/streams/stream-hub.ts';
import { type StreamSource, streamSourceOf } from './rpc/streams/stream-source.ts';
import type { MethodName, RequestOf } from './rpc/table.ts';
import type { LedgerRange } from './storage/history-store.ts';
import { type Clock, systemClock } from './util/clock.ts';
import { eventLoopLatencyMs } from './util/event-loop-latency.ts';
import { bytesToHex } from './util/hex.ts';
import { Listeners } from './util/listeners.ts';
import type { WeirPacers } from './util/server-pacers.ts';

export interface WeirOptions
  extends Pick<LedgerNodeOptions, 'store' | 'journal' | 'queue' | 'closing' | 'isTestBench' | 'cachedEntries'> {
  /** Takes the place of a node on `store`, which it has opened, and closes what is open by itself. */
  readonly composed?: ComposedNode | undefined;
  /** How to found the chain if the store is empty; the usual one if absent. */
  readonly genesis?: GenesisOptions;
  /** The system's if absent. */
  readonly clock?: Clock;
  /** Told of what is unexpected. A pino logger is one. */
  readonly log: ErrorLog;
  /** Without them all work is done in one go. */
  readonly pacers?: WeirPacers;
  /** Unpredictable bytes; the system's if absent. */
  readonly randomBytes?: (count: number) => Buffer;
  /** False: `weir_state` neither writes nor reads files, since others than users of this machine may call it. */
  readonly hasStateFiles?: boolean;
  /** What methods report about the program. */
  readonly about: ProgramInfo;
  /** When the program began, in milliseconds since 1970-01-01T00:00:00Z; now if absent. */
  readonly startedAtMs?: number;
  /** What workers have counted, where there are any. */
  readonly workerTallies?: () => Iterable<TallySnapshot>;
  /** What the method `stop` does; without it nobody may call it. */
  readonly requestStop?: () => void;
}

/** A node that was made elsewhere, and how its requests and streams reach whoever has the engine: that of a cluster. */
export interface ComposedNode {
  readonly node: LedgerNode;
  readonly relay: EngineRelay;
  readonly streams: StreamSource;
  readonly member: MemberFacts;
  /** How long a request waits for a ledger that its client saw elsewhere, in milliseconds. */
  readonly patienceMs: number;
  /** A request waits for a ledger that is not here yet. */
  hint(): void;
  /** The ledgers that are in the archive, as far as is known here. */
  archivedRange(): LedgerRange | undefined;
  /** What is wrong with it, in words for the operator, beside what is wrong with its ledgers. */
  problem(): string | undefined;
  /** Told, once, with what it may run requests that come from elsewhere. */
  serve(services: MainServices): void;
}

export interface Weir {
  readonly node: LedgerNode;
  /** The same node where it was made here, and so has the engine; undefined in a member of a cluster. */
  readonly engine: ClosingNode | undefined;
  /** Undefined where the node was made here. */
  readonly composed: ComposedNode | undefined;
  readonly health: LedgerHealth;
  /** What every request shares. */
  readonly services: MainServices;
  /** What connections subscribe to. */
  readonly streams: StreamHub;
  /** Where streams learn of what happens, be they here or in other threads. */
  readonly streamSource: StreamSource;
  /** Runs one method: what it answers, or the fields of an error. Never rejects. */
  execute(request: RpcRequest): Promise<JsonObject>;
  /** Submits a transaction whose signature was verified, here or to whoever leads. Rejects with an `RpcError`. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome>;
  /**
   * As `execute`, for those who know what they ask: the method's name and its parameters are typed by its rows. Asks as
   * the operator, in version 1 of the API, unless told otherwise.
   */
  request<Name extends MethodName>(
    method: Name,
    params: RequestOf<Name>,
    options?: Partial<Pick<RpcRequest, 'apiVersion' | 'role' | 'subscription'>>,
  ): Promise<JsonObject>;
  /**
   * Remembers everything as it is now, and gives an id for `revert`. A name is good for that too. Rejects with a
   * `RangeError` for a name that cannot be one, and on anything but a test bench.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Returns to the snapshot of that id or name, as often as one likes, or to the ledger with that index: what has happened
   * since is gone for good. Rejects with an `UnknownSnapshotError`, a `RangeError`, and on anything but a test bench.
   */
  revert(target: string | number): Promise<LedgerHeader>;
  /** Calls back after each request, and each that was refused. The returned function ends it. */
  onRequest(observer: RequestObserver): () => void;
  /** Notes that a port serves it, which methods then report. */
  addPort(port: ServedPort): void;
  /** See `LedgerNode.start`. */
  start(): Promise<void>;
  /** Closes what is open, unless ledgers close by hand only; then stops the node, which lets go of the store. */
  stop(): Promise<void>;
}

/**
 * Opens the chain in the store, or founds it. Ledgers close by themselves only once it has started. Rejects with a
 * `StoreError` if the chain has another network id; the store stays open then.
 */
export async function createWeir(options: WeirOptions): Promise<Weir> {
  const { clock = systemClock, closing = MANUAL_CLOSE, log, pacers } = options;
  const { composed } = options;
  const engine = composed === undefined ? await openNode(options, clock, closing) : undefined;
  const node = composed?.node ?? engine!;
  const health = new LedgerHealth(node, closing, clock);
  const observers = new Listeners<[RequestObservation]>();
  const ports: ServedPort[] = [];
  const { startedAtMs = clock.nowMs() } = options;
  let readyAtMs = startedAtMs;
  const tally = new RequestTally(clock, options.workerTallies);
  const bench = engine && benchOf(engine, options.hasStateFiles);
  const server: ServerServices = {
    ...options.about,
    node,
    tally,
    requestStop: options.requestStop,
    member: composed?.member,
    bench,
    startedAtMs,
    get readyAtMs() {
      return readyAtMs;
    },
    problem: () => composed?.problem() ?? health.problem(),
    ports: () => ports,
    measureLatencyMs: eventLoopLatencyMs,
  };
  const services: MainServices = {
    reader: node,
    program: options.about,
    server,
    engine,
    relay: composed?.relay,
    memberName: composed?.member.name,
    clock,
    log,
    randomBytes: options.randomBytes ?? systemRandomBytes,
    observe: observers.emit.bind(observers),
    tally,
    longWork: pacers?.longWork && new LongWork(pacers.longWork),
  };
  composed?.serve(services);
  const streamSource = composed?.streams ?? streamSourceOf(node);
  return {
    node,
    engine,
    composed,
    health,
    services,
    streams: new StreamHub(node, streamSource, pacers?.longWork),
    streamSource,
    execute: (request) => execute(services, request),
    submit: (transaction, options) =>
      composed?.relay.submit(transaction, options) ?? withRpcErrors(() => engine!.submit(transaction, options)),
    request: (method, params, options) =>
      execute(services, { method, params: params as JsonObject, apiVersion: 1, role: 'admin', ...options }),
    snapshot: async (name) => (await onTestBench(bench).take(name)).id,
    revert: async (target) => {
      const held = onTestBench(bench);
      return typeof target === 'number' ? held.revertToLedger(target) : held.revert(target);
    },
    onRequest: (observer) => observers.add(observer),
    addPort: (port) => void ports.push(port),
    async start() {
      await node.start();
      readyAtMs = clock.nowMs();
    },
    async stop() {
      await node.stopClosing();
      if (closing.kind !== 'manual' && engine !== undefined) await closeWhatIsOpen(engine, log);
      await node.stop();
    },
  };
}

function openNode(options: WeirOptions, clock: Clock, closing: CloseRule): Promise<ClosingNode> {
  const { store, journal, genesis = DEFAULT_GENESIS, queue, randomBytes, pacers, log } = options;
  return createLedgerNode({
    store,
    journal,
    genesis,
    clock,
    closing,
    isTestBench: options.isTestBench,
    cachedEntries: options.cachedEntries,
    ...(queue && { queue }),
    ...(randomBytes && { randomBytes }),
    ...(pacers && { pacer: pacers.close }),
    onBug: (error, transaction) => reportBug(log, error, transaction),
  });
}

function benchOf(engine: ClosingNode, hasStateFiles: boolean | undefined): BenchServices | undefined {
  const { bench } = engine;
  return bench && { engine, bench, snapshots: new Snapshots(engine, hasStateFiles) };
}

function onTestBench(bench: BenchServices | undefined): Snapshots {
  if (bench === undefined) throw new RangeError('only a test bench returns to earlier ledgers');
  return bench.snapshots;
}

/** A bug that a transaction brought to light is worth all that is needed to see it again. */
function reportBug(log: ErrorLog, err: unknown, { id, blob }: Transaction): void {
  log.error({ err, transaction: id, blob: bytesToHex(blob) }, 'a transaction met a bug');
}

/** What was accepted gets into a ledger before the server goes. */
async function closeWhatIsOpen(engine: LedgerEngine, log: ErrorLog): Promise<void> {
  if (engine.openLedger.view.transactionCount === 0) return;
  await engine.acceptLedger().catch((error) => log.error({ err: error }, 'the last ledger could not be closed'));
}
