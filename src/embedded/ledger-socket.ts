/** The socket of an embedded ledger: HTTP and WebSockets on one port, with the faucet. */
import { API_BUILD_VERSION } from '../rpc/json/server-facts.ts';
import { DEVELOPMENT_LIMITS } from '../server/admission/limits.ts';
import { ExplorerFiles } from '../server/http/explorer-files.ts';
import { faucetRoute } from '../server/http/faucet-route.ts';
import { apiDocumentRoutes, versionRoute } from '../server/http/http-routes.ts';
import { type HttpServerOptions, listenHttp } from '../server/http/http-server.ts';
import type { Weir } from '../weir.ts';
import type { LedgerOptions } from './ledger.ts';

export interface LedgerSocket {
  /** `HOST:PORT` as in a URL. */
  readonly authority: string;
  close(): Promise<void>;
}

/** Rejects with the error of the system if it cannot listen. */
export async function openLedgerSocket(weir: Weir, options: LedgerOptions): Promise<LedgerSocket> {
  const { host = '127.0.0.1', port = 0, allowRemoteAdmin = false, corsOrigins, hostNames } = options;
  const { services, streams, engine } = weir;
  const server: HttpServerOptions = {
    services,
    streams,
    limits: DEVELOPMENT_LIMITS,
    corsOrigins,
    hostNames,
    adminAccess: allowRemoteAdmin ? 'remote' : 'local',
    explorer: new ExplorerFiles(),
    routes: [
      ...(engine === undefined ? [] : [faucetRoute(engine)]),
      versionRoute(services.program.version, API_BUILD_VERSION),
      ...apiDocumentRoutes(),
    ],
  };
  const listener = await listenHttp(server, port, host);
  weir.addPort({ port: listener.port, protocols: ['http', 'ws'], isPublic: false });
  const name = host.includes(':') ? `[${host}]` : host;
  return { authority: `${name}:${listener.port}`, close: () => listener.close() };
}
