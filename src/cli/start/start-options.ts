/** The options of `weir start`. */
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from '../../node/close/close-schedule.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { isHostPattern } from '../../server/admission/host-name.ts';
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import {
  directoryOption,
  flagOption,
  optionLines,
  parseWords,
  textOption,
  wholeNumber,
} from '../options/option-table.ts';
import { LOG_LEVELS, type LogLevel, usualLogLevel } from '../terminal/logger.ts';
import { checkAdminHost } from './admin-host.ts';
import { parseAmendmentOption } from './amendment-options.ts';
import { type ClusterStartOptions, clusterOptions, DATABASE } from './cluster-options.ts';
import { parseFeeOptions } from './fee-options.ts';
import { type ForkStartOptions, forkOptions } from './fork-options.ts';
import { type LedgerFileOption, ledgerFileOption } from './ledger-file.ts';
import { PRESET_NAMES, presetFacts, presetWords } from './start-presets.ts';

export interface StartOptions {
  readonly port: number;
  /** A second port; undefined: WebSockets share the first. */
  readonly webSocketPort?: number | undefined;
  readonly host: string;
  /** True: clients on other machines are administrators too. */
  readonly isRemoteAdminAllowed?: boolean;
  /** Undefined: every program that connects from this machine is an administrator. */
  readonly admin?: AdminOptions | undefined;
  /** True: they may use the test bench too. */
  readonly isRemoteTestBenchAllowed?: boolean;
  /** A port without administrators. */
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
  /** Where `weir_state` writes and reads files; `states` in the data directory if absent. */
  readonly stateDirectory?: string | undefined;
  /** Start a new chain where the data of another chain are lost. Refused if there are data. */
  readonly isNewChain?: boolean;
  readonly closing: CloseRule;
  readonly genesisFile: string | undefined;
  /** Ids that a new chain enables. An existing chain without one of them is refused. */
  readonly amendments?: readonly Hash256[] | undefined;
  readonly networkId: number | undefined;
  /** Fees of a new chain. An existing chain with other fees is refused. */
  readonly fees?: Partial<Fees> | undefined;
  /** File with the process id while the server listens. */
  readonly pidFile?: string | undefined;
  readonly logLevel: LogLevel;
  /** Address of a collector of OpenTelemetry; undefined: nothing is traced. */
  readonly traceUrl?: string | undefined;
  /** Number of workers; default 0: the engine's thread answers clients. */
  readonly threads?: number | undefined;
  /** Ten funded accounts and a faucet. */
  readonly isDevelopment?: boolean;
  /** Submissions are answered only after they are durable. */
  readonly isDurableSubmit?: boolean;
  /** False: browsers that open a port see no explorer. */
  readonly hasExplorer?: boolean;
  /** Undefined: not a member of a cluster. */
  readonly cluster?: ClusterStartOptions | undefined;
  /** Undefined: a new chain begins with ledger 1. */
  readonly ledgerFile?: LedgerFileOption | undefined;
  /** Undefined: not a fork of another network. */
  readonly fork?: ForkStartOptions | undefined;
  /** File with the endpoints that get events. */
  readonly webhooksFile?: string | undefined;
  /** Database that gets a copy of the ledgers. */
  readonly sqlUrl?: string | undefined;
  /** Origins of web pages that may read answers and open WebSockets. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** More names of the server for the header `Host`. */
  readonly hostNames?: readonly string[] | undefined;
}

