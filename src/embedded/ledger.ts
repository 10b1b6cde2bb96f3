/**
 * The public types of a ledger in the caller's process. They import only generated types (`npm run build`), so that a user's
 * compiler reads few files. `docs/in-process.md` is generated from the comments of this file.
 */
/// <reference lib="esnext.disposable" preserve="true" />
import type { AnswerOf, RequestMethod, RequestParams } from '../../dist/types/request-types.d.ts';
import type { SentTransaction } from '../../dist/types/sent-transactions.d.ts';

/** Options of a new ledger. The defaults are those of `weir start --dev`. */
export interface LedgerOptions {
  /** Number of funded accounts, 0 to 1000; 10 if absent. They are the same ones each time. */
  readonly accounts?: number;
  /** Balance of each account in drops; 100,000 XRP if absent. */
  readonly balance?: bigint;
  /** Network id; 0 if absent. */
  readonly networkId?: number;
  /** Amendments besides those of a new chain (`+BatchV1_1`), and those to leave out (`-NAME`). */
  readonly amendments?: readonly string[];
  /** Transaction fee and reserves. */
  readonly fees?: LedgerFees;
  /** The chain continues a ledger of another network. Not with `networkId`, `amendments` and `fees`, which are the network's. */
  readonly fork?: LedgerForkOptions;
  /**
   * `manual` (the default): `close` closes ledgers, and a payer's request to close a channel while the clock runs unchanged.
   * `instant`: each submission closes one.
   */
  readonly closing?: 'manual' | 'instant';
  /** Directory of the files that `weir_state` writes and reads by name; without it there are none. */
  readonly stateDir?: string;
  /** Address of the socket; `127.0.0.1` if absent. An address that other machines can reach needs `allowRemoteAdmin`. */
  readonly host?: string;
  /** Port of the socket; any free one if absent. */
  readonly port?: number;
  /** True: every client of the socket has the rights of the operator. Needs `allowRemoteTestBench` too. */
  readonly allowRemoteAdmin?: boolean;
  /** True: that includes the methods of a test bench, which move the clock and change ledger entries. */
  readonly allowRemoteTestBench?: boolean;
  /** Origins of web pages that may use the socket, such as `http://localhost:5173`; none if absent, every page with `*`. */
  readonly corsOrigins?: readonly string[];
  /** More names of the socket for the header `Host`, such as `ledger.test`; every name with `*`. */
  readonly hostNames?: readonly string[];
}

/** A ledger of another network as the beginning of a chain. */
export interface LedgerForkOptions {
  /** A server of the network: `https:`, `http:`, `wss:` or `ws:`. It must be in another process, since reads block the thread. */
  readonly url: string;
  /** Index or hash of the ledger; if absent that of the cassette, or the last validated one. */
  readonly ledger?: number | string;
  /**
   * A file for all answers of the server that were used. If it is missing, `stop` writes it; if it is there, no network is needed, and a
   * question that it does not answer is an error.
   */
  readonly cassette?: string;
  /** Limit of requests to the server in any second; 20 if absent, and no limit if 0. */
  readonly requestsPerSecond?: number;
  /** True: the network may have amendments whose rules Weir lacks. `server_info` names them. */
  readonly allowMissingAmendments?: boolean;
}

/** Fees and reserves, in drops. */
export interface LedgerFees {
  /** Fee of a reference transaction; 10 if absent. */
  readonly base?: bigint;
  /** Reserve of an account; 1,000,000 if absent. */
  readonly reserveBase?: bigint;
  /** Reserve for each object that an account owns; 200,000 if absent. */
  readonly reserveIncrement?: bigint;
}

/** An account of the first ledger. Its secrets are publicly known. */
export interface LedgerAccount {
  /** Classic address, `r…`. */
  readonly address: string;
  /** Ed25519 seed, `sEd…`, as client libraries take it. */
  readonly seed: string;
  /** 33 bytes, in hex. */
  readonly publicKey: string;
  /** 33 bytes, in hex, with the prefix that client libraries expect. */
  readonly privateKey: string;
}

/** The signer of a submission: an account of the ledger, or any address with its seed. */
export type Signer = Pick<LedgerAccount, 'address' | 'seed'>;

/** Options of a request. */
export interface RequestOptions {
  /** Version of the API; default 1. */
  readonly apiVersion?: 1 | 2;
  /** Role of the caller; the operator (`admin`) if absent. */
  readonly role?: 'admin' | 'user';
}

