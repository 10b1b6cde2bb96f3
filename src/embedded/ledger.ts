/**
 * The public types of a ledger inside the caller's process. They import nothing but generated types (`npm run build`), so a
 * compiler of a user's program reads a few files. `docs/in-process.md` is generated from the comments of this file.
 */
/// <reference lib="esnext.disposable" preserve="true" />
import type { AnswerOf, RequestMethod, RequestParams } from '../../dist/types/request-types.d.ts';
import type { SentTransaction } from '../../dist/types/sent-transactions.d.ts';

/** How a ledger begins. Whatever is left out is as `weir start --dev` has it. */
export interface LedgerOptions {
  /** How many accounts are funded from the beginning, from 0 to 1000; 10 if absent. They are the same ones each time. */
  readonly accounts?: number;
  /** What each of them has, in drops; 100,000 XRP if absent. */
  readonly balance?: bigint;
  /** 0, which names no network, if absent. */
  readonly networkId?: number;
  /** What transactions cost and accounts must keep, in drops. */
  readonly fees?: LedgerFees;
  /** `manual`, if absent: only `close` closes ledgers. `instant`: each submission closes one. */
  readonly closing?: 'manual' | 'instant';
  /** Where a socket listens, once one is asked for; `127.0.0.1` if absent. Others than this machine's need `allowRemoteAdmin`. */
  readonly host?: string;
  /** The number of its port; any free one if absent. */
  readonly port?: number;
  /** True: everyone who reaches the socket may do what the operator may. It needs `allowRemoteTestBench` too. */
  readonly allowRemoteAdmin?: boolean;
  /** True: that includes the methods of a test bench, which move the clock and change the ledger by hand. */
  readonly allowRemoteTestBench?: boolean;
}

/** In drops. */
export interface LedgerFees {
  /** Of the plainest transaction; 10 if absent. */
  readonly base?: bigint;
  /** What every account must keep; 1,000,000 if absent. */
  readonly reserveBase?: bigint;
  /** What it must keep for each object that it owns; 200,000 if absent. */
  readonly reserveIncrement?: bigint;
}

/** An account that a ledger began with. Everybody can know its secrets. */
export interface LedgerAccount {
  /** `r…`. */
  readonly address: string;
  /** `sEd…`, as client libraries take it. */
  readonly seed: string;
  /** 33 bytes, in hex. */
  readonly publicKey: string;
  /** 33 bytes, in hex, with the prefix that client libraries expect. */
  readonly privateKey: string;
}

/** Whoever signs a submission: an account of the ledger, or any other address with its secret. */
export type Signer = Pick<LedgerAccount, 'address' | 'seed'>;

/** How a request is asked. */
export interface RequestOptions {
  /** Version of the API; 1 if absent. */
  readonly apiVersion?: 1 | 2;
  /** Who asks; the operator (`admin`) if absent. */
  readonly role?: 'admin' | 'user';
}

/** What follows the name of a method: nothing, where no parameter is required. */
export type RequestArguments<Name extends RequestMethod> =
  Record<never, never> extends RequestParams<Name>
    ? [params?: RequestParams<Name>, options?: RequestOptions]
    : [params: RequestParams<Name>, options?: RequestOptions];

/** How a ledger is closed. */
export interface CloseOptions {
  /** Its close time lies this many whole seconds after that of the ledger before it. At least 1. */
  readonly seconds?: number;
}

/** A ledger that was closed. */
export interface ClosedLedgerSummary {
  /** 1 is the first of a chain. */
  readonly ledgerIndex: number;
  /** 64 hex digits. */
  readonly ledgerHash: string;
  /** In seconds since 2000-01-01T00:00:00Z. */
  readonly closeTimeSeconds: number;
}

/** What a ledger's clock says. Times in seconds since 2000-01-01T00:00:00Z. */
export interface ClockReading {
  /** What it shows: at least the close time of the last ledger. */
  readonly seconds: number;
  /** Seconds of the ledger for a second of the machine. */
  readonly rate: number;
  /** True while it stands still. */
  readonly isFrozen: boolean;
  /** Close time of a ledger that is closed now. */
  readonly nextCloseSeconds: number;
}

/**
 * The clock that dates ledgers. It is the machine's until somebody moves it, and never set back except by a revert. Each change
 * rejects with a `RangeError` for what it cannot do.
 */
export interface BenchClock {
  /** What it says now. */
  read(): ClockReading;
  /** Sets it to a time, in seconds since 2000-01-01T00:00:00Z, which is not before what it shows; else as `advance`. */
  set(seconds: number): Promise<ClockReading>;
  /** Moves it forward, and closes a ledger of that time unless `closing` is `instant`. */
  advance(seconds: number): Promise<ClockReading>;
  /** Stops it. */
  freeze(): Promise<ClockReading>;
  /** Lets it go on from where it stands. */
  resume(): Promise<ClockReading>;
  /** How many seconds of the ledger a second of the machine is; 1 is the usual. */
  setRate(rate: number): Promise<ClockReading>;
}

/** A whole chain in memory. Nothing is shared between two of them. */
export interface Ledger extends AsyncDisposable {
  /** The accounts that it began with. */
  readonly accounts: readonly LedgerAccount[];
  /** What dates its ledgers. */
  readonly clock: BenchClock;
  /**
   * Asks any method, by name and parameters as on the wire; the answer is what stands in `result` there.
   * Rejects with a `LedgerRequestError` where the wire would answer with an error.
   */
  request<Name extends RequestMethod>(method: Name, ...more: RequestArguments<Name>): Promise<AnswerOf<Name>>;
  /**
   * Fills in what a transaction lacks (`Account`, `Sequence`, `Fee`), signs it and submits it. Every result code is a
   * value, `engine_result` of the answer, be it a failure. It is provisional until a ledger is closed.
   * Rejects with a `LedgerRequestError` for what is no transaction: an unknown type, a field that is missing.
   */
  submit(signer: Signer, transaction: SentTransaction): Promise<AnswerOf<'submit'>>;
  /**
   * Closes the open ledger; then its transactions are final.
   * Rejects with a `RangeError` for seconds that are not whole, or less than 1.
   */
  close(options?: CloseOptions): Promise<ClosedLedgerSummary>;
  /**
   * Notes everything as it is now, and gives an id for `revert`; a name is good for that too.
   * Rejects with a `RangeError` for a name that is a number, or not of up to 64 letters, digits, `.`, `_` and `-`.
   */
  snapshot(name?: string): Promise<string>;
  /**
   * Goes back to a snapshot, by its id or name, as often as one likes, or to the past ledger of that index
   * (2 at least). What has happened since is gone, and so are snapshots that were taken later.
   * Rejects with an error for a snapshot that is not there, and with a `RangeError` for a ledger that is not.
   */
  revert(target: string | number): Promise<ClosedLedgerSummary>;
  /** Opens a socket the first time, and gives its address for WebSockets: `ws://127.0.0.1:PORT`. */
  webSocketUrl(): Promise<string>;
  /** The same socket's address for HTTP: `http://127.0.0.1:PORT`. */
  httpUrl(): Promise<string>;
  /** Closes the socket, if there is one, and forgets the chain. A second call does nothing more. */
  stop(): Promise<void>;
  /** The same as `stop`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