/** Only those are administrators who can open a socket or read a token. Absent places are in the data directory. */
export interface AdminOptions {
  readonly socket?: string | undefined;
  readonly tokenFile?: string | undefined;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

const ADMINS = ['loopback', 'private'] as const;

/** The options of the command. */
export const START_OPTIONS = {
  port: textOption('N', 'port to listen on (5005); 0 lets the system choose one', { default: '5005' }),
  'ws-port': textOption('N', 'a second port with the same services, for clients that expect a pair'),
  host: textOption('ADDRESS', 'address to listen on (127.0.0.1)', { default: '127.0.0.1' }),
  'allow-remote-admin': flagOption('allow a --host that other machines can reach; their users are administrators then'),
  'allow-remote-test-bench': flagOption('allow them to use the test bench of a server with --dev too'),
  admin: textOption(
    'WHO',
    'administrators: loopback, every program of this machine (default); or private, only those that can\n' +
      '                          use the next two (default with one of them); see docs/limits.md',
    { values: ADMINS },
  ),
  'admin-socket': textOption('PATH', 'unix socket for administrators (admin.sock in the data directory)'),
  'admin-token': textOption(
    'FILE',
    'file with a token for administrators (admin.token in the data directory, new with each start)',
  ),
  'public-port': textOption('N', 'a port without signing and without methods of the administrator'),
  'public-host': textOption('ADDRESS', 'address of that port (0.0.0.0)'),
  'tls-cert': textOption('FILE', 'certificate chain in PEM: all ports speak https and wss; read again on SIGHUP'),
  'tls-key': textOption('FILE', 'its private key in PEM'),
  limits: textOption('FILE', 'JSON: limits for clients (body_bytes, requests_per_second, …)'),
  data: textOption('DIR', 'directory of the ledgers (./weir-data)'),
  new: flagOption('start a new chain although the data of an earlier chain are lost'),
  ephemeral: flagOption('keep nothing on disk'),
  'state-dir': textOption('DIR', 'with --dev: where weir_state writes and reads files, by name (DIR/states of --data)'),
  'close-interval': textOption('MS', 'close a ledger every MS milliseconds (4000); 0 closes one after each submission'),
  'durable-submit': flagOption('answer a submission only after it is durable'),
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
  'cluster-secret-file': textOption('FILE', 'the shared secret of the cluster, at least 16 characters'),
  'cluster-address': textOption('HOST:PORT', 'address of this member for the others (127.0.0.1, a free port)'),
  'cluster-listen': textOption('HOST:PORT', 'address to listen on for the others, if different'),
  acknowledge: textOption('N', 'validate a ledger only when N other members have it on disk (0)'),
  'node-name': textOption('NAME', 'name of this member (generated once per data directory)'),
  history: textOption('N', 'keep only the last N ledgers, at least 300, and read older ones from the database'),
  manual: flagOption('close ledgers by ledger_accept'),
  amendments: textOption(
    'LIST',
    'amendments of a new chain: +NAME,-NAME or a file with a name a line; see docs/amendments.md',
  ),
  genesis: textOption('FILE', 'JSON: settings of a new chain (amendments, base_fee, network_id, …)'),
  'network-id': textOption('N', 'network id of a new chain (none)'),
  'base-fee': textOption('DROPS', 'base fee of a new chain (10)'),
  'reserve-base': textOption('DROPS', 'reserve of an account on a new chain (1000000)'),
  'reserve-inc': textOption('DROPS', 'reserve for each owned object on a new chain (200000)'),
  dev: flagOption('for development: ten funded accounts, a faucet at /accounts, a clock to control (weir clock)'),
  fork: textOption(
    'URL',
    "a test bench on the state of this server's network (http, https, ws or wss), as --dev; without\n" +
      '                          --data nothing is kept on disk; see docs/fork.md',
  ),
  'fork-ledger': textOption('N', 'index or hash of the ledger that the fork begins from (the last validated one)'),
  'fork-rate': textOption('N', 'the most requests to that server in any second (20; 0 for no limit)'),
  'fork-cache': textOption('DIR', 'where its answers are kept for the next fork (a folder of the system; none)'),
  'ledger-file': textOption(
    'FILE',
    "begin a new chain with the whole ledger in this file, in rippled's JSON; see docs/fork.md",
  ),
  'allow-missing-amendments': flagOption('begin with a ledger that has amendments whose rules Weir lacks'),
  'no-explorer': flagOption('do not serve the explorer'),
  'cors-origin': {
    ...textOption(
      'ORIGIN',
      'allow web pages of this origin to read answers and open WebSockets (repeatable; * for all)',
    ),
    multiple: true,
  },
  'host-name': {
    ...textOption(
      'NAME',
      'answer requests whose header Host has this name too, such as ledger.example or *.svc.cluster.local\n' +
        '                          (repeatable; * for all)',
    ),
    multiple: true,
  },
  webhooks: textOption('FILE', 'JSON: addresses that get events of accounts; see docs/webhooks.md'),
  sql: textOption('URL', 'copy all ledgers to this PostgreSQL database, for queries; see docs/sql.md'),
  'pid-file': textOption('FILE', 'file for the process id while the server listens'),
  like: textOption(
    'NAME',
    'settings for the tests of a client library: xrpl.js-ci or xrpl-py-ci; other options take precedence',
    {
      values: PRESET_NAMES,
    },
  ),
  trace: textOption('URL', 'send traces of requests and closes to this OpenTelemetry collector (OTLP/HTTP, JSON)'),
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

/** A public port is meant for other machines. */
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
  const fork = forkOptions(values);
  const isEphemeral = values.ephemeral || (fork !== undefined && values.data === undefined);
  const dev = values.dev || fork !== undefined;
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
    admin: adminOptions(values, isEphemeral),
    isRemoteTestBenchAllowed: isRemoteTestBenchAllowed({ ...values, dev }),
    ...publicListener(values['public-port'], values['public-host']),
    ...presetFacts(values.like, args),
    tls: tlsFiles(values['tls-cert'], values['tls-key']),
    limitsFile: values.limits,
    dataDirectory: isEphemeral ? undefined : directoryOption('data', values.data ?? DEFAULT_DATA_DIRECTORY),
    stateDirectory: stateDirectory({ ...values, dev }),
    isNewChain: values.new,
    closing: values.manual ? MANUAL_CLOSE : closeAtInterval(interval),
    genesisFile: values.genesis,
    amendments: parseAmendmentOption(values.amendments, values.genesis !== undefined),
    networkId: optionalNumber('--network-id', values['network-id'], 0xffffffff),
    fees: parseFeeOptions(values, values.genesis !== undefined),
    pidFile: values['pid-file'],
    logLevel: logLevel(values['log-level'] ?? usualLogLevel()),
    traceUrl: values.trace === undefined ? undefined : collectorUrl(values.trace),
    isDevelopment: dev,
    isDurableSubmit: values['durable-submit'],
    threads: optionalNumber('--threads', values.threads, MAX_THREADS),
    cluster: clusterOptions(values),
    ledgerFile: ledgerFileOption(values),
    fork,
    hasExplorer: !values['no-explorer'],
    webhooksFile: webhooksFile(values),
    sqlUrl: sqlUrl(values),
    corsOrigins: values['cors-origin']?.map(origin),
    hostNames: values['host-name']?.map(hostPattern),
  };
}

