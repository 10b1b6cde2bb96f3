/**
 * What a server takes from its clients, and how much it holds for them and of the state: one table with everything that `--limits FILE`
 * may set, from which the types, the defaults and the check of the file follow. Nobody needs more than the defaults
 * allow, and nobody can make the server hold more.
 */

interface LimitRow {
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  readonly text: string;
}

const row = (initial: number, text: string, min = 1, max = 0x7fffffff): LimitRow => ({ initial, min, max, text });

/** The names that the file has are these in the wire's spelling: `bodyBytes` is `body_bytes`. */
export const LIMIT_ROWS = {
  bodyBytes: row(1_000_000, "bytes of a request's body; more is refused (the reference's limit)"),
  bodiesBytes: row(
    256_000_000,
    'bytes of all bodies that clients are sending to one port; more are answered with `tooBusy`',
  ),
  jsonDepth: row(25, "levels that a request's JSON may nest (the reference's limit)", 1, 100),
  headerBytes: row(16_384, "bytes of a request's headers", 256),
  headerCount: row(64, "number of a request's headers"),
  headersTimeoutMs: row(10_000, 'time for all headers, or for the TLS handshake, to arrive'),
  requestTimeoutMs: row(30_000, 'time for the whole request to arrive'),
  // Longer than the idle time of usual clients and proxies, so that it is they who close.
  keepAliveTimeoutMs: row(75_000, 'how long an idle HTTP connection is kept'),
  connections: row(10_000, 'connections to one port; more are answered with `tooBusy`'),
  connectionsPerAddress: row(256, 'connections from one client address to one port; more are answered with `tooBusy`'),
  concurrentRequests: row(500, 'requests that are answered at the same time; more are answered with `tooBusy`'),
  concurrentPerAddress: row(250, 'the same from one client address; more are answered with `tooBusy`'),
  unreadBytes: row(
    256_000_000,
    'bytes of all answers beyond 16 kB that clients of one port have not read yet; more are answered with `tooBusy`',
  ),
  requestsPerSecond: row(200, 'requests a second from one client address; more are answered with `slowDown`'),
  requestBurst: row(1_000, 'requests that an address which was quiet may send at once'),
  requestBytes: row(10_000, 'bytes of a request or message that count as one more request'),
  messagesPerSecond: row(200, 'messages a second on one WebSocket; more are answered with `slowDown`'),
  messageBurst: row(1_000, 'messages that a WebSocket which was quiet may send at once'),
  refusalsInARow: row(1_000, 'messages refused one after another, after which the WebSocket is closed'),
  messageBytes: row(1_000_000, "bytes of a WebSocket message, all its frames together (the reference's limit)"),
  fragments: row(1_000, 'frames of a WebSocket message'),
  requestsAtOnce: row(256, 'requests of one WebSocket that are answered at the same time; more wait unread'),
  subscriptions: row(10_000, 'accounts and order books that one WebSocket may watch'),
  socketBytes: row(65_536, 'bytes handed to the system for a WebSocket before it has taken some'),
  answerBytes: row(1_000_000, 'bytes of unread answers beyond which no more requests of a WebSocket are read'),
  queueBytes: row(16_000_000, 'bytes of unread messages beyond which a WebSocket is closed'),
  lagLedgers: row(100, 'ledgers by which a subscriber who had caught up may fall behind'),
  stallMs: row(30_000, 'how long a client may read nothing while something waits for it'),
  pingMs: row(30_000, 'how often a WebSocket is asked whether it is there'),
  checkIntervalMs: row(5_000, 'how often the times above are looked after'),
  openLedgerSize: row(1_000, 'transactions that an open ledger takes at the base fee; more cost more, or wait'),
  queueLedgers: row(20, 'ledgers of that size that may wait, or 2000 transactions if that is more'),
  queuePerAccount: row(10, "transactions of one account that may wait (the reference's limit)"),
  heldPerAccount: row(
    1_000,
    'transactions of one account that are held for a later try, since one before them is missing',
  ),
  cachedEntries: row(
    50_000,
    "entries, and nodes of the state's tree, that each thread keeps in memory; twice as many at most; an entry beyond 1 kB counts as several",
    100,
    10_000_000,
  ),
  limitLoopback: row(0, '1: callers from this machine who are not the operator have these limits too', 0, 1),
} as const satisfies Readonly<Record<string, LimitRow>>;

export type LimitName = keyof typeof LIMIT_ROWS;
export type ServerLimits = { readonly [name in LimitName]: number };

export const LIMIT_NAMES = Object.keys(LIMIT_ROWS) as readonly LimitName[];
export const DEFAULT_LIMITS = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, LIMIT_ROWS[name].initial]),
) as ServerLimits;

/** A tester may put thousands of transactions into one ledger and should not meet higher fees that way. */
export const DEVELOPMENT_LIMITS: ServerLimits = { ...DEFAULT_LIMITS, openLedgerSize: 100_000 };

/** The name in the file: `body_bytes` for `bodyBytes`. */
export function limitWireName(name: LimitName): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
