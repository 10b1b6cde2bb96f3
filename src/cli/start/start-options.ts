/** The options of `weir start`. */
import { parseArgs } from 'node:util';
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from '../../node/close/close-schedule.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { usageError } from '../command-error.ts';
import { LOG_LEVELS, type LogLevel, usualLogLevel } from '../logger.ts';
import { joinNegativeWords } from '../negative-words.ts';
import { directoryOption, optionError } from '../option-table.ts';
import { checkAdminHost } from './admin-host.ts';
import { type ClusterStartOptions, clusterOptions } from './cluster-options.ts';
import { parseFeeOptions } from './fee-options.ts';
import { PRESET_NAMES, presetFacts, presetWords } from './start-presets.ts';

export interface StartOptions {
  readonly port: number;
  /** A second port; undefined: WebSockets share the first. */
  readonly webSocketPort?: number | undefined;
  readonly host: string;
  /** True: callers from other machines are the operator too. */
  readonly isRemoteAdminAllowed?: boolean;
  /** True: the operator's power over a test bench is theirs too. */
  readonly isRemoteTestBenchAllowed?: boolean;
  /** A port on which nobody is the operator. */
  readonly publicPort?: number;
  readonly publicHost?: string;
  /** True: `server_info` offers the public port for WebSockets only. */
  readonly isPublicPortForWebSockets?: boolean;
  /** True: the server starts without the public port if it cannot be had. */
  readonly isPublicPortOptional?: boolean;
  /** Files with certificate chain and private key in PEM, for all ports. */
  readonly tls?: TlsFiles;
  readonly limitsFile?: string;
  /** Undefined: keep nothing on disk. */
  readonly dataDirectory: string | undefined;
  /** A chain may begin where the data of another are lost; where there are data, it is refused. */
  readonly isNewChain?: boolean;
  readonly closing: CloseRule;
  readonly genesisFile: string | undefined;
  readonly networkId: number | undefined;
  /** What a new chain charges, where that is not the usual. A chain that was founded with other fees is refused. */
  readonly fees?: Partial<Fees>;
  /** Where the process writes its number while the server listens. */
  readonly pidFile?: string;
  readonly logLevel: LogLevel;
  /** Threads that answer clients beside the one that has the ledger; 0 if absent: that one answers them. */
  readonly threads?: number;
  /** Ten funded accounts and a faucet. */
  readonly isDevelopment?: boolean;
  /** A submission is answered only when a crash cannot lose it. */
  readonly isDurableSubmit?: boolean;
  /** False: browsers that open a port see no explorer. */
  readonly hasExplorer?: boolean;
  /** Undefined: a ledger of its own. */
  readonly cluster?: ClusterStartOptions;
  /** Origins of web pages that may read answers. */
  readonly corsOrigins?: readonly string[];
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The options of the command. */
export const START_OPTIONS = {
  port: { type: 'string', default: '5005' },
  'ws-port': { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  'allow-remote-admin': { type: 'boolean', default: false },
  'allow-remote-test-bench': { type: 'boolean', default: false },
  'public-port': { type: 'string' },
  'public-host': { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  limits: { type: 'string' },
  data: { type: 'string' },
  new: { type: 'boolean', default: false },
  ephemeral: { type: 'boolean', default: false },
  manual: { type: 'boolean', default: false },
  'close-interval': { type: 'string' },
  genesis: { type: 'string' },
  'network-id': { type: 'string' },
  'base-fee': { type: 'string' },
  'reserve-base': { type: 'string' },
  'reserve-inc': { type: 'string' },
  dev: { type: 'boolean', default: false },
  'durable-submit': { type: 'boolean', default: false },
  threads: { type: 'string' },
  cluster: { type: 'string' },
  'cluster-secret-file': { type: 'string' },
  'cluster-address': { type: 'string' },
  'cluster-listen': { type: 'string' },
  history: { type: 'string' },
  'node-name': { type: 'string' },
  'no-explorer': { type: 'boolean', default: false },
  'cors-origin': { type: 'string', multiple: true },
  like: { type: 'string', values: PRESET_NAMES },
  'pid-file': { type: 'string' },
  'log-level': { type: 'string', values: LOG_LEVELS },
} as const;

/** Whoever opens a public port wants it to be reached. */
const DEFAULT_PUBLIC_HOST = '0.0.0.0';
const DEFAULT_DATA_DIRECTORY = './weir-data';
const DEFAULT_CLOSE_INTERVAL_MS = 4000;
/** More than any machine has cores for. */
const MAX_THREADS = 64;
/** A day; longer is a mistake, and timers have a limit of their own. */
const MAX_CLOSE_INTERVAL_MS = 86_400_000;

/** Reads the words after `weir start`. Throws a usage error that names the option. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const given = parseOptions(args);
  const values = given.like === undefined ? given : parseOptions([...presetWords(given.like, args), ...args]);
  const interval = values['close-interval'];
  if (values.manual && interval !== undefined) throw usageError('--manual and --close-interval exclude each other');
  if (values.ephemeral && values.data !== undefined) throw usageError('--ephemeral and --data exclude each other');
  for (const name of ['durable-submit', 'new'] as const)
    if (values.ephemeral && values[name]) throw usageError(`--ephemeral and --${name} exclude each other`);
  const networkId = values['network-id'];
  const webSocketPort = values['ws-port'];
  return {
    port: wholeNumber('--port', values.port, 65_535),
    ...(webSocketPort === undefined ? {} : { webSocketPort: wholeNumber('--ws-port', webSocketPort, 65_535) }),
    ...adminHost(values.host, values['allow-remote-admin']),
    ...remoteTestBench(values),
    ...publicListener(values['public-port'], values['public-host']),
    ...presetFacts(values.like, args),
    ...tlsFiles(values['tls-cert'], values['tls-key']),
    ...(values.limits === undefined ? {} : { limitsFile: values.limits }),
    dataDirectory: values.ephemeral ? undefined : directoryOption('data', values.data ?? DEFAULT_DATA_DIRECTORY),
    ...(values.new ? { isNewChain: true } : {}),
    closing: values.manual ? MANUAL_CLOSE : closeAtInterval(interval),
    genesisFile: values.genesis,
    networkId: networkId === undefined ? undefined : wholeNumber('--network-id', networkId, 0xffffffff),
    ...parseFeeOptions(values, values.genesis !== undefined),
    ...(values['pid-file'] === undefined ? {} : { pidFile: values['pid-file'] }),
    logLevel: logLevel(values['log-level'] ?? usualLogLevel()),
    ...(values.dev ? { isDevelopment: true } : {}),
    ...(values['durable-submit'] ? { isDurableSubmit: true } : {}),
    ...(values.threads === undefined ? {} : { threads: wholeNumber('--threads', values.threads, MAX_THREADS) }),
    ...clusterOptions(values),
    ...(values['no-explorer'] ? { hasExplorer: false } : {}),
    ...(values['cors-origin'] === undefined ? {} : { corsOrigins: values['cors-origin'].map(origin) }),
  };
}

function parseOptions(args: readonly string[]) {
  try {
    const options = { options: START_OPTIONS, strict: true, allowPositionals: false } as const;
    return parseArgs({ args: joinNegativeWords(args), ...options }).values;
  } catch (error) {
    throw optionError(error, START_OPTIONS, 'weir start');
  }
}

function adminHost(host: string, isRemoteAdminAllowed: boolean): Pick<StartOptions, 'host' | 'isRemoteAdminAllowed'> {
  const chosen = isRemoteAdminAllowed ? { host, isRemoteAdminAllowed } : { host };
  checkAdminHost(chosen);
  return chosen;
}

/** A test bench that other machines reach is asked for by name: its clock and its ledger are in the hands of everyone there. */
function remoteTestBench(values: {
  readonly dev: boolean;
  readonly 'allow-remote-admin': boolean;
  readonly 'allow-remote-test-bench': boolean;
}): Pick<StartOptions, 'isRemoteTestBenchAllowed'> {
  const isRemote = values.dev && values['allow-remote-admin'];
  if (isRemote && !values['allow-remote-test-bench']) {
    throw usageError(
      '--dev makes a test bench, and with --allow-remote-admin users of other machines can move its clock and change its ' +
        'ledger: add --allow-remote-test-bench if they may, or leave out --dev or --allow-remote-admin',
    );
  }
  if (!values['allow-remote-test-bench']) return {};
  if (!isRemote) throw usageError('--allow-remote-test-bench needs --dev and --allow-remote-admin');
  return { isRemoteTestBenchAllowed: true };
}

function publicListener(
  port: string | undefined,
  host: string | undefined,
): Pick<StartOptions, 'publicPort' | 'publicHost'> {
  if (port === undefined && host !== undefined) throw usageError('--public-host needs --public-port');
  if (port === undefined) return {};
  return { publicPort: wholeNumber('--public-port', port, 65_535), publicHost: host ?? DEFAULT_PUBLIC_HOST };
}

function tlsFiles(certFile: string | undefined, keyFile: string | undefined): Pick<StartOptions, 'tls'> {
  if ((certFile === undefined) !== (keyFile === undefined)) throw usageError('--tls-cert and --tls-key go together');
  return certFile === undefined || keyFile === undefined ? {} : { tls: { certFile, keyFile } };
}

/** An interval of 0 closes a ledger after each submission. */
function closeAtInterval(value: string | undefined): CloseRule {
  if (value === undefined) return closeEvery(DEFAULT_CLOSE_INTERVAL_MS);
  const intervalMs = wholeNumber('--close-interval', value, MAX_CLOSE_INTERVAL_MS);
  return intervalMs === 0 ? INSTANT_CLOSE : closeEvery(intervalMs);
}

function wholeNumber(option: string, value: string, max: number): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > max) {
    throw usageError(`${option} must be a whole number from 0 to ${max}, not '${value}'`);
  }
  return number;
}

/** As browsers write it: scheme, host and port, nothing else. */
function origin(text: string): string {
  const isOrigin = text === '*' || (URL.canParse(text) && new URL(text).origin === text);
  if (!isOrigin) throw usageError(`--cors-origin must be like https://example.com or *, not '${text}'`);
  return text;
}

function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((name) => name === value);
  if (level === undefined) throw usageError(`--log-level must be one of ${LOG_LEVELS.join(', ')}, not '${value}'`);
  return level;
}