function parseOptions(args: readonly string[]) {
  return parseWords(args, START_OPTIONS, 'weir start').values;
}

function adminOptions(
  {
    admin,
    'admin-socket': socket,
    'admin-token': tokenFile,
  }: { readonly admin?: string; readonly 'admin-socket'?: string; readonly 'admin-token'?: string },
  isEphemeral: boolean,
): AdminOptions | undefined {
  if (admin !== undefined && !ADMINS.some((one) => one === admin))
    throw usageError(`--admin must be ${ADMINS.join(' or ')}, not '${admin}'`);
  const hasPath = socket !== undefined || tokenFile !== undefined;
  if (admin === 'loopback' && hasPath)
    throw usageError(
      '--admin loopback needs no --admin-socket and no --admin-token: every program of this machine is an administrator',
    );
  if (socket !== undefined && process.platform === 'win32')
    throw usageError('--admin-socket is not for Windows, which has no unix sockets with rights: use --admin-token');
  if (admin !== 'private' && !hasPath) return undefined;
  if (isEphemeral && !hasPath)
    throw usageError('--admin private without a data directory needs --admin-socket or --admin-token');
  for (const [name, value] of Object.entries({ 'admin-socket': socket, 'admin-token': tokenFile }))
    if (value === '') throw usageError(`--${name} needs the name of a file, not an empty text`);
  return { socket, tokenFile };
}

/** A test bench that other machines can reach must be requested explicitly, since all their users can change its clock and ledger. */
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

function stateDirectory({
  dev,
  'state-dir': directory,
}: {
  readonly dev: boolean;
  readonly 'state-dir'?: string;
}): string | undefined {
  if (directory === undefined) return undefined;
  if (!dev) throw usageError('--state-dir needs --dev');
  return directoryOption('state-dir', directory);
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

function optionalNumber(option: string, value: string | undefined, max: number): number | undefined {
  return value === undefined ? undefined : wholeNumber(option, value, max);
}

function webhooksFile({
  webhooks,
  cluster,
}: {
  readonly webhooks?: string;
  readonly cluster?: string;
}): string | undefined {
  if (webhooks !== undefined && cluster !== undefined) throw usageError('--webhooks and --cluster exclude each other');
  return webhooks;
}

function sqlUrl({ sql, cluster }: { readonly sql?: string; readonly cluster?: string }): string | undefined {
  if (sql !== undefined && cluster !== undefined)
    throw usageError('--sql and --cluster exclude each other: a cluster has its ledgers in SQL anyway');
  if (sql !== undefined && !DATABASE.test(sql))
    throw usageError('--sql must be like postgres://user:password@host:5432/database');
  return sql;
}

/** An origin as browsers write it: scheme, host and port. Those of extensions are no origins of `URL`. */
function origin(text: string): string {
  const isOrigin = text === '*' || EXTENSION.test(text) || (URL.canParse(text) && new URL(text).origin === text);
  if (!isOrigin) throw usageError(`--cors-origin must be like https://example.com or *, not '${text}'`);
  return text;
}

const EXTENSION = /^[a-z]+-extension:\/\/[\w-]+$/;

function hostPattern(text: string): string {
  if (isHostPattern(text)) return text;
  throw usageError(
    `--host-name must be a name without a port, like ledger.example, *.ledger.example or *, not '${text}'`,
  );
}

/** Without a password: it would be visible in the list of processes. */
function collectorUrl(text: string): string {
  const { protocol, username, password } = URL.parse(text) ?? {};
  if (!/^https?:$/.test(protocol ?? '') || username !== '' || password !== '') {
    throw usageError('--trace must be an http or https address without user and password, like http://127.0.0.1:4318');
  }
  return text;
}

function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((name) => name === value);
  if (level === undefined) throw usageError(`--log-level must be one of ${LOG_LEVELS.join(', ')}, not '${value}'`);
  return level;
}
