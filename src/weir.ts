/**
 * A server as a value: a node on a store, and everything that its methods need, without sockets, files or signals. Ports serve
 * it, and the same process can run requests directly. Two servers in one process share nothing.
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
import { LongWork } from './rpc/method/long-work.ts';
import type { RequestObservation, RequestObserver } from './rpc/method/request-observer.ts';
import { RequestTally, type TallySnapshot } from './rpc/method/request-tally.ts';
import { withRpcErrors } from './rpc/signing/submission.ts';
import { StreamHub } from './rpc/streams/stream-hub.ts';
import { type StreamSource, streamSourceOf } from './rpc/streams/stream-source.ts';
import type { MethodName, RequestOf } from './rpc/table.ts';
import type { Fork } from './storage/fork/fork.ts';
import type { LedgerRange } from './storage/history-store.ts';
import { type Clock, systemClock } from './util/clock.ts';
import { eventLoopLatencyMs } from './util/event-loop-latency.ts';
import { bytesToHex } from './util/hex.ts';
import { Listeners } from './util/listeners.ts';
import type { WeirPacers } from './util/server-pacers.ts';
import type { Scrub } from './verify/scrub.ts';

export interface WeirOptions
  extends Pick<
    LedgerNodeOptions,
    'store' | 'journal' | 'queue' | 'closing' | 'isTestBench' | 'cachedEntries' | 'tracer'
  > {
  /** Replaces the node on `store`. It has opened the store, and closes its open ledger itself. */
  readonly composed?: ComposedNode | undefined;
  /** The store is that of this fork. */
  readonly fork?: Fork | undefined;
  /** How to found the chain if the store is empty; the default genesis if absent. */
  readonly genesis?: GenesisOptions;
  /** The system's if absent. */
  readonly clock?: Clock;
  /** Receives unexpected errors. A pino logger fits. */
  readonly log: ErrorLog;
  /** Without pacers long work is not interrupted for other requests. */
  readonly pacers?: WeirPacers;
  /** Unpredictable bytes; the system's if absent. */
  readonly randomBytes?: (count: number) => Buffer;
  /** Where `weir_state` writes and reads files; without it there are none. */
  readonly stateDirectory?: string | undefined;
  /** Facts about the program that methods report. */
  readonly about: ProgramInfo;
  /** When the program began, in milliseconds since 1970-01-01T00:00:00Z; now if absent. */
  readonly startedAtMs?: number;
  /** Counts of the workers, if there are any. */
  readonly workerTallies?: () => Iterable<TallySnapshot>;
  /** Checks the rows of the store in the background, from `start` to `stop`. */
  readonly scrub?: Scrub | undefined;
  /** Called by the method `stop`; without it the method is refused. */
  readonly requestStop?: () => void;
}

/** The node of a cluster member, with the relay of its requests and the source of its streams. */
export interface ComposedNode {
  readonly node: LedgerNode;
  readonly relay: EngineRelay;
  readonly streams: StreamSource;
  readonly member: MemberFacts;
  /** How long a request waits for a ledger that its client saw elsewhere, in milliseconds. */
  readonly timeoutMs: number;
  /** The key of the MACs of the archive's rows; undefined without an archive. */
  readonly archiveKey: Uint8Array | undefined;
  /** Reads the shared log now, because a request waits for a ledger. */
  wake(): void;
  /** `listener`: called now, when the member's ledgers differ from those of the cluster, and when they do no longer. */
  onApart(listener: (isApart: boolean) => void): void;
  /** The ledgers that are known to be in the archive. */
  archivedRange(): LedgerRange | undefined;
  /** The problem of the member, for the operator, besides problems of its ledgers; undefined if there is none. */
  problem(): string | undefined;
  /** Why this member cannot take submissions itself; undefined if it can. */
  leadProblem(): string | undefined;
  /** Why clients should read elsewhere; undefined if they need not. */
  readProblem(): string | undefined;
  /** Called once, with the services for requests from other members. */
  serve(services: MainServices): void;
}

