/**
 * The ledger of another server, for a fork; another thread has the connection (`fork-worker.ts`). The engine is synchronous, so a read
 * either blocks the calling thread, or ends what the thread does, which begins again when the answer is there.
 */
import { extname } from 'node:path';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { decodeLedgerHeader, type LedgerHeader } from '../ledger/ledger-header.ts';
import { StateAwaitedError } from '../ledger/state-read-error.ts';
import { bookOfPage } from '../protocol/entries/keylets.ts';
import type { Hash256, Hex, JsonObject } from '../protocol/values.ts';
import { type ForkBase, ForkReadError } from '../storage/fork/fork-base.ts';
import { hexToBytes } from '../util/hex.ts';
import { serverName } from '../util/server-name.ts';
import { startThread } from '../util/start-thread.ts';
import { defaultCacheFolder, type LedgerLine } from './answer-file.ts';
import {
  FORK_SIGNALS,
  type ForkQuestion,
  type ForkReply,
  ForkSignal,
  type ForkThreadData,
  type NumberedQuestion,
  PROBLEM,
} from './fork-messages.ts';

const REQUESTS_PER_SECOND = 20;
const TIMEOUT_MS = 10_000;
const RETRY_MS = 500;
const PROTOCOLS = ['ws:', 'wss:', 'http:', 'https:'];
/** How often a blocked thread checks that the other one still runs. */
const LOOK_MS = 1000;
/** The longest time that a read that does not block waits for an answer that is known, in case the other thread is busy. */
const KNOWN_MS = 50;
/** The other thread counts seconds. If the count stays the same in so many checks, that thread hangs or has ended. */
const LONGEST_SILENCE_LOOKS = 30;

export interface OpenForkBaseOptions {
  /** Of a server with the API of the XRP Ledger: `ws:`, `wss:`, `http:` or `https:`. */
  readonly url: string;
  /** Index or hash of the ledger; by default the last validated one, or that of the cassette. */
  readonly ledger?: number | Hash256 | undefined;
  /** The folder where answers are kept for the next run, by default one in the system's cache; false to keep none. */
  readonly cacheFolder?: string | false | undefined;
  /** A file that has all answers, so that no server is needed; with `record` it is written when the base is closed. */
  readonly cassette?: { readonly file: string; readonly record?: boolean | undefined } | undefined;
  /** The most requests in any second (20), Infinity for no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** The longest time until an answer (10 s), before the connection is considered broken. */
  readonly timeoutMs?: number | undefined;
  /** The first wait before a request is sent again (0.5 s); each further one is twice as long. */
  readonly retryMs?: number | undefined;
  /** Gets a line of text each second while a read lasts longer than a second. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Called with the reason when the server does not answer, and with undefined when it does again. */
  readonly onProblem?: ((problem: string | undefined) => void) | undefined;
}

/** Rejects with a `ForkReadError` if the ledger cannot be read. */
export async function openForkBase(options: OpenForkBaseOptions): Promise<ForkBase> {
  const { url, ledger, cacheFolder, cassette, requestsPerSecond, timeoutMs, retryMs } = options;
  if (!PROTOCOLS.includes(URL.parse(url)?.protocol ?? '')) {
    throw new ForkReadError('the URL of the server must begin with ws://, wss://, http:// or https://');
  }
  const { port1, port2 } = new MessageChannel();
  const signals = new Int32Array(new SharedArrayBuffer(FORK_SIGNALS * Int32Array.BYTES_PER_ELEMENT));
  const data: ForkThreadData = {
    url,
    ledger: typeof ledger === 'string' ? ledger.toUpperCase() : ledger,
    cacheFolder: cacheFolder === false ? undefined : (cacheFolder ?? defaultCacheFolder()),
    cassette,
    requestsPerSecond: requestsPerSecond ?? REQUESTS_PER_SECOND,
    timeoutMs: timeoutMs ?? TIMEOUT_MS,
    retryMs: retryMs ?? RETRY_MS,
    port: port2,
    signals,
  };
  const program = new URL(`./fork-worker${extname(import.meta.url)}`, import.meta.url);
  const worker = startThread(program, { workerData: data, transferList: [port2], name: 'fork' });
  const base = new ThreadForkBase(data, worker, port1, options);
  await base.opened();
  return base;
}

type Settle = (reply: ForkReply) => void;
type Events = Pick<OpenForkBaseOptions, 'progress' | 'onProblem'>;

class ThreadForkBase implements ForkBase {
  readonly #data: ForkThreadData;
  readonly #server: string;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #events: Events;
  /** Replies that a promise waits for, by number. */
  readonly #pending = new Map<number, Settle>();
  #lastId = 0;
  #header: LedgerHeader | undefined;
  #isBlocking = true;
  #problem: string | undefined;
  /** Why the other thread ended. */
  #end: string | undefined;

