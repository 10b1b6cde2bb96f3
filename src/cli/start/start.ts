/** `weir start`: runs a server, prints its addresses, and stops it on a signal or request. */
import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { accountIdToAddress } from '../../crypto/address.ts';
import { encodeSeed, seedOfPassphrase } from '../../crypto/seed.ts';
import { MASTER_PASSPHRASE, masterAccount } from '../../ledger/genesis.ts';
import type { CloseRule } from '../../node/close/close-schedule.ts';
import { developmentAccounts } from '../../node/development-funds.ts';
import { CommandError } from '../../util/command-error.ts';
import { saveCompiledCode } from '../../util/compiled-code.ts';
import { endIdleWorker } from '../../workers/worker-thread.ts';
import { createLogger } from '../terminal/logger.ts';
import { maskSecretsInText } from '../terminal/masked-text.ts';
import { printNote } from '../terminal/output.ts';
import { adminPaths } from './admin-paths.ts';
import { forkLines } from './fork-options.ts';
import { limitHeapGrowth } from './heap-growth.ts';
import { npmGone } from './npm-watch.ts';
import { optimizeLater } from './optimize-later.ts';
import { writePidFile } from './pid-file.ts';
import { type RunningServer, runServer } from './run-server.ts';
import { parseStartOptions, type StartOptions } from './start-options.ts';

const BROKEN_STORE = 'the disk failed while a ledger was stored';
const REPLACED_DATA = 'the damaged data were built again';
const WHAT_TO_DO =
  'whether the data have that ledger can only be seen by starting Weir again. Ledgers that were validated are not lost. ' +
  "Look at the system's log for what happened to the disk, then start Weir again";

/** Resolves when the server has stopped, with the exit code. Rejects with a `CommandError` if it cannot start or continue. */
export async function start(args: readonly string[], print: (text: string) => void): Promise<number> {
  const options = withThreads(parseStartOptions(args));
  process.on('uncaughtException', crash);
  const log = await createLogger(options.logLevel);
  // Listens before the start, so that a signal during the start stops the server too.
  const causes: Promise<string>[] = [
    stopSignal(options),
    npmGone().then(() => 'the npm process that ran it has ended'),
  ];
  let server = await runServer(options, log);
  endIdleWorker();
  const removePidFile = await announce(options, () => server, { print, log });
  saveCompiledCode();
  limitHeapGrowth();
  optimizeLater();
  const stopped = async () => {
    const cause = await Promise.race([
      ...causes,
      server.stopRequested.then(() => 'request'),
      server.storeBroken.then(() => BROKEN_STORE),
      server.dataReplaced.then(() => REPLACED_DATA),
    ]);
    log.info({ cause }, 'stopping');
    await server.stop();
    return cause;
  };
  let cause = await stopped();
  try {
    while (cause === REPLACED_DATA) {
      server = await runServer(again(options, server), log);
      server.logStart();
      cause = await stopped();
    }
  } finally {
    removePidFile();
  }
  if (cause === BROKEN_STORE) throw new CommandError(`${BROKEN_STORE}: ${WHAT_TO_DO}`);
  return 0;
}

/** The same ports, also where the system chose them. */
function again(options: StartOptions, { port, webSocketPort, publicPort }: RunningServer): StartOptions {
  return { ...options, isNewChain: false, port, webSocketPort, ...(publicPort !== undefined && { publicPort }) };
}

/**
 * One thread fewer than there are cores answers clients, at least one. What is in memory only is in one thread's memory,
 * which then does everything; so it does on a test bench, whose ledger may go back.
 */
function withThreads(options: StartOptions): StartOptions {
  const isAlone = options.dataDirectory === undefined || options.isDevelopment === true;
  const usual = isAlone ? 0 : Math.max(1, availableParallelism() - 1);
  return { ...options, threads: options.threads ?? usual };
}

/** Prints the banner and writes the pid file. The returned function removes the file. */
async function announce(
  options: StartOptions,
  running: () => RunningServer,
  { print, log }: { readonly print: (text: string) => void; readonly log: Logger },
): Promise<() => void> {
  const server = running();
  if (options.tls !== undefined) process.on('SIGHUP', () => running().renewCertificates());
  const removePidFile = await pidFile(options, server);
  try {
    print(bannerOf(options, server));
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'the banner could not be written');
  }
  server.logStart();
  // Written at exit otherwise, which a server that is killed never reaches.
  flushCompileCache();
  return removePidFile;
}

