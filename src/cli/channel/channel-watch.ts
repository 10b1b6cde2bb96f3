/** `weir channel watch`: runs a watch (src/channel-watch) with its files, port and signals. */

import { mkdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { escapeInvisible } from '../../../explorer/values/invisible.js';
import { keepConnected } from '../../channel-watch/keep-connected.ts';
import { PayeeJournal, WrongPayeeError } from '../../channel-watch/payee-journal.ts';
import { PayeeWatch } from '../../channel-watch/payee-watch.ts';
import type { RedeemTerms } from '../../channel-watch/redeem-policy.ts';
import type { PayeeSigner } from '../../channel-watch/redemption.ts';
import { eventLine, eventText, info, type Report, type WatchEvent, warning } from '../../channel-watch/watch-events.ts';
import { serveWatch, type WatchListener } from '../../channel-watch/watch-http.ts';
import { owedDrops } from '../../channel-watch/watch-json.ts';
import { WatchMetrics } from '../../channel-watch/watch-metrics.ts';
import { webSocketLinks } from '../../client/websocket-link.ts';
import { accountIdOfPublicKey, accountIdToAddress, addressToAccountId } from '../../crypto/address.ts';
import { DROPS_PER_XRP } from '../../protocol/amounts/amount-math.ts';
import { dropsToXrp } from '../../protocol/amounts/drops-text.ts';
import { parseDrops, parseSeconds } from '../../rpc/method-doc/unit-words.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { acquireWriterLock, type WriterLock } from '../../storage/lmdb/writer-lock.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { directoryOption } from '../options/option-table.ts';
import { serverUrl } from '../options/server-url.ts';
import { lineStream } from '../terminal/logger.ts';
import { readKeyPair } from '../terminal/secret.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ChannelOptions } from './channel-options.ts';
import { ClaimIntake, GrowingFile } from './channel-watch-claims.ts';

const TICK_MS = 1000;
/** The longest sleep that a stop waits for. */
const NAP_MS = 250;
const DEFAULT_MARGIN = '15m';

/** What the watch needs of its process beside the terminal. */
export interface WatchSurroundings {
  readonly input: () => Readable;
  /** Resolves when the process is asked to stop. Called once, by a watch without `--once`. */
  stopRequest(): Promise<unknown>;
  /** Writes a line to standard output. The watch continues if that fails. */
  log(text: string): void;
  /** Shows a status line on a terminal, replacing the last one. */
  showStatus(text: string): void;
}

/** Runs until stopped, or with `--once` until no work is due. Resolves to the exit code. */
export async function watchChannels(
  options: ChannelOptions,
  terminal: Terminal,
  surroundings: WatchSurroundings = processSurroundings(),
): Promise<number> {
  const terms = readTerms(options);
  const port = readPort(options.port);
  const signer = await readSigner(options, terminal);
  const directory = directoryOption('data', options.data ?? `weir-watch-${signer.address}`);
  const lock = takeDirectory(directory);
  try {
    const journal = await openJournal(directory, signer.address);
    const metrics = new WatchMetrics();
    const report = createReport(options, terminal, surroundings, metrics);
    const openLink = webSocketLinks(
      serverUrl(options.url, terminal.environment, 'HTTP or WebSocket').replace(/^http/, 'ws'),
    );
    const clock = { nowMs: () => terminal.nowMs() };
    const watch = new PayeeWatch({ signer, terms, journal, openLink, report, clock });
    metrics.read(watch, clock);
    const running = new RunningWatch(watch, options, { terminal, surroundings, report, metrics });
    return options.once === true ? await running.once() : await running.untilStopped(port);
  } finally {
    lock.release();
  }
}

interface RunningParts {
  readonly terminal: Terminal;
  readonly surroundings: WatchSurroundings;
  readonly report: Report;
  readonly metrics: WatchMetrics;
}

class RunningWatch {
  readonly #watch: PayeeWatch;
  readonly #options: ChannelOptions;
  readonly #parts: RunningParts;
  readonly #intake: ClaimIntake;
  #isStopped = false;
  /** The last reported reason why claims cannot be read. */
  #unreadable: string | undefined;

  constructor(watch: PayeeWatch, options: ChannelOptions, parts: RunningParts) {
    this.#watch = watch;
    this.#options = options;
    this.#parts = parts;
    this.#intake = new ClaimIntake(watch, parts.report);
  }

  /** Exit code 1 if a claim was refused or could not be looked up. */
  async once(): Promise<number> {
    try {
      await this.#watch.connect().catch((error: Error) => {
        throw new CommandError(error.message);
      });
      const { claims } = this.#options;
      if (claims !== undefined) await this.#intake.push(await this.#parts.terminal.read(claims));
      this.#intake.end();
      await this.#watch.idle();
    } finally {
      await this.#watch.stop();
    }
    return this.#intake.hasRefused || this.#intake.waiting > 0 ? 1 : 0;
  }

  async untilStopped(port: number | undefined): Promise<number> {
    const { report, surroundings } = this.#parts;
    const { claims } = this.#options;
    const file = claims === undefined || claims === '-' ? undefined : await GrowingFile.open(claims);
    const listener = await this.#listen(port);
    const stopped = surroundings.stopRequest().then(() => this.#stop());
    const isStopped = () => this.#isStopped;
    const sleep = (milliseconds: number) => this.#sleep(milliseconds);
    try {
      const input = claims === '-' ? this.#readInput(surroundings.input(), stopped) : undefined;
      await Promise.all([keepConnected(this.#watch, { report, sleep, isStopped }), input, this.#tick(file)]);
    } finally {
      await this.#stop();
      await listener?.close();
      await file?.close();
    }
    return 0;
  }

  async #stop(): Promise<void> {
    this.#isStopped = true;
    await this.#watch.stop();
  }

  async #listen(port: number | undefined): Promise<WatchListener | undefined> {
    if (port === undefined) return undefined;
    const { metrics, report } = this.#parts;
    const listener = await serveWatch(this.#watch, metrics, port).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`cannot listen on 127.0.0.1:${port}: ${error.code}`);
    });
    report(info('listening', `listening on http://127.0.0.1:${listener.port}`, { port: listener.port }));
    return listener;
  }

  async #readInput(input: Readable, stopped: Promise<void>): Promise<void> {
    void stopped.then(() => input.destroy());
    try {
      for await (const piece of input.setEncoding('utf8')) await this.#intake.push(String(piece));
      this.#intake.end();
    } catch (error) {
      if (!this.#isStopped) this.#reportUnreadable('standard input', error);
    }
  }

  /** Once per second: reads the file of claims and starts due work. */
  async #tick(file: GrowingFile | undefined): Promise<void> {
    while (!this.#isStopped) {
      if (file !== undefined) await this.#readFile(file);
      if (this.#watch.isConnected) await this.#intake.retry();
      this.#watch.wake();
      this.#parts.surroundings.showStatus(statusText(this.#watch));
      await this.#sleep(TICK_MS);
    }
  }

  async #readFile(file: GrowingFile): Promise<void> {
    try {
      for await (const text of file.added()) await this.#intake.push(text);
      this.#unreadable = undefined;
    } catch (error) {
      this.#reportUnreadable('the file of claims', error);
    }
  }

  /** Reports a lasting fault once. Kept claims stay protected. */
  #reportUnreadable(what: string, error: unknown): void {
    const message = `no claims can be read from ${what}: ${(error as Error).message}`;
    if (message !== this.#unreadable) this.#parts.report(warning('warning', message));
    this.#unreadable = message;
  }

  async #sleep(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0 && !this.#isStopped; left -= NAP_MS) {
      await this.#parts.terminal.sleep(Math.min(left, NAP_MS));
    }
  }
}

