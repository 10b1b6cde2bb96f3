/** Opens the ports of a server, with everything that they serve. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { LedgerHealth } from '../node/ledger-health.ts';
import type { LedgerNode } from '../node/ledger-node.ts';
import type { RpcServices, ServerInfoSource } from '../rpc/context.ts';
import { API_BUILD_VERSION } from '../rpc/server-facts.ts';
import { StreamHub } from '../rpc/streams/stream-hub.ts';
import { faucetRoute } from '../server/faucet-route.ts';
import { type HealthReport, type HttpRoute, healthRoute, metricsRoute, versionRoute } from '../server/http-routes.ts';
import { createHttpServer, type HttpListener } from '../server/http-server.ts';
import { type MetricSources, ServerMetrics } from '../server/server-metrics.ts';
import type { Clock } from '../util/clock.ts';
import { CommandError } from './command-error.ts';
import type { StartOptions } from './start-options.ts';
import { packageVersion } from './version.ts';

export interface PortServices {
  readonly node: LedgerNode;
  readonly health: LedgerHealth;
  readonly log: Logger;
  readonly clock: Clock;
  readonly startedAtMs: number;
}

/**
 * Listens on one port or two. Both serve the same; a second one is for clients that expect the usual pair. Rejects with
 * a `CommandError`, and leaves no port open, if one cannot be had.
 */
export async function openPorts(options: StartOptions, source: PortServices): Promise<HttpListener[]> {
  const { port, webSocketPort, host, corsOrigins } = options;
  const { node, log, clock } = source;
  const listeners: HttpListener[] = [];
  const connections = () => countConnections(listeners);
  const metrics = new ServerMetrics({ services: { node, clock }, connections });
  const server = serverInfo(source, listeners);
  const services: RpcServices = { node, server, clock, log, randomBytes, observe: metrics.observe };
  const streams = new StreamHub(node);
  const routes = createRoutes(options, source, server, metrics);
  for (const wanted of webSocketPort === undefined ? [port] : [port, webSocketPort]) {
    try {
      const http = createHttpServer({ services, streams, routes, corsOrigins, isAdminListener: true });
      listeners.push(await http.listen(wanted, host));
    } catch (error) {
      await Promise.all(listeners.map((listener) => listener.close()));
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'EADDRINUSE' ? 'the port is already in use' : message;
      throw new CommandError(`cannot listen on ${host}:${wanted}: ${reason}`);
    }
  }
  return listeners;
}

function serverInfo({ clock, startedAtMs }: PortServices, listeners: readonly HttpListener[]): ServerInfoSource {
  return {
    version: packageVersion(),
    hostName: hostname(),
    startedAtMs,
    readyAtMs: clock.nowMs(),
    ports: () => listeners.map((listener) => ({ port: listener.port, protocols: ['http', 'ws'] })),
  };
}

function createRoutes(
  { isDevelopment }: StartOptions,
  { node, health }: PortServices,
  { version }: ServerInfoSource,
  metrics: ServerMetrics,
): HttpRoute[] {
  const routes = [
    healthRoute(() => healthReport(node, health)),
    versionRoute(version, API_BUILD_VERSION),
    metricsRoute(() => metrics.text()),
  ];
  return isDevelopment === true ? [...routes, faucetRoute(node)] : routes;
}

function healthReport(node: LedgerNode, health: LedgerHealth): HealthReport {
  const problem = health.problem();
  return {
    isHealthy: problem === undefined,
    details: {
      ledger_index: node.validated.ledgerIndex,
      seconds_since_close: health.secondsSinceClose,
      ...(problem === undefined ? {} : { problem }),
    },
  };
}

async function countConnections(listeners: readonly HttpListener[]): ReturnType<MetricSources['connections']> {
  const websocket = listeners.reduce((sum, { webSocketCount }) => sum + webSocketCount, 0);
  const counts = await Promise.all(listeners.map((listener) => listener.connectionCount()));
  return { websocket, http: counts.reduce((sum, count) => sum + count, 0) - websocket };
}
