/** Opens the ports of a server, in this thread or in workers. */

import { statfsSync } from 'node:fs';
import type { Logger } from 'pino';
import { API_BUILD_VERSION } from '../../rpc/json/server-facts.ts';
import type { TallySnapshot } from '../../rpc/method/request-tally.ts';
import type { AdminAccess } from '../../server/admission/caller.ts';
import type { ServerLimits } from '../../server/admission/limits.ts';
import { RequestGate } from '../../server/admission/request-gate.ts';
import { ExplorerFiles } from '../../server/http/explorer-files.ts';
import { faucetRoute } from '../../server/http/faucet-route.ts';
import {
  apiDocumentRoutes,
  type HealthReport,
  type HttpRoute,
  healthRoute,
  metricsRoute,
  versionRoute,
} from '../../server/http/http-routes.ts';
import { type HttpListener, listenHttp, listenOnSocket } from '../../server/http/http-server.ts';
import { stateRoutes } from '../../server/http/state-routes.ts';
import { webhookRoutes } from '../../server/http/webhook-routes.ts';
import { type MetricSources, ServerMetrics } from '../../server/server-metrics.ts';
import type { StoreReaders } from '../../storage/store-readers.ts';
import { CommandError } from '../../util/command-error.ts';
import type { Weir } from '../../weir.ts';
import type { WorkerMember } from '../../workers/messages.ts';
import { WorkerPool } from '../../workers/worker-pool.ts';
import { type AdminPaths, adminPaths, freeSocketPath, portAccess, writeAdminNote } from './admin-paths.ts';
import type { HistoryFollowers } from './history-followers.ts';
import { logRequests } from './request-log.ts';
import type { ServerCertificate } from './server-certificate.ts';
import { listenError } from './start-check.ts';
import type { StartOptions } from './start-options.ts';

export interface PortServices {
  readonly weir: Weir;
  readonly log: Logger;
  readonly limits: ServerLimits;
  readonly followers: HistoryFollowers;
  /** Undefined without TLS. */
  readonly certificate: ServerCertificate | undefined;
  /** Where other threads have the ports; undefined where this one has. */
  readonly workers: WorkerPlan | undefined;
}

export interface WorkerPlan {
  readonly count: number;
  /** The store's. */
  readonly directory: string;
  /** Has the store wait for the workers from now on. */
  attach(readers: StoreReaders): void;
}

type Listener = Pick<HttpListener, 'port' | 'renewTls' | 'close'>;

/** The listeners of a server. */
export interface OpenPorts {
  readonly all: readonly Listener[];
  readonly main: Listener;
  readonly webSocket: Listener | undefined;
  readonly public: Listener | undefined;
  /** What workers have counted. */
  tallies(): Iterable<TallySnapshot>;
  /** Finishes requests and closes them all. */
  close(): Promise<void>;
}

interface WantedPort {
  readonly port: number;
  readonly host: string;
  readonly isPublic: boolean;
  readonly protocols: readonly string[];
}

type MaybeWantedPort = Omit<WantedPort, 'port'> & { readonly port: number | undefined };

/**
 * Opens the operator's port; a second one that serves the same, for clients that expect the usual pair; and one for
 * everybody. Rejects with a `CommandError`, and leaves no port open, if one cannot be had.
 */
export async function openPorts(options: StartOptions, source: PortServices): Promise<OpenPorts> {
  const { weir } = source;
  const paths = adminPaths(options);
  const adminAccess = portAccess(options, paths);
  const opener = source.workers === undefined ? portsHere(options, source) : await portsElsewhere(options, source);
  const listeners: Listener[] = [];
  const open = async ({ port, host, isPublic, protocols }: WantedPort) => {
    const listener = await opener.open({ port, host, isPublic, adminAccess: isPublic ? 'none' : adminAccess });
    listeners.push(listener);
    weir.addPort({ port: listener.port, isPublic, protocols });
    return listener;
  };
  const wanted = wantedPorts(options);
  try {
    const main = await openPort(open, wanted.main);
    const publicPort = await openPublicPort(open, wanted.public, options, source.log);
    const webSocket = await openPort(open, wanted.webSocket);
    const closeAdminSocket = paths && (await openAdminSocket(paths, { options, source, opener, port: main!.port }));
    const close = async () => {
      await closeAdminSocket?.();
      await opener.close();
    };
    return { all: listeners, main: main!, webSocket, public: publicPort, tallies: opener.tallies, close };
  } catch (error) {
    await opener.close();
    throw error;
  }
}

