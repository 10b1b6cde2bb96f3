/** The options of `weir start`. */
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from '../../node/close/close-schedule.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { directoryOption, flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { LOG_LEVELS, type LogLevel, usualLogLevel } from '../terminal/logger.ts';
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
  readonly tls?: TlsFiles | undefined;
  readonly limitsFile?: string | undefined;
  /** Undefined: keep nothing on disk. */
  readonly dataDirectory: string | undefined;
  /** A chain may begin where the data of another are lost; where there are data, it is refused. */
  readonly isNewChain?: boolean;
  readonly closing: CloseRule;
  readonly genesisFile: string | undefined;
  readonly networkId: number | undefined;
  /** What a new chain charges, where that is not the usual. A chain that was founded with other fees is refused. */
  readonly fees?: Partial<Fees> | undefined;
  /** Where the process writes its number while the server listens. */
  readonly pidFile?: string | undefined;
  readonly logLevel: LogLevel;
  /** Threads that answer clients beside the one that has the ledger; 0 if absent: that one answers them. */
  readonly threads?: number | undefined;
  /** Ten funded accounts and a faucet. */
  readonly isDevelopment?: boolean;
  /** A submission is answered only when a crash cannot lose it. */
  readonly isDurableSubmit?: boolean;
  /** False: browsers that open a port see no explorer. */
  readonly hasExplorer?: boolean;
  /** Undefined: a ledger of its own. */
  readonly cluster?: ClusterStartOptions | undefined;
  /** Origins of web pages that may read answers. */
  readonly corsOrigins?: readonly string[] | undefined;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The options of the command. */
export const START_OPTIONS = {
  port: textOption('N', 'port to listen on (5005); 0 lets the system choose one', { default: '5005' }),
  'ws-port': textOption('N', 'a second port with the same services, for clients that expect a pair'),
  host: textOption('ADDRESS', 'address to listen on (127.0.0.1)', { default: '127.0.0.1' }),
  'allow-remote-admin': flagOption('let --host be open to other machines, whose users are administrators then'),
  'allow-remote-test-bench': flagOption(
    'let them move the clock of a server with --dev and change its ledger by hand, too',
  ),
  'public-port': textOption('N', 'a port for everybody: no signing, no methods of the administrator'),
  'public-host': textOption('ADDRESS', 'address of that port (0.0.0.0)'),
  'tls-cert': textOption('FILE', 'certificate chain in PEM: all ports speak https and wss; read again on SIGHUP'),
  'tls-key': textOption('FILE', 'its private key in PEM'),
  limits: textOption('FILE', 'JSON: what the server takes from its clients (body_bytes, requests_per_second, …)'),
  data: textOption('DIR', 'where to keep the ledgers (./weir-data)'),
  new: flagOption('begin a chain though traces of another are there, whose data are lost'),
  ephemeral: flagOption('keep nothing on disk'),
  'close-interval': textOption('MS', 'close a ledger every MS milliseconds (4000); 0 closes one after each submission'),
  'durable-submit': flagOption('answer a submission only when a crash cannot lose it any more'),
  threads: textOption(
    'N',
    'threads that answer clients, beside the one that has the ledger (the cores but one, at\n' +
      '                          least 1; with --ephemeral or --dev 0: one thread does everything)',
  ),
  cluster: textOption(
    'URL',
    'be one of several servers of one ledger, which is in this PostgreSQL database; see\n' +
      '                          docs/cluster.md',
  ),
  'cluster-secret-file': textOption('FILE', 'a secret that all of them have, 16 characters at least'),
  'cluster-address': textOption('HOST:PORT', 'where the others reach this one (127.0.0.1, a free port)'),
  'cluster-listen': textOption('HOST:PORT', 'where it listens for them, if that is elsewhere'),
  'node-name': textOption('NAME', 'names it among them (made up once for a data directory)'),
  history: textOption('N', 'keep only the last N ledgers itself, 300 at least, and read older ones in the database'),
  manual: flagOption('close ledgers only by ledger_accept'),
  genesis: textOption('FILE', 'JSON: how a new chain begins (amendments, base_fee, network_id, …)'),
  'network-id': textOption('N', 'network id of a new chain (none)'),
  'base-fee': textOption('DROPS', 'what a transaction costs on a new chain (10)'),
  'reserve-base': textOption('DROPS', 'what an account must hold on a new chain (1000000)'),
  'reserve-inc': textOption('DROPS', 'what it must hold in addition for each object that it owns (200000)'),
  dev: flagOption('for development: ten funded accounts, a faucet at /accounts, a clock to hold (weir clock)'),
  'no-explorer': flagOption('show browsers that open a port no explorer'),
  'cors-origin': {
    ...textOption('ORIGIN', 'let web pages of this origin read answers (again for more; * for all)'),
    multiple: true,
  },
  'pid-file': textOption('FILE', 'where to write the number of the process while the server listens'),
  like: textOption('NAME', 'as the tests of a client library expect it: xrpl.js-ci or xrpl-py-ci; other options win', {
    values: PRESET_NAMES,
  }),
  'log-level': textOption(
    'LEVEL',
    'silent, fatal, error, warn (default on a terminal), info (default), debug or trace',
    { values: LOG_LEVELS },
  ),
} as const;