async function pidFile(options: StartOptions, server: RunningServer): Promise<() => void> {
  if (options.pidFile === undefined) return () => {};
  try {
    return writePidFile(options.pidFile);
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Ends the process as Node would, but masks secrets. Durable data is safe, as after a kill. */
function crash(error: unknown): void {
  const report = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printNote(`weir: a bug ended the server: ${maskSecretsInText(report)}`);
  process.exit(1);
}

/** SIGHUP comes when a terminal closes. With TLS it renews the certificate instead. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first stop signal. A second one kills the process, since its handler is removed. */
function stopSignal({ tls }: StartOptions): Promise<NodeJS.Signals> {
  const signals = STOP_SIGNALS.filter((name) => name !== 'SIGHUP' || tls === undefined);
  return new Promise((settle) => {
    const onSignal = (signal: NodeJS.Signals) => {
      // A closed terminal may send SIGHUP twice, by itself and by its shell.
      for (const name of signals) if (name !== 'SIGHUP') process.off(name, onSignal);
      settle(signal);
    };
    for (const name of signals) process.on(name, onSignal);
  });
}

/** What `weir start` prints. */
export function bannerOf(options: StartOptions, running: RunningServer): string {
  const { port, webSocketPort, publicPort, isNewChain, fork, hasDevelopmentAccounts } = running;
  const [http, ws] = options.tls === undefined ? ['http', 'ws'] : ['https', 'wss'];
  const host = urlHost(options.host);
  const lines = [
    `Weir listens on ${http}://${host}:${port} (JSON-RPC by POST at /) and ${ws}://${host}:${webSocketPort ?? port}`,
    `Data:           ${options.dataDirectory === undefined ? 'none kept (--ephemeral)' : resolve(options.dataDirectory)}`,
    `Ledgers close:  ${describeClosing(options.closing)}`,
    `Master account: ${accountIdToAddress(masterAccount())}`,
  ];
  if (options.hasExplorer !== false) lines.splice(1, 0, `Explorer:       ${http}://${host}:${port}/`);
  if (publicPort !== undefined) {
    const address = `${urlHost(options.publicHost ?? options.host)}:${publicPort}`;
    lines.splice(
      1,
      0,
      `Public port:    ${http}://${address} and ${ws}://${address}, without signing and administration`,
    );
  }
  if (options.admin !== undefined) lines.push(...adminLines(options));
  else if (options.isRemoteAdminAllowed === true) {
    lines.push('Warning: --allow-remote-admin makes all clients of this address administrators.');
  }
  if (options.isRemoteTestBenchAllowed === true) {
    lines.push('Warning: --allow-remote-test-bench lets all of them move the clock and change the ledger by hand.');
  }
  if (fork !== undefined) lines.splice(1, 0, ...forkLines(fork));
  if (isNewChain && fork === undefined && options.ledgerFile === undefined) {
    lines.push(
      `Master secret:  ${encodeSeed(seedOfPassphrase(MASTER_PASSPHRASE))}`,
      'Warning: this secret is public, for development only. All clients of this server can spend all XRP.',
    );
  }
  if (options.isDevelopment === true) lines.push(`Faucet:         ${http}://${host}:${port}/accounts (by POST)`);
  if (hasDevelopmentAccounts) lines.push(...describeAccounts());
  lines.push('Stop with Ctrl-C.');
  return lines.join('\n');
}

/** Without the token: the output may be kept where others read it. */
function adminLines(options: StartOptions): string[] {
  const { socket, tokenFile } = adminPaths(options)!;
  const places = [socket, tokenFile && `the token in ${tokenFile}`].filter((place) => place !== undefined);
  return [`Administrators: only with ${places.join(' or ')}`];
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function describeAccounts(): string[] {
  const accounts = developmentAccounts().map(({ address, seed }) => `  ${address.padEnd(35)} ${seed}`);
  return ['Accounts with 100000 XRP and their secrets:', ...accounts];
}

function describeClosing(closing: CloseRule): string {
  if (closing.kind === 'manual') return 'only by ledger_accept (--manual)';
  return closing.kind === 'instant' ? 'after each submission' : `every ${closing.intervalMs / 1000} s`;
}