/** The arguments after the method: none are needed if no parameter is required. */
export type RequestArguments<Name extends RequestMethod> =
  Record<never, never> extends RequestParams<Name>
    ? [params?: RequestParams<Name>, options?: RequestOptions]
    : [params: RequestParams<Name>, options?: RequestOptions];

/** Options of a close. */
export interface CloseOptions {
  /** Close time in whole seconds after that of the previous ledger, at least 1. */
  readonly seconds?: number;
}

/** A closed ledger. */
export interface ClosedLedgerSummary {
  /** The first ledger of a chain has 1. */
  readonly ledgerIndex: number;
  /** 64 hex digits. */
  readonly ledgerHash: string;
  /** In seconds since 2000-01-01T00:00:00Z. */
  readonly closeTimeSeconds: number;
}

/** The state of a ledger's clock. Times are in seconds since 2000-01-01T00:00:00Z. */
export interface ClockReading {
  /** The time, at least the close time of the last ledger. */
  readonly seconds: number;
  /** Ledger seconds per second of the machine's clock. */
  readonly rate: number;
  /** True if the clock is stopped. */
  readonly isFrozen: boolean;
  /** Close time that a ledger would have now. */
  readonly nextCloseSeconds: number;
}

/**
 * The clock that dates ledgers. It is the machine's until you change it, and goes back only by a revert. Changes reject with a
 * `RangeError` for impossible values.
 */
export interface BenchClock {
  /** Reads the clock. */
  read(): ClockReading;
  /** Sets the time, in seconds since 2000-01-01T00:00:00Z, not before the current one. Closes ledgers as `advance` does. */
  set(seconds: number): Promise<ClockReading>;
  /** Moves it forward by seconds, and closes a ledger of that time unless `closing` is `instant`. */
  advance(seconds: number): Promise<ClockReading>;
  /** Stops the clock. */
  freeze(): Promise<ClockReading>;
  /** Starts it again from its current time. */
  resume(): Promise<ClockReading>;
  /** Sets the ledger seconds per second of the machine's clock; 1 by default. */
  setRate(rate: number): Promise<ClockReading>;
}

/** A chain in memory. Two ledgers share nothing. */
export interface Ledger extends AsyncDisposable {
  /** The accounts of its first ledger. */
  readonly accounts: readonly LedgerAccount[];
  /** The clock that dates its ledgers. */
  readonly clock: BenchClock;
  /**
   * Calls any method with its parameters, as over HTTP, and resolves to its `result`.
   * Rejects with a `LedgerRequestError` if the answer is an error.
   */
  request<Name extends RequestMethod>(method: Name, ...more: RequestArguments<Name>): Promise<AnswerOf<Name>>;
  /**
   * Fills in `Account`, `Sequence` and `Fee` if absent, signs the transaction and submits it. `engine_result` of the answer is the
   * result code, also for a failure; it is provisional until a ledger is closed.
   * Rejects with a `LedgerRequestError` for a malformed transaction: an unknown type or a missing field.
   */
  submit(signer: Signer, transaction: SentTransaction): Promise<AnswerOf<'submit'>>;
  /**
   * Closes the open ledger. Its transactions are then final.
   * Rejects with a `RangeError` if `seconds` is not a whole number of at least 1.
   */
  close(options?: CloseOptions): Promise<ClosedLedgerSummary>;
  /**
   * Takes a snapshot and resolves to its id. `revert` takes the id or the name.
   * Rejects with a `RangeError` for a name that is a number, or not 1 to 64 letters, digits, `.`, `_` and `-`.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Returns to a snapshot, by its id or name, or to the past ledger of that index (at least 2). Everything since then is removed,
   * later snapshots too; the snapshot itself stays.
   * Rejects with an error for an unknown snapshot, and with a `RangeError` for an unknown ledger.
   */
  revert(target: string | number): Promise<ClosedLedgerSummary>;
  /** Opens a socket at the first call, and resolves to its WebSocket address: `ws://127.0.0.1:PORT`. */
  webSocketUrl(): Promise<string>;
  /** The HTTP address of the same socket: `http://127.0.0.1:PORT`. */
  httpUrl(): Promise<string>;
  /** Closes the socket, if open, and discards the chain. A second call does nothing. */
  stop(): Promise<void>;
  /** The same as `stop`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