/** Opens the socket for administrators, if there is one, in this thread, and writes the note. The returned function closes it. */
async function openAdminSocket(
  paths: AdminPaths,
  { options, source, opener, port }: { options: StartOptions; source: PortServices; opener: PortOpener; port: number },
): Promise<() => Promise<void>> {
  const { weir, limits } = source;
  const { services, streams } = weir;
  const { socket } = paths;
  const server = { services, streams, limits, routes: opener.routes, adminAccess: 'socket' } as const;
  const listener = socket === undefined ? undefined : await listenOnSocket(server, await freeSocketPath(socket));
  const forget = writeAdminNote(options, paths, port);
  return async () => {
    forget();
    await listener?.close();
  };
}

/** Opens ports, and closes all of them. */
interface PortOpener {
  /** Routes for administrators. */
  readonly routes: readonly HttpRoute[];
  open(place: { port: number; host: string; adminAccess: AdminAccess; isPublic: boolean }): Promise<Listener>;
  tallies(): Iterable<TallySnapshot>;
  close(): Promise<void>;
}

/** Ports of this thread. */
function portsHere(options: StartOptions, source: PortServices): PortOpener {
  const { weir, log, limits, certificate } = source;
  const tls = certificate?.material;
  const { services, streams } = weir;
  const listeners: HttpListener[] = [];
  const metrics = new ServerMetrics({
    ...metricSources(options, source),
    connections: () => countConnections(listeners),
    workerMetrics: async () => [],
  });
  weir.onRequest(metrics.observe);
  logRequests(weir, log);
  const gate = new RequestGate(limits, services);
  const explorer = options.hasExplorer === false ? undefined : new ExplorerFiles();
  const { corsOrigins, hostNames } = options;
  const shared = { services, streams, corsOrigins, hostNames, limits, gate, tls, explorer };
  const openRoutes = publicRoutes(weir);
  const routes = [...openRoutes, ...operatorRoutes(options, source, metrics)];
  return {
    routes,
    async open({ port, host, adminAccess, isPublic }) {
      const own = {
        adminAccess,
        routes: isPublic ? openRoutes : routes,
        portNumber: listeners.length,
      };
      const listener = await listenHttp({ ...shared, ...own }, port, host);
      listeners.push(listener);
      return listener;
    },
    tallies: () => [],
    async close() {
      await Promise.all(listeners.map((listener) => listener.close()));
      await metrics.stop();
    },
  };
}

/** Ports of workers. */
async function portsElsewhere(options: StartOptions, source: PortServices): Promise<PortOpener> {
  const { weir, log, limits, workers, certificate } = source;
  const { count, directory, attach } = workers!;
  const { version, hostName } = weir.services.program;
  const metrics = new ServerMetrics({
    ...metricSources(options, source),
    connections: async () => {
      const figures = await threads.figures();
      const webSockets = figures.reduce((sum, one) => sum + one.webSockets, 0);
      return { websocket: webSockets, http: figures.reduce((sum, one) => sum + one.connections, 0) - webSockets };
    },
    workerMetrics: async () => (await threads.figures()).map((one) => [...one.metrics]),
  });
  // Those that workers pass on.
  weir.onRequest(metrics.observe);
  logRequests(weir, log);
  const openRoutes = publicRoutes(weir);
  const routes = [...openRoutes, ...operatorRoutes(options, source, metrics)];
  const threads = new WorkerPool({
    count,
    weir,
    log,
    clock: weir.services.clock,
    routes: () => routes,
    start: {
      directory,
      version,
      hostName,
      limits,
      corsOrigins: options.corsOrigins,
      hostNames: options.hostNames,
      tls: certificate?.material,
      member: workerMember(options, weir),
      hasExplorer: options.hasExplorer !== false,
      traceUrl: options.traceUrl,
      logsRequests: log.isLevelEnabled('trace'),
    },
  });
  await threads.start();
  attach(threads);
  return {
    routes,
    open: ({ isPublic, ...place }) =>
      threads.listen({
        ...place,
        routes: (isPublic ? openRoutes : routes).map(({ answer: _, ...route }) => route),
      }),
    tallies: () => threads.tallies(),
    async close() {
      await threads.close();
      await metrics.stop();
    },
  };
}

function workerMember({ cluster }: StartOptions, { composed }: Weir): WorkerMember | undefined {
  if (composed === undefined || cluster === undefined) return undefined;
  const { member, timeoutMs, archiveKey } = composed;
  return archiveKey && { name: member.name, timeoutMs, archiveUrl: cluster.url, archiveKey };
}

