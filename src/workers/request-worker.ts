/**
 * A worker: the program of a thread that has sockets, limits, envelopes and JSON. It verifies submitted transactions, answers
 * requests about validated ledgers from the store, and sends all other requests to the engine.
 */
import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ErrorLog, RpcServices } from '../rpc/method/context.ts';
import { LongWork } from '../rpc/method/long-work.ts';
import { type RequestObservation, requestLogLine } from '../rpc/method/request-observer.ts';
import { RequestTally } from '../rpc/method/request-tally.ts';
import { StreamHub } from '../rpc/streams/stream-hub.ts';
import { RequestGate } from '../server/admission/request-gate.ts';
import { ExplorerFiles } from '../server/http/explorer-files.ts';
import { type HttpListener, type HttpServerOptions, listenHttp } from '../server/http/http-server.ts';
import { RequestMetrics } from '../server/request-metrics.ts';
import { traceMetrics } from '../server/trace-metrics.ts';
import { preloadLmdb } from '../storage/lmdb/lmdb-library.ts';
import { LmdbReader } from '../storage/lmdb/lmdb-reader.ts';
import { PostgresArchiveReader } from '../storage/postgres/postgres-archive-reader.ts';
import { ArchivedReads } from '../storage/shared/archived-reads.ts';
import { RowKey } from '../storage/shared/cluster-keys.ts';
import { systemClock } from '../util/clock.ts';
import { saveCompiledCode } from '../util/compiled-code.ts';
import { trackNativeCalls } from '../util/native-calls.ts';
import { requestNewSpace } from '../util/new-space.ts';
import { serverPacers } from '../util/server-pacers.ts';
import { TraceExport, traceResource } from '../util/trace-export.ts';
import { EngineLink, type OtherMessage } from './engine-link.ts';
import { FollowedNode } from './followed-node.ts';
import type { PortRequest, WorkerFigures, WorkerStart } from './messages.ts';
import { SharedState } from './shared-state.ts';
import type { WorkerMemory, WorkerTask } from './worker-thread.ts';

/** How often the worker sends its counts to the engine. */
const TALLY_MS = 1_000;

class RequestWorker {
  readonly #start: WorkerStart;
  readonly #reader: LmdbReader;
  /** Has the ledgers that the store has removed. It connects on its first read. */
  readonly #archive: PostgresArchiveReader | undefined;
  readonly #node: FollowedNode;
  readonly #link: EngineLink;
  readonly #services: RpcServices;
  readonly #streams: StreamHub;
  readonly #gate: RequestGate;
  readonly #metrics = new RequestMetrics();
  readonly #traces: TraceExport | undefined;
  readonly #tally = new RequestTally(systemClock);
  readonly #listeners: HttpListener[] = [];
  readonly #port: MessagePort;