function statusText(watch: PayeeWatch): string {
  const { state, isConnected } = watch;
  const place = isConnected ? `ledger ${state.moment?.index}` : 'no connection';
  const owed = `${dropsToXrp(owedDrops(watch))} XRP`;
  return `${place}, ${state.channels.size} channels, ${owed} owed, ${state.redemptions.size} pending redemptions`;
}

function createReport(
  { json }: ChannelOptions,
  terminal: Terminal,
  { log, showStatus }: WatchSurroundings,
  metrics: WatchMetrics,
): Report {
  const write = json === true ? eventLine : eventText;
  return (event: WatchEvent) => {
    metrics.observe(event);
    showStatus('');
    log(write(event, terminal.nowMs()));
  };
}

function readTerms(options: ChannelOptions): RedeemTerms {
  const { 'redeem-at': redeemAt, 'max-age': maxAge, margin = DEFAULT_MARGIN, 'max-fee': maxFee } = options;
  const marginSeconds = parseSeconds('--margin', margin);
  if (marginSeconds === 0) throw usageError(`--margin ${margin} leaves no time to redeem before the end of a channel`);
  return {
    marginSeconds,
    redeemAtDrops: redeemAt === undefined ? undefined : parseDrops(redeemAt),
    maxAgeSeconds: maxAge === undefined ? undefined : parseSeconds('--max-age', maxAge),
    maxFeeDrops: maxFee === undefined ? DROPS_PER_XRP : parseDrops(maxFee),
  };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw usageError(`--port must be a number from 0 to 65535, not '${text}'`);
}

async function readSigner(options: ChannelOptions, terminal: Terminal): Promise<PayeeSigner> {
  const { account } = options;
  if (account !== undefined && addressToAccountId(account) === undefined) {
    throw usageError(`--account must be the address of an account, not '${account}'`);
  }
  const keys = await readKeyPair(options, terminal);
  return { keys, address: account ?? accountIdToAddress(accountIdOfPublicKey(keys.publicKey)) };
}

/** Locks the directory: two watches with the same files would redeem the same claims. */
function takeDirectory(directory: string): WriterLock {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const lock = acquireWriterLock(directory);
    lock.writeHolder();
    return lock;
  } catch (error) {
    if (error instanceof StoreError) throw new CommandError(error.message);
    throw new CommandError(`cannot use the directory ${directory}: ${(error as Error).message}`);
  }
}

async function openJournal(directory: string, payee: string): Promise<PayeeJournal> {
  try {
    return await PayeeJournal.open(directory, payee);
  } catch (error) {
    const reason = error instanceof WrongPayeeError ? error.message : (error as NodeJS.ErrnoException).message;
    throw new CommandError(`cannot use the directory ${directory}: ${reason}`);
  }
}

function processSurroundings(): WatchSurroundings {
  const stopRequest = () =>
    new Promise((settle) => {
      process.once('SIGINT', settle).once('SIGTERM', settle);
      // The payee stays protected when the terminal is closed.
      process.on('SIGHUP', () => {});
    });
  const [lines, screen] = [lineStream(process.stdout), lineStream(process.stderr)];
  const log = (text: string) => lines.write(`${escapeInvisible(text)}\n`);
  const showStatus = (text: string) => {
    if (process.stderr.isTTY) screen.write(`\r\x1b[K${escapeInvisible(text)}`);
  };
  return { input: () => process.stdin, stopRequest, log, showStatus };
}
