/**
 * The limits on clients and memory: one table of what `--limits FILE` may set. The types, the defaults and the check of the file are
 * derived from it. The defaults are enough for every usual client, and no client can make the server hold more.
 */

interface LimitRow {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
}

const row = (initial: number, text: string, min = 1, max = 0x7fffffff): LimitRow => ({ initial, min, max, text });

/** The file has the same names in snake case: `body_bytes` for `bodyBytes`. */
export const LIMIT_ROWS = {
  bodyBytes: row(1_000_000, "bytes of a request's body; more is refused (the reference's limit)"),
  bodiesBytes: row(256_000_000, 'bytes of all incoming bodies of one port; more are answered with `tooBusy`'),
  stateBytes: row(
    128_000_000,
    'bytes of a chain in base64 that an administrator sends to a test bench (`weir state load`)',
  ),
  jsonDepth: row(25, "levels that a request's JSON may nest (the reference's limit)", 1, 100),
  headerBytes: row(16_384, "bytes of a request's headers", 256),
  headerCount: row(64, "number of a request's headers"),
  headersTimeoutMs: row(10_000, 'time limit for all headers, or for the TLS handshake'),
  requestTimeoutMs: row(30_000, 'time limit for the whole request'),
  // Longer than the idle timeout of common clients and proxies, so that they close first.
  keepAliveTimeoutMs: row(75_000, 'how long an idle HTTP connection is kept'),
  connections: row(10_000, 'connections to one port; more are answered with `tooBusy`'),
  connectionsPerAddress: row(256, 'connections from one client address to one port; more are answered with `tooBusy`'),
  concurrentRequests: row(500, 'requests in progress; more are answered with `tooBusy`'),
  concurrentPerAddress: row(250, 'requests in progress of one client address; more are answered with `tooBusy`'),
  unreadBytes: row(
    256_000_000,
    'bytes of all unread answers above 16 kB on one port; more are answered with `tooBusy`. All WebSockets together may have as many; above that, the one with the most is closed',
  ),
  requestsPerSecond: row(200, 'requests a second from one client address; more are answered with `slowDown`'),
  requestBurst: row(1_000, 'requests that an idle address may send at once'),
  requestBytes: row(10_000, 'bytes of a request or message that count as one more request'),
  messagesPerSecond: row(200, 'messages a second on one WebSocket; more are answered with `slowDown`'),
  messageBurst: row(1_000, 'messages that an idle WebSocket may send at once'),
  refusalsInARow: row(1_000, 'refused messages in a row after which a WebSocket is closed'),
  messageBytes: row(1_000_000, "bytes of a WebSocket message with all its frames (the reference's limit)"),
  fragments: row(1_000, 'frames of a WebSocket message'),
  requestsAtOnce: row(256, 'requests of one WebSocket in progress; more wait unread'),
  subscriptions: row(10_000, 'accounts and order books that one WebSocket may watch'),
  socketBytes: row(65_536, 'bytes of a WebSocket that may wait in system buffers'),
  answerBytes: row(1_000_000, 'bytes of unread answers beyond which no more requests of a WebSocket are read'),
  queueBytes: row(16_000_000, 'bytes of unread messages beyond which a WebSocket is closed'),
  lagLedgers: row(100, 'ledgers that a subscriber may fall behind after it has caught up'),
  stallMs: row(30_000, 'how long a client may read nothing while data wait for it'),
  pingMs: row(30_000, 'interval of pings on a WebSocket'),
  checkIntervalMs: row(5_000, 'interval at which the time limits above are checked'),
  openLedgerSize: row(
    1_000,
    'transactions that an open ledger accepts at the base fee; further ones cost more, or wait',
  ),
  queueLedgers: row(20, 'size of the queue in ledgers of that size; at least 2000 transactions'),
  queuePerAccount: row(10, "queued transactions of one account (the reference's limit)"),
  heldPerAccount: row(1_000, 'transactions of one account that are held because an earlier one is missing'),
  cachedEntries: row(
    50_000,
    'entries and tree nodes that each thread caches; up to twice as many; an entry above 1 kB counts as several',
    100,
    10_000_000,
  ),
  scrubBytesPerSecond: row(
    4_000_000,
    'bytes of the data on the disk that are checked each second while no client waits; 0: none',
    0,
  ),
  limitLoopback: row(0, '1: the limits also apply to callers from this machine that are no administrators', 0, 1),
} as const satisfies Readonly<Record<string, LimitRow>>;

export type LimitName = keyof typeof LIMIT_ROWS;
export type ServerLimits = { readonly [name in LimitName]: number };

export const LIMIT_NAMES = Object.keys(LIMIT_ROWS) as readonly LimitName[];
export const DEFAULT_LIMITS = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, LIMIT_ROWS[name].initial]),
) as ServerLimits;

/**
 * The limits in one of several workers, each of which counts its own connections. A client has its limits in full there, so that one
 * connection is enough to use them. What all clients together may hold is divided, so that the server holds no more of it.
 */
export function limitsOfWorker(limits: ServerLimits, workers: number): ServerLimits {
  const part = (name: LimitName) => Math.ceil(limits[name] / workers);
  return {
    ...limits,
    connections: part('connections'),
    // There is room for the longest body.
    bodiesBytes: Math.max(part('bodiesBytes'), Math.min(limits.bodiesBytes, limits.bodyBytes)),
    unreadBytes: part('unreadBytes'),
  };
}

/** Tests may put thousands of transactions into one ledger, and fees should not rise with that. */
export const DEVELOPMENT_LIMITS: ServerLimits = { ...DEFAULT_LIMITS, openLedgerSize: 100_000 };

/** The name in the file: `body_bytes` for `bodyBytes`. */
export function limitWireName(name: LimitName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