  constructor({ start, port }: WorkerTask) {
    const { limits, member } = start;
    const shared = new SharedState(start.shared);
    this.#start = start;
    this.#port = port;
    this.#reader = new LmdbReader(start.directory, ({ row }) => this.#link.send({ kind: 'damage', row }));
    this.#archive = member && new PostgresArchiveReader(member.archiveUrl, new RowKey(member.archiveKey));
    this.#node = new FollowedNode(start, this.#reader, start.validated, {
      cachedEntries: limits.cachedEntries,
      store: this.#archive && new ArchivedReads(this.#reader, this.#archive, () => shared.archived),
    });
    this.#link = new EngineLink({
      port,
      number: start.number,
      member,
      clock: systemClock,
      shared,
      followedIndex: () => this.#node.validated.ledgerIndex,
      onMessage: (message) => this.#receive(message),
    });
    this.#traces = this.#openTraces();
    const pacers = serverPacers();
    this.#services = {
      reader: this.#node,
      program: { version: start.version, hostName: start.hostName },
      server: undefined,
      engine: undefined,
      relay: this.#link,
      memberName: start.member?.name,
      clock: systemClock,
      log: this.#log(),
      randomBytes,
      observe: (observation) => this.#observe(observation),
      tracer: this.#traces?.tracer,
      tally: this.#tally,
      longWork: new LongWork(pacers.longWork),
    };
    this.#streams = new StreamHub(this.#node, this.#link, pacers.longWork);
    this.#gate = new RequestGate(limits, this.#services);
    this.#link.send({ kind: 'followed', ledgerIndex: start.validated.ledgerIndex });
    systemClock.every(TALLY_MS, () => this.#sendTally()).unref();
  }

  #sendTally(): void {
    this.#link.send({ kind: 'tally', tally: this.#tally.snapshot() });
    requestNewSpace();
  }

  #receive(message: OtherMessage): void {
    switch (message.kind) {
      case 'validated':
        this.#node.follow(message.header, message.changedKeys);
        this.#link.send({ kind: 'followed', ledgerIndex: message.header.ledgerIndex });
        this.#link.announceLedger();
        break;
      case 'listen':
        void this.#listen(message.id, message.port);
        break;
      case 'renew tls':
        for (const listener of this.#listeners) listener.renewTls(message.tls);
        break;
      case 'figures':
        void this.#figures().then((figures) => this.#link.send({ kind: 'figures', id: message.id, figures }));
        break;
      case 'ping':
        this.#link.send({ kind: 'pong' });
        break;
      case 'close':
        void this.#close();
    }
  }

  async #listen(id: number, wanted: PortRequest): Promise<void> {
    const { limits, corsOrigins, hostNames, tls, hasExplorer } = this.#start;
    const routes = wanted.routes.map((route) => ({
      ...route,
      answer: (body: string) => this.#link.route(route.path, body),
    }));
    const server: HttpServerOptions = {
      services: this.#services,
      streams: this.#streams,
      gate: this.#gate,
      portNumber: wanted.number,
      adminAccess: wanted.adminAccess,
      limits,
      corsOrigins,
      hostNames,
      tls,
      explorer: hasExplorer ? new ExplorerFiles() : undefined,
      routes,
    };
    try {
      const listener = await listenHttp(server, wanted.port, wanted.host, wanted.isShared);
      this.#listeners.push(listener);
      // Before the engine's thread may change V8's flags; there is something to keep only after the first start.
      saveCompiledCode();
      this.#link.send({ kind: 'listening', id, port: listener.port });
      // The thread may be terminated later without time to write it.
      setImmediate(flushCompileCache);
    } catch (error) {
      const { code = '', message } = error as NodeJS.ErrnoException;
      this.#link.send({ kind: 'not listening', id, code, message });
    }
  }

  async #figures(): Promise<WorkerFigures> {
    const counts = await Promise.all(this.#listeners.map((listener) => listener.connectionCount()));
    return {
      connections: counts.reduce((sum, count) => sum + count, 0),
      webSockets: this.#listeners.reduce((sum, { webSocketCount }) => sum + webSocketCount, 0),
      metrics: [...this.#metrics.json(), ...traceMetrics(this.#traces?.tracer)],
    };
  }

  async #close(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.close()));
    this.#reader.close();
    await this.#archive?.close();
    await this.#traces?.close();
    this.#link.send({ kind: 'closed' });
    this.#port.close();
  }

  #observe(observation: RequestObservation): void {
    this.#metrics.observe(observation);
    if (!this.#start.logsRequests) return;
    this.#link.send({ kind: 'log', level: 'trace', ...requestLogLine(observation) });
  }

  #openTraces(): TraceExport | undefined {
    const { traceUrl: url, version, hostName, member, number } = this.#start;
    if (url === undefined) return undefined;
    const resource = traceResource({ version, hostName, memberName: member?.name }, `worker ${number}`);
    return new TraceExport({ url, clock: systemClock, log: this.#log(), resource });
  }

  #log(): ErrorLog {
    return {
      error: (details, message) =>
        this.#link.send({ kind: 'log', level: 'error', details: cloneable(details), message }),
    };
  }
}

/** The same value if it can be sent to another thread; otherwise its text. */
function cloneable(details: object): object {
  try {
    return structuredClone(details);
  } catch {
    return { details: String(details) };
  }
}

// Modules that the worker will need load while it waits for its first message.
process.getBuiltinModule('node:http');
preloadLmdb();
trackNativeCalls((workerData as WorkerMemory).nativeCalls);
parentPort!.once('message', (work: WorkerTask) => new RequestWorker(work));
