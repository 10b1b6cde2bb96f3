/** The small world of `env.ts` on a store on the disk, behind front ends in threads of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FrontEnds, type FrontEndsOptions } from '../../src/workers/worker-pool.ts';
import type { FrontedMember } from '../../src/workers/messages.ts';
import type { LedgerEngine, LedgerNode } from '../../src/node/ledger-node.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { ErrorLog, MainServices } from '../../src/rpc/method/context.ts';
import { submitVerified } from '../../src/rpc/signing/submission.ts';
import { streamSourceOf } from '../../src/rpc/streams/stream-source.ts';
import { DEFAULT_LIMITS } from '../../src/server/admission/limits.ts';
import type { HttpListener, HttpServerOptions } from '../../src/server/http/http-server.ts';
import { type LmdbStore, openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { Env, type EnvOptions } from './env.ts';
import { servicesOf } from './rpc-call.ts';

/** A store in a directory of its own, which goes with it. */
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

export interface FrontOptions extends Partial<Omit<HttpServerOptions, 'services' | 'streams' | 'gate' | 'portNumber'>> {
  readonly threads: number;
  /** Of the engine's methods; those of the world if absent. */
  readonly services?: MainServices;
  readonly log?: ErrorLog;
}

/** Starts front ends for a world on that store. */
export async function frontEndsOf(env: Env, scratch: ScratchStore, options: FrontOptions): Promise<FrontEnds> {
  const services = options.services ?? servicesOf(env);
  return startFrontEnds(frontedWeir({ node: env.node, engine: env.node }, services), scratch, {
    log: services.log,
    clock: env.clock,
    ...options,
  });
}

/** Starts front ends for a server on that store. */
export async function startFrontEnds(
  weir: FrontEndsOptions['weir'],
  { store, directory }: Pick<ScratchStore, 'store' | 'directory'>,
  options: FrontOptions & Pick<FrontEndsOptions, 'clock'> & { readonly log: ErrorLog; readonly member?: FrontedMember },
): Promise<FrontEnds> {
  const { log } = options;
  const frontEnds = new FrontEnds({
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
        tls: options.tls,
        member: options.member,
        hasExplorer: options.explorer !== undefined,
        logsRequests: false,
      },
      limits: { ...DEFAULT_LIMITS, ...options.limits },
    },
  });
  await frontEnds.start();
  store.attachReaders(frontEnds);
  return frontEnds;
}

interface FrontedNode {
  readonly node: LedgerNode;
  readonly engine: LedgerEngine;
}

/** What front ends have of a server. */
export function frontedWeir({ node, engine }: FrontedNode, services: MainServices): FrontEndsOptions['weir'] {
  return {
    node,
    composed: undefined,
    streamSource: streamSourceOf(node),
    execute: (request) => execute(services, request),
    submit: (transaction, options) => submitVerified(engine, transaction, options),
  };
}

/** Opens a port of theirs, as `HttpServer.listen` does. */
export async function listenWith(
  frontEnds: FrontEnds,
  { adminAccess = 'local', routes = [] }: Pick<FrontOptions, 'adminAccess' | 'routes'>,
): Promise<HttpListener> {
  const names = routes.map(({ method, path: place }) => ({ method, path: place }));
  const listener = await frontEnds.listen({ port: 0, host: '127.0.0.1', adminAccess, routes: names });
  const sum = async (of: 'connections' | 'webSockets') =>
    (await frontEnds.figures()).reduce((all, figures) => all + figures[of], 0);
  let webSockets = UNKNOWN;
  return {
    ...listener,
    /** For those who look again and again: what the last look has learned. */
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

export interface FrontedEnv {
  readonly env: Env;
  readonly frontEnds: FrontEnds;
  readonly listener: HttpListener;
  readonly port: number;
  readonly directory: string;
  stop(): Promise<void>;
}

/** Starts a world that only the test closes ledgers of, with a port of that many front ends. */
export async function frontEnv(options: FrontOptions, envOptions: EnvOptions = {}): Promise<FrontedEnv> {
  const scratch = scratchStore();
  const env = await Env.create({ ...envOptions, store: scratch.store });
  const frontEnds = await frontEndsOf(env, scratch, options);
  const listener = await listenWith(frontEnds, options);
  const stop = async () => {
    await frontEnds.close();
    await env.stop();
    scratch.remove();
  };
  return { env, frontEnds, listener, port: listener.port, directory: scratch.directory, stop };
}
