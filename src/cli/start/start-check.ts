/**
 * Checks ports and files before anything is written: a failed start must not leave a new chain or a closed ledger.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { CommandError } from '../../util/command-error.ts';
import { adminPaths, checkAdminPaths } from './admin-paths.ts';
import { checkPidFile } from './pid-file.ts';
import type { StartOptions } from './start-options.ts';

/** Texts for error codes of `listen`. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is already in use; choose another one with --port, --ws-port or --public-port',
  EADDRNOTAVAIL: 'this machine does not have this address',
  EACCES: 'this user may not use the port; ports below 1024 need a privilege',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved now',
};

/** Rejects with a `CommandError` if a port or the file for the process's number cannot be used. */
export async function checkStart(options: StartOptions): Promise<void> {
  if (options.pidFile !== undefined) checkPidFile(options.pidFile);
  const paths = adminPaths(options);
  if (paths !== undefined) await checkAdminPaths(paths);
  await checkPorts(options);
}

/** The error for a port that cannot be opened. */
export function listenError(host: string, port: number, error: unknown): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new CommandError(`cannot listen on ${host}:${port}: ${LISTEN_FAULTS[code] ?? message}`);
}

/** Listens on all ports at once, since two may be equal, and closes them. */
async function checkPorts(options: StartOptions): Promise<void> {
  const { host, port, webSocketPort, publicPort, publicHost = host, isPublicPortOptional } = options;
  const wanted = [[host, port], [host, webSocketPort], ...(isPublicPortOptional ? [] : [[publicHost, publicPort]])];
  const held: Server[] = [];
  try {
    for (const [host, port] of wanted as [string, number | undefined][]) {
      if (port === undefined) continue;
      // A client that connects now must not wait, and must not delay the close.
      const server = createServer((socket) => socket.destroy());
      const listening = once(server, 'listening');
      server.listen({ host, port, exclusive: true });
      await listening.catch((error) => {
        throw listenError(host, port, error);
      });
      held.push(server);
    }
  } finally {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