function metricSources(options: StartOptions, { weir, followers, certificate }: PortServices) {
  const { services, node } = weir;
  const { webhooks, sql } = followers;
  return {
    webhooks,
    ...(sql && { sqlLagLedgers: () => sql.lagLedgers }),
    ...(certificate && { certificateExpirySeconds: () => certificate.expirySeconds }),
    node,
    clock: services.clock,
    member: services.server.member,
    version: services.program.version,
    tracer: services.tracer,
    storeBytes: () => node.store.sizeBytes(),
    ...(services.server.scrubProgress && { scrubProgress: services.server.scrubProgress }),
    freeDiskBytes: () => freeDiskBytes(options),
  };
}

/** Each port serves requests and WebSockets alike; `protocols` says what clients are to use it for. */
function wantedPorts(options: StartOptions) {
  const { port, host, webSocketPort, publicPort, publicHost = host, tls } = options;
  const http = tls === undefined ? 'http' : 'https';
  const ws = tls === undefined ? 'ws' : 'wss';
  const both = [http, ws];
  return {
    main: { port, host, isPublic: false, protocols: webSocketPort === undefined ? both : [http] },
    webSocket: { port: webSocketPort, host, isPublic: false, protocols: [ws] },
    public: {
      port: publicPort,
      host: publicHost,
      isPublic: true,
      protocols: options.isPublicPortForWebSockets === true ? [ws] : both,
    },
  };
}

/** A public port that only a preset requests is optional. */
async function openPublicPort(
  open: (wanted: WantedPort) => Promise<Listener>,
  wanted: MaybeWantedPort,
  { isPublicPortOptional }: StartOptions,
  log: Logger,
): Promise<Listener | undefined> {
  try {
    return await openPort(open, wanted);
  } catch (error) {
    if (isPublicPortOptional !== true || !(error instanceof CommandError)) throw error;
    log.warn(`${error.message}; the server continues without this public port`);
    return undefined;
  }
}

/** Undefined if the port is not requested. */
async function openPort(
  open: (wanted: WantedPort) => Promise<Listener>,
  wanted: MaybeWantedPort,
): Promise<Listener | undefined> {
  const { port, host } = wanted;
  if (port === undefined) return undefined;
  try {
    return await open({ ...wanted, port });
  } catch (error) {
    throw listenError(host, port, error);
  }
}

/** Routes for all callers. */
function publicRoutes(weir: Weir): HttpRoute[] {
  const { version } = weir.services.program;
  const { composed } = weir;
  const problem = () => weir.services.server.problem?.();
  const damage = () => weir.node.store.damage?.message;
  return [
    healthRoute('/health', () => healthReport(weir, problem())),
    healthRoute('/health/leader', () =>
      healthReport(weir, composed === undefined ? problem() : (damage() ?? composed.leadProblem())),
    ),
    healthRoute('/health/reads', () => healthReport(weir, damage() ?? composed?.readProblem())),
    versionRoute(version, API_BUILD_VERSION),
    ...apiDocumentRoutes(),
  ];
}

function operatorRoutes(
  { isDevelopment }: StartOptions,
  { weir, limits, followers }: PortServices,
  metrics: ServerMetrics,
): HttpRoute[] {
  const { engine, services } = weir;
  const { bench } = services.server;
  const { webhooks } = followers;
  const routes = [metricsRoute(() => metrics.text())];
  if (isDevelopment === true && engine !== undefined) routes.push(faucetRoute(engine));
  if (webhooks !== undefined) routes.push(...webhookRoutes(webhooks));
  if (bench !== undefined) routes.push(...stateRoutes(bench.snapshots, limits.stateBytes));
  return routes;
}

function healthReport({ node, health, services: { server } }: Weir, problem: string | undefined): HealthReport {
  return {
    isHealthy: problem === undefined,
    details: {
      ledger_index: node.validated.ledgerIndex,
      seconds_since_close: health.secondsSinceClose,
      ...(server.member === undefined ? {} : { cluster: server.member.facts() }),
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

async function countConnections(listeners: readonly HttpListener[]): ReturnType<MetricSources['connections']> {
  const websocket = listeners.reduce((sum, { webSocketCount }) => sum + webSocketCount, 0);
  const counts = await Promise.all(listeners.map((listener) => listener.connectionCount()));
  return { websocket, http: counts.reduce((sum, count) => sum + count, 0) - websocket };
}

/** Free bytes for this user on the disk of the data; NaN if unknown, undefined without data. */
function freeDiskBytes({ dataDirectory }: StartOptions): number | undefined {
  if (dataDirectory === undefined) return undefined;
  try {
    const { bavail, bsize } = statfsSync(dataDirectory);
    return bavail * bsize;
  } catch {
    return Number.NaN;
  }
}