export interface Weir {
  readonly node: LedgerNode;
  /** The same node, which has the engine; undefined in a member of a cluster. */
  readonly engine: ClosingNode | undefined;
  /** Undefined unless this is a member of a cluster. */
  readonly composed: ComposedNode | undefined;
  readonly health: LedgerHealth;
  /** Shared by all requests. */
  readonly services: MainServices;
  /** Streams that connections subscribe to. */
  readonly streams: StreamHub;
  /** Source of the streams, for this thread and for workers. */
  readonly streamSource: StreamSource;
  /** Runs one method. Resolves with its result, or with the fields of an error. Never rejects. */
  execute(request: RpcRequest): Promise<JsonObject>;
  /** Submits a transaction whose signature was verified, here or at the leader. Rejects with an `RpcError`. */
  submit(transaction: Transaction, options: SubmitOptions): Promise<SubmitOutcome>;
  /**
   * As `execute`, typed: the name and the parameters have the types of the method's rows. By default the role is admin and
   * the version of the API is 1.
   */
  request<Name extends MethodName>(
    method: Name,
    params: RequestOf<Name>,
    options?: Partial<Pick<RpcRequest, 'apiVersion' | 'role' | 'subscription'>>,
  ): Promise<JsonObject>;
  /**
   * Takes a snapshot, and resolves with its id for `revert`. A name can be used instead of the id. Rejects with a `RangeError`
   * for an invalid name, and on a server that is no test bench.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Returns to a snapshot by its id or name, any number of times, or to the ledger with that index. Everything later is
   * deleted. Rejects with an `UnknownSnapshotError` or a `RangeError`, and on a server that is no test bench.
   */
  revert(target: string | number): Promise<LedgerHeader>;
  /** Calls back after each request, also after a refused one. The returned function unsubscribes. */
  onRequest(observer: RequestObserver): () => void;
  /** Adds a port to those that methods report. */
  addPort(port: ServedPort): void;
  /** See `LedgerNode.start`. */
  start(): Promise<void>;
  /** Closes the open ledger, unless ledgers close by hand only; then stops the node, which closes the store. */
  stop(): Promise<void>;
}

/**
 * Opens the chain in the store, or founds it. Ledgers do not close by themselves before `start`. Rejects with a `StoreError` if the
 * chain has another network id; then the store stays open.
 */
export async function createWeir(options: WeirOptions): Promise<Weir> {
  const { clock = systemClock, closing = MANUAL_CLOSE, log, pacers } = options;
  const { composed, scrub } = options;
  const engine = composed === undefined ? await openNode(options, clock, closing) : undefined;
  const node = composed?.node ?? engine!;
  const health = new LedgerHealth(node, closing, clock);
  const observers = new Listeners<[RequestObservation]>();
  const ports: ServedPort[] = [];
  const { startedAtMs = clock.nowMs() } = options;
  let readyAtMs = startedAtMs;
  const tally = new RequestTally(clock, options.workerTallies);
  const bench = engine && benchOf(engine, options.stateDirectory);
  const server: ServerServices = {
    ...options.about,
    node,
    tally,
    requestStop: options.requestStop,
    member: composed?.member,
    bench,
    ...(scrub && { scrubProgress: () => scrub.progress }),
    startedAtMs,
    get readyAtMs() {
      return readyAtMs;
    },
    problem: () => composed?.problem() ?? node.store.damage?.message ?? health.problem(),
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
    fork: options.fork,
    clock,
    log,
    randomBytes: options.randomBytes ?? systemRandomBytes,
    observe: observers.emit.bind(observers),
    tracer: options.tracer,
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
    execute: async (request) => execute(services, request),
    submit: (transaction, options) =>
      composed?.relay.submit(transaction, options) ?? withRpcErrors(() => engine!.submit(transaction, options)),
    request: async (method, params, options) =>
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
      scrub?.start({
        get begunCount() {
          return tally.begunCount;
        },
        get underWayCount() {
          return tally.underWayCount + (node.closingMs === undefined ? 0 : 1);
        },
      });
    },
    async stop() {
      await scrub?.stop();
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
    tracer: options.tracer,
    fork: options.fork,
    ...(queue && { queue }),
    ...(randomBytes && { randomBytes }),
    ...(pacers && { pacer: pacers.close }),
    onBug: (error, transaction) => reportBug(log, error, transaction),
  });
}

function benchOf(engine: ClosingNode, stateDirectory: string | undefined): BenchServices | undefined {
  const { bench } = engine;
  return bench && { engine, bench, snapshots: new Snapshots(engine, stateDirectory) };
}

function onTestBench(bench: BenchServices | undefined): Snapshots {
  if (bench === undefined) throw new RangeError('only a test bench returns to earlier ledgers');
  return bench.snapshots;
}

/** Logs the whole transaction, so that the bug can be reproduced. */
function reportBug(log: ErrorLog, err: unknown, { id, blob }: Transaction): void {
  log.error({ err, transaction: id, blob: bytesToHex(blob) }, 'a transaction met a bug');
}

/** Closes a last ledger if there are open transactions. */
async function closeWhatIsOpen(engine: LedgerEngine, log: ErrorLog): Promise<void> {
  if (engine.openLedger.view.transactionCount === 0) return;
  await engine.acceptLedger().catch((error) => log.error({ err: error }, 'the last ledger could not be closed'));
}
