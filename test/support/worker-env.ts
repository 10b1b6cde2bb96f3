/** An `Env` (env.ts) with a store on disk, served by worker threads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LedgerEngine, LedgerNode } from '../../src/node/ledger-node.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { ErrorLog, MainServices } from '../../src/rpc/method/context.ts';
import { withRpcErrors } from '../../src/rpc/signing/submission.ts';
import { streamSourceOf } from '../../src/rpc/streams/stream-source.ts';
import { DEFAULT_LIMITS } from '../../src/server/admission/limits.ts';
import type { HttpListener, HttpServerOptions } from '../../src/server/http/http-server.ts';
import { type LmdbStore, openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import type { WorkerMember } from '../../src/workers/messages.ts';
import { WorkerPool, type WorkerPoolOptions } from '../../src/workers/worker-pool.ts';
import { Env, type EnvOptions } from './env.ts';
import { servicesOf } from './rpc-call.ts';

/** A store in a temporary directory, which is removed with it. */
export interface ScratchStore {
  readonly store: LmdbStore;
  readonly directory: string;
  remove(): void;
}

export function scratchStore(): ScratchStore {
  const directory = mkdtempSync(path.join(tmpdir(), 'weir-fronted-'));
  const remove = () => rmSync(directory, { recursive: true, force: true });
  return { store: openLmdbStore(directory), directory, remove };
}

export interface WorkerEnvOptions
  extends Partial<Omit<HttpServerOptions, 'services' | 'streams' | 'gate' | 'portNumber'>> {
  readonly threads: number;
  /** Services of the engine's methods; those of the `Env` if absent. */
  readonly services?: MainServices;
  readonly log?: ErrorLog;
}

/** Starts workers for an `Env` on this store. */
export async function workersOf(env: Env, scratch: ScratchStore, options: WorkerEnvOptions): Promise<WorkerPool> {
  const services = options.services ?? servicesOf(env);
  return startWorkers(frontedWeir({ node: env.node, engine: env.node }, services), scratch, {
    log: services.log,
    clock: env.clock,
    ...options,
  });
}

/** Starts workers for a server on that store. */
export async function startWorkers(
  weir: WorkerPoolOptions['weir'],
  { store, directory }: Pick<ScratchStore, 'store' | 'directory'>,
  options: WorkerEnvOptions &
    Pick<WorkerPoolOptions, 'clock'> & { readonly log: ErrorLog; readonly member?: WorkerMember },
): Promise<WorkerPool> {
  const { log } = options;
  const workers = new WorkerPool({
    count: options.threads,
    weir,
    log: { error: log.error.bind(log), trace: () => {} },
    clock: options.clock,
    routes: () => options.routes ?? [],
    start: {
      ...{
        directory,
        version: '1.2.3',
        hostName: 'testhost',
        corsOrigins: options.corsOrigins,
        hostNames: options.hostNames,
        tls: options.tls,
        member: options.member,
        hasExplorer: options.explorer !== undefined,
        traceUrl: undefined,
        logsRequests: false,
      },
      limits: { ...DEFAULT_LIMITS, ...options.limits },
    },
  });
  await workers.start();
  store.attachReaders(workers);
  return workers;
}

interface FrontedNode {
  readonly node: LedgerNode;
  readonly engine: LedgerEngine;
}

/** The parts of a server that workers use. */
export function frontedWeir({ node, engine }: FrontedNode, services: MainServices): WorkerPoolOptions['weir'] {
  return {
    node,
    composed: undefined,
    streamSource: streamSourceOf(node),
    execute: async (request) => execute(services, request),
    submit: (transaction, options) => withRpcErrors(() => engine.submit(transaction, options)),
  };
}

/** Opens a port of the workers, as `HttpServer.listen` does. */
export async function listenWith(
  workers: WorkerPool,
  { adminAccess = 'local', routes = [] }: Pick<WorkerEnvOptions, 'adminAccess' | 'routes'>,
): Promise<HttpListener> {
  const names = routes.map(({ method, path: place }) => ({ method, path: place }));
  const listener = await workers.listen({ port: 0, host: '127.0.0.1', adminAccess, routes: names });
  const sum = async (of: 'connections' | 'webSockets') =>
    (await workers.figures()).reduce((all, figures) => all + figures[of], 0);
  let webSockets = UNKNOWN;
  return {
    ...listener,
    /** The count at the previous poll. */
    get webSocketCount() {
      const known = webSockets;
      webSockets = UNKNOWN;
      void sum('webSockets').then((count) => {
        webSockets = count;
      });
      return known;
    },
    connectionCount: () => sum('connections'),
  };
}

const UNKNOWN = -1;

export interface WorkerEnv {
  readonly env: Env;
  readonly workers: WorkerPool;
  readonly listener: HttpListener;
  readonly port: number;
  readonly directory: string;
  stop(): Promise<void>;
}

/** Starts an `Env` whose ledgers only the test closes, with a port that this number of workers serves. */
export async function createWorkerEnv(options: WorkerEnvOptions, envOptions: EnvOptions = {}): Promise<WorkerEnv> {
  const scratch = scratchStore();
  const env = await Env.create({ ...envOptions, store: scratch.store });
  const workers = await workersOf(env, scratch, options);
  const listener = await listenWith(workers, options);
  const stop = async () => {
    await workers.close();
    await env.stop();
    scratch.remove();
  };
  return { env, workers, listener, port: listener.port, directory: scratch.directory, stop };
}