  constructor(data: ForkThreadData, worker: Worker, port: MessagePort, events: Events) {
    this.#data = data;
    this.#worker = worker;
    this.#port = port;
    this.#events = events;
    port.on('message', (reply: ForkReply) => this.#settle(reply));
    this.#server = serverName(data.url);
    worker.on('error', (error) => this.#stop(`the thread that reads ${this.#server} failed: ${error.message}`));
    worker.on('exit', () => this.#stop(`the connection to ${this.#server} is closed`));
    this.#letProcessEnd();
  }

  /** Resolves when the ledger is known. */
  async opened(): Promise<void> {
    const { ledger_data } = (await this.#reply(0)) as LedgerLine;
    this.#header = decodeLedgerHeader(hexToBytes(ledger_data));
  }

  get header(): LedgerHeader {
    return this.#header!;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get sentRequests(): number {
    return Atomics.load(this.#data.signals, ForkSignal.sent);
  }

  stopBlocking(): void {
    this.#isBlocking = false;
  }

  entry(key: Hash256): Uint8Array | undefined {
    const data = this.#read({ kind: 'entry', key }) as Hex | null;
    return data === null ? undefined : hexToBytes(data);
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    return this.#read({ kind: 'nextKey', key, before, book: bookOfPage(key) }) as Hash256 | undefined;
  }

  prefetch(keys: Iterable<Hash256>): void {
    this.#post({ kind: 'prefetch', keys: [...keys] });
  }

  async request(method: string, params: JsonObject): Promise<JsonObject> {
    return (await this.#reply(this.#post({ kind: 'request', method, params }))) as JsonObject;
  }

  async close(): Promise<void> {
    if (this.#end !== undefined) return;
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    await this.#reply(this.#post({ kind: 'close' }));
    this.#worker.ref();
    await ended;
  }

  #post(question: ForkQuestion): number {
    this.#lastId += 1;
    const numbered: NumberedQuestion = { ...question, id: this.#lastId };
    this.#port.postMessage(numbered);
    return this.#lastId;
  }

  /** The value of the reply with this number. The process stays alive until then. */
  async #reply(id: number): Promise<unknown> {
    if (this.#end !== undefined) throw new ForkReadError(this.#end);
    this.#port.ref();
    const { value, error } = await new Promise<ForkReply>((resolve) => this.#pending.set(id, resolve));
    if (error !== undefined) throw new ForkReadError(error);
    return value;
  }

  #settle(reply: ForkReply): void {
    if (reply.isUnderWay) return;
    if (reply.id === PROBLEM) {
      this.#problem = reply.error;
      this.#events.onProblem?.(reply.error);
      return;
    }
    this.#pending.get(reply.id)?.(reply);
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0) this.#letProcessEnd();
  }

  #letProcessEnd(): void {
    this.#port.unref();
    this.#worker.unref();
  }

  /** The thread has ended. Its last replies may not have been delivered yet. */
  #stop(reason: string): void {
    for (let last = receiveMessageOnPort(this.#port); last !== undefined; last = receiveMessageOnPort(this.#port)) {
      this.#settle(last.message as ForkReply);
    }
    this.#end ??= reason;
    for (const id of [...this.#pending.keys()]) this.#settle({ id, error: this.#end });
  }

  #read(question: ForkQuestion): unknown {
    if (this.#end !== undefined) throw new ForkReadError(this.#end);
    const id = this.#post(question);
    const reply = this.#isBlocking ? this.#wait(id) : this.#takeKnown(id);
    if (reply === undefined) throw new StateAwaitedError(`${this.#server} has not answered yet`, this.#reply(id));
    if (reply.error !== undefined) throw new ForkReadError(reply.error);
    return reply.value;
  }

  /** The reply to a question if it is known; undefined if it follows. */
  #takeKnown(id: number): ForkReply | undefined {
    const endMs = performance.now() + KNOWN_MS;
    for (let leftMs = KNOWN_MS; leftMs > 0; leftMs = endMs - performance.now()) {
      const replies = Atomics.load(this.#data.signals, ForkSignal.replies);
      const reply = this.#receive(id);
      if (reply !== undefined) return reply.isUnderWay ? undefined : reply;
      Atomics.wait(this.#data.signals, ForkSignal.replies, replies, leftMs);
    }
    return undefined;
  }

  /** The next reply to a question that has come. Those to other questions that come before it settle their promises. */
  #receive(id: number): ForkReply | undefined {
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port)) {
      const reply = next.message as ForkReply;
      if (reply.id === id) return reply;
      this.#settle(reply);
    }
    return undefined;
  }

  /** Blocks until the reply to a question. */
  #wait(id: number): ForkReply {
    const { signals } = this.#data;
    const sentBefore = Atomics.load(signals, ForkSignal.sent);
    let beats = -1;
    let silentLooks = 0;
    const startMs = performance.now();
    for (let looks = 0; ; ) {
      const replies = Atomics.load(signals, ForkSignal.replies);
      const reply = this.#receive(id);
      if (reply?.isUnderWay) continue;
      if (reply !== undefined) return reply;
      Atomics.wait(signals, ForkSignal.replies, replies, LOOK_MS);
      if (performance.now() - startMs < (looks + 1) * LOOK_MS) continue;
      looks += 1;
      const beatsNow = Atomics.load(signals, ForkSignal.beats);
      silentLooks = beatsNow === beats ? silentLooks + 1 : 0;
      beats = beatsNow;
      if (silentLooks > LONGEST_SILENCE_LOOKS)
        throw new ForkReadError(`the thread that reads ${this.#server} has ended`);
      this.#events.progress?.(this.#waitLine(looks, Atomics.load(signals, ForkSignal.sent) - sentBefore));
    }
  }

  #waitLine(seconds: number, sent: number): string {
    const { requestsPerSecond } = this.#data;
    const limit = Number.isFinite(requestsPerSecond) ? ` (at most ${requestsPerSecond} a second)` : '';
    return `reads ${this.#server}: ${seconds} s, ${sent} requests${limit}`;
  }
}
