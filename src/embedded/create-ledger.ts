/**
 * The package's main export: a chain in the caller's process, in memory, without files, and without a socket until one is
 * requested. A `Weir` does the work; this file has the names and types that users rely on.
 */
import { hostname } from 'node:os';
import { format } from 'node:util';
import type { AnswerOf, RequestMethod } from '../../dist/types/request-types.d.ts';
import type { SentTransaction } from '../../dist/types/sent-transactions.d.ts';
import { escapeInvisible } from '../../explorer/values/invisible.js';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { INSTANT_CLOSE, MANUAL_CLOSE } from '../node/close/close-schedule.ts';
import type { DevelopmentAccount } from '../node/development-funds.ts';
import type { LedgerEngine } from '../node/ledger-node.ts';
import type { JsonObject } from '../protocol/values.ts';
import { withoutRawJson } from '../rpc/json/raw-json.ts';
import type { ErrorLog } from '../rpc/method/context.ts';
import { DEVELOPMENT_LIMITS } from '../server/admission/limits.ts';
import { queueTerms } from '../server/admission/queue-terms.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex } from '../util/hex.ts';
import { packageVersion } from '../util/package-version.ts';
import { createWeir, type Weir } from '../weir.ts';
import { fundedGenesis } from './funded-genesis.ts';
import type {
  BenchClock,
  ClosedLedgerSummary,
  CloseOptions,
  Ledger,
  LedgerAccount,
  LedgerOptions,
  RequestArguments,
  Signer,
} from './ledger.ts';
import { checkLedgerOptions, checkOptions } from './ledger-options.ts';
import type { LedgerSocket } from './ledger-socket.ts';

export type { AnswerOf, RequestMethod, RequestParams } from '../../dist/types/request-types.d.ts';
export type { SentTransaction } from '../../dist/types/sent-transactions.d.ts';
export type * from './ledger.ts';

/** The error answer of a request. */
export class LedgerRequestError extends Error {
  override readonly name = 'LedgerRequestError';
  /** Error code, such as `actNotFound`; `docs/errors.md` lists all. */
  readonly code: string;
  /** The whole answer. */
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(method: string, answer: Readonly<Record<string, unknown>>) {
    const { error, error_message: message, error_exception: exception, error_what: what } = answer;
    const said = message ?? exception ?? 'no further details';
    super([`${method}: ${error}: ${said}`, what].filter((text) => text !== undefined).join(' '));
    this.code = String(error);
    this.answer = answer;
  }
}

/**
 * Creates a chain. Rejects with a `RangeError` that names the option for an unknown option or an invalid value, and for a `host`
 * that other machines can reach unless `allowRemoteAdmin` is true. With `fork`, rejects with an error that names the server and the
 * reason if its ledger cannot be read.
 */
export async function createLedger(options: LedgerOptions = {}): Promise<Ledger> {
  checkLedgerOptions(options);
  const funded = fundedGenesis(options);
  const { genesis, accounts } = funded;
  const fork =
    options.fork && (await import('./embedded-fork.ts').then((own) => own.openEmbeddedFork(options.fork!, funded)));
  const weir = await createWeir({
    store: fork?.store ?? new MemoryStore(),
    fork,
    genesis: fork === undefined ? genesis : { ...genesis, networkId: fork.networkId },
    closing: options.closing === 'instant' ? INSTANT_CLOSE : MANUAL_CLOSE,
    queue: queueTerms(DEVELOPMENT_LIMITS),
    isTestBench: true,
    stateDirectory: options.stateDir,
    log: CONSOLE_LOG,
    about: { version: packageVersion(), hostName: hostname() },
  }).catch(async (error) => {
    await fork?.store.close();
    throw error;
  });
  await weir.start();
  return new EmbeddedLedger(weir, accounts.map(shownAccount), options);
}

const CLOSE_OPTIONS = {
  seconds: {
    holds: (value: unknown) => Number.isInteger(value) && (value as number) >= 1,
    expected: 'a whole number, at least 1',
  },
};

/** Only bugs of Weir are logged here, so they go to standard error. */
const CONSOLE_LOG: ErrorLog = {
  error: (details, message) => console.error(escapeInvisible(format(`weir: ${message}`, details))),
};

function summaryOf({ ledgerIndex, hash, closeTimeSeconds }: LedgerHeader): ClosedLedgerSummary {
  return { ledgerIndex, ledgerHash: hash, closeTimeSeconds };
}

function shownAccount({ address, seed, keyPair }: DevelopmentAccount): LedgerAccount {
  return { address, seed, publicKey: keyPair.publicKey, privateKey: `ED${bytesToHex(keyPair.privateKey)}` };
}

class EmbeddedLedger implements Ledger {
  readonly accounts: readonly LedgerAccount[];
  readonly clock: BenchClock;
  readonly #weir: Weir;
  readonly #engine: LedgerEngine;
  readonly #options: LedgerOptions;
  #socket: Promise<LedgerSocket> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(weir: Weir, accounts: readonly LedgerAccount[], options: LedgerOptions) {
    this.#weir = weir;
    this.accounts = accounts;
    const { bench: held } = weir.services.server;
    assert(held !== undefined, 'a ledger in this process is a test bench');
    this.#engine = held.engine;
    this.clock = held.bench.clock;
    this.#options = options;
  }

  async request<Name extends RequestMethod>(method: Name, ...more: RequestArguments<Name>): Promise<AnswerOf<Name>> {
    this.#checkRuns();
    const [params = {}, { apiVersion = 1, role = 'admin' } = {}] = more;
    const answer = await this.#weir.execute({ method, params: params as JsonObject, apiVersion, role });
    if (answer.error !== undefined) throw new LedgerRequestError(method, answer);
    return withoutRawJson(answer) as AnswerOf<Name>;
  }

  async submit({ address, seed }: Signer, transaction: SentTransaction): Promise<AnswerOf<'submit'>> {
    const tx_json = { Account: address, ...transaction } as unknown as JsonObject;
    return this.request('submit', { secret: seed, tx_json });
  }

  async close(options: CloseOptions = {}): Promise<ClosedLedgerSummary> {
    this.#checkRuns();
    checkOptions('close', '', options, CLOSE_OPTIONS);
    const { seconds } = options;
    const engine = this.#engine;
    const closeTime = seconds === undefined ? undefined : engine.validated.closeTimeSeconds + seconds;
    return summaryOf(await engine.acceptLedger(closeTime));
  }

  async snapshot(name?: string): Promise<string> {
    this.#checkRuns();
    return this.#weir.snapshot(name);
  }

  async revert(target: string | number): Promise<ClosedLedgerSummary> {
    this.#checkRuns();
    return summaryOf(await this.#weir.revert(target));
  }

  async webSocketUrl(): Promise<string> {
    return `ws://${await this.#authority()}`;
  }

  async httpUrl(): Promise<string> {
    return `http://${await this.#authority()}`;
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** The server's modules are loaded here, since most ledgers never open a socket. */
  async #authority(): Promise<string> {
    this.#checkRuns();
    this.#socket ??= import('./ledger-socket.ts').then(({ openLedgerSocket }) =>
      openLedgerSocket(this.#weir, this.#options),
    );
    const { authority } = await this.#socket;
    return authority;
  }

  async #stop(): Promise<void> {
    const socket = await this.#socket?.catch(() => undefined);
    await socket?.close();
    await this.#weir.stop();
  }

  #checkRuns(): void {
    if (this.#stopping !== undefined) throw new Error('the ledger is stopped');
  }
}