/** Columns of the help that names of options take. */
const HELP_WIDTH = 22;

export const START_HELP = `weir start: runs a server until it gets SIGINT, SIGTERM or (without TLS) SIGHUP.

${optionLines(START_OPTIONS, HELP_WIDTH)}`;

export const START_SHAPE: CommandShape = { help: START_HELP, options: START_OPTIONS };

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
  const { host, 'allow-remote-admin': isRemoteAdminAllowed } = values;
  checkAdminHost({ host, isRemoteAdminAllowed });
  return {
    port: wholeNumber('--port', values.port, 65_535),
    webSocketPort: optionalNumber('--ws-port', values['ws-port'], 65_535),
    host,
    isRemoteAdminAllowed,
    isRemoteTestBenchAllowed: isRemoteTestBenchAllowed(values),
    ...publicListener(values['public-port'], values['public-host']),
    ...presetFacts(values.like, args),
    tls: tlsFiles(values['tls-cert'], values['tls-key']),
    limitsFile: values.limits,
    dataDirectory: values.ephemeral ? undefined : directoryOption('data', values.data ?? DEFAULT_DATA_DIRECTORY),
    isNewChain: values.new,
    closing: values.manual ? MANUAL_CLOSE : closeAtInterval(interval),
    genesisFile: values.genesis,
    networkId: optionalNumber('--network-id', values['network-id'], 0xffffffff),
    fees: parseFeeOptions(values, values.genesis !== undefined),
    pidFile: values['pid-file'],
    logLevel: logLevel(values['log-level'] ?? usualLogLevel()),
    isDevelopment: values.dev,
    isDurableSubmit: values['durable-submit'],
    threads: optionalNumber('--threads', values.threads, MAX_THREADS),
    cluster: clusterOptions(values),
    hasExplorer: !values['no-explorer'],
    corsOrigins: values['cors-origin']?.map(origin),
  };
}

function parseOptions(args: readonly string[]) {
  return parseWords(args, START_OPTIONS, 'weir start').values;
}

/** A test bench that other machines reach is asked for by name: its clock and its ledger are in the hands of everyone there. */
function isRemoteTestBenchAllowed(values: {
  readonly dev: boolean;
  readonly 'allow-remote-admin': boolean;
  readonly 'allow-remote-test-bench': boolean;
}): boolean {
  const isRemote = values.dev && values['allow-remote-admin'];
  if (isRemote && !values['allow-remote-test-bench']) {
    throw usageError(
      '--dev makes a test bench, and with --allow-remote-admin users of other machines can move its clock and change its ' +
        'ledger: add --allow-remote-test-bench if they may, or leave out --dev or --allow-remote-admin',
    );
  }
  if (values['allow-remote-test-bench'] && !isRemote) {
    throw usageError('--allow-remote-test-bench needs --dev and --allow-remote-admin');
  }
  return isRemote;
}

function publicListener(
  port: string | undefined,
  host: string | undefined,
): Pick<StartOptions, 'publicPort' | 'publicHost'> {
  if (port === undefined && host !== undefined) throw usageError('--public-host needs --public-port');
  if (port === undefined) return {};
  return { publicPort: wholeNumber('--public-port', port, 65_535), publicHost: host ?? DEFAULT_PUBLIC_HOST };
}

function tlsFiles(certFile: string | undefined, keyFile: string | undefined): TlsFiles | undefined {
  if ((certFile === undefined) !== (keyFile === undefined)) throw usageError('--tls-cert and --tls-key go together');
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
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

function optionalNumber(option: string, value: string | undefined, max: number): number | undefined {
  return value === undefined ? undefined : wholeNumber(option, value, max);
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
