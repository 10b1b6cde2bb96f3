/** Makes Node's HTTP server, with TLS or without. The certificate can be renewed while the server runs. */
import type { IncomingMessage, Server } from 'node:http';
import type { ServerLimits } from '../admission/limits.ts';

/** Certificate chain and private key in PEM. */
export interface TlsMaterial {
  readonly cert: string;
  readonly key: string;
}

export interface CreatedServer {
  readonly server: Server;
  /** Throws if the server has no TLS, or if the material is not a certificate with its key. */
  renewTls(tls: TlsMaterial): void;
}

const MIN_TLS_VERSION = 'TLSv1.2';

/**
 * Makes a server that does not listen yet. The modules are not imported: an `import` would also load the `fetch` of Node.js, which
 * `node:http` re-exports and which takes 40 ms to load.
 */
export function createServer(limits: ServerLimits, tls: TlsMaterial | undefined): CreatedServer {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    // Clients that prefer HTTP/2 (Java's) offer an upgrade to `h2c` with each request, and work without it. Older versions of
    // Node.js lack this option and refuse such requests.
    shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
  };
  const created = tls === undefined ? plainServer(options) : tlsServer(options, tls);
  // Node.js drops further headers silently, so one more than allowed shows that there were too many.
  created.server.maxHeadersCount = limits.headerCount + 1;
  return created;
}

interface Options {
  readonly headersTimeout: number;
}

function plainServer(options: Options): CreatedServer {
  const refuse = () => {
    throw new Error('the listener has no TLS');
  };
  return { server: process.getBuiltinModule('node:http').createServer(options), renewTls: refuse };
}

function tlsServer(options: Options, tls: TlsMaterial): CreatedServer {
  const server = process.getBuiltinModule('node:https').createServer({
    ...options,
    ...tls,
    minVersion: MIN_TLS_VERSION,
    handshakeTimeout: options.headersTimeout,
  });
  return {
    server,
    renewTls: (renewed) => server.setSecureContext({ ...renewed, minVersion: MIN_TLS_VERSION }),
  };
}
