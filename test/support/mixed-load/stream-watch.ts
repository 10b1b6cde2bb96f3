/**
 * Subscribers of a load. Each must get all messages once and in order: some only read, one is slow, one disconnects and
 * returns, and some watch a few accounts.
 */
import { WebSocket } from 'ws';
import type { LoadFigures } from './load-figures.ts';
import { partiesOf, type SubmissionBook } from './submission-book.ts';

export interface WatchOptions {
  readonly port: number;
  readonly name: string;
  readonly figures: LoadFigures;
  /** The ledger to begin with. */
  readonly firstLedger: number;
  /** Undefined: all transactions. */
  readonly accounts?: readonly string[];
  /** Called for each complete ledger, with ids and results of its transactions in order. */
  readonly onLedger: (index: number, hash: string, rows: readonly (readonly [id: string, result: string])[]) => void;
}

interface LedgerInProgress {
  readonly index: number;
  readonly hash: string;
  /** Undefined if the subscriber gets only some accounts. */
  readonly expected: number | undefined;
  readonly rows: (readonly [id: string, result: string])[];
  lastPosition: number;
}

export class StreamWatch {
  readonly #options: WatchOptions;
  #socket: WebSocket | undefined;
  #nextLedger: number;
  #current: LedgerInProgress | undefined;
  #isClosing = false;
  reconnections = 0;
  /** Created minus deleted ledger entries of all its messages. */
  newEntries = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#nextLedger = options.firstLedger;
  }

  /** The next ledger, or the incomplete one. */
  get nextLedger(): number {
    return this.#nextLedger;
  }

  /** Connects and subscribes from the first incomplete ledger. */
  open(): Promise<void> {
    const { port, accounts } = this.#options;
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    this.#socket = socket;
    this.#current = undefined;
    const what = accounts === undefined ? { streams: ['ledger', 'transactions'] } : { streams: ['ledger'], accounts };
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () =>
        socket.send(JSON.stringify({ command: 'subscribe', api_version: 2, start_ledger: this.#nextLedger, ...what })),
      );
      socket.on('close', (code, reason) => {
        if (socket === this.#socket && !this.#isClosing) this.#report(`was closed: ${code} ${reason}`);
      });
      socket.on('message', (data: Buffer) => {
        if (socket !== this.#socket) return;
        const text = data.toString('latin1');
        if (text.startsWith('{"type":"transaction"')) this.#transaction(text);
        else if (text.startsWith('{"type":"ledgerClosed"')) this.#ledger(text);
        else if (text.includes('"status":"success"')) resolve();
        else reject(new Error(text));
      });
    });
  }

  /** Breaks the connection, maybe in the middle of a ledger, and connects again. */
  async reopen(): Promise<void> {
    this.reconnections += 1;
    const old = this.#socket;
    this.#socket = undefined;
    old?.terminate();
    await this.open();
  }

  /** Stops reading for a while. */
  async pause(milliseconds: number): Promise<void> {
    const socket = this.#socket;
    socket?.pause();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    socket?.resume();
  }

  close(): void {
    this.#isClosing = true;
    this.#socket?.terminate();
  }

  #ledger(text: string): void {
    const { ledger_index: index, ledger_hash: hash, txn_count: count } = JSON.parse(text);
    if (this.#current !== undefined) this.#finish(this.#current);
    if (index !== this.#nextLedger) this.#report(`got ledger ${index} instead of ${this.#nextLedger}`);
    this.#nextLedger = index;
    const expected = this.#options.accounts === undefined ? count : undefined;
    this.#current = { index, hash, expected, rows: [], lastPosition: -1 };
    if (expected === 0) this.#finish(this.#current);
  }

  #transaction(text: string): void {
    const current = this.#current;
    const id = /"hash":"([0-9A-F]{64})"/.exec(text)?.[1];
    const index = Number(/"ledger_index":(\d+)/.exec(text)?.[1]);
    const position = Number(/"TransactionIndex":(\d+)/.exec(text)?.[1]);
    const result = /"engine_result":"(\w+)"/.exec(text)?.[1];
    this.#options.figures.count(`messages ${this.#options.name}`);
    for (const [kind] of text.matchAll(/"(?:Created|Deleted)Node"/g))
      this.newEntries += kind === '"CreatedNode"' ? 1 : -1;
    if (current === undefined || current.index !== index || id === undefined || result === undefined) {
      this.#report(`got an unexpected transaction: ${text.slice(0, 300)}`);
      return;
    }
    const isNext =
      current.expected === undefined ? position > current.lastPosition : position === current.lastPosition + 1;
    if (!isNext) this.#report(`got transaction ${position} after ${current.lastPosition} of ledger ${index}`);
    current.lastPosition = position;
    current.rows.push([id, result]);
    if (current.rows.length === current.expected) this.#finish(current);
  }

  #finish({ index, hash, expected, rows }: LedgerInProgress): void {
    this.#current = undefined;
    if (expected !== undefined && expected !== rows.length) this.#report(`misses transactions of ledger ${index}`);
    this.#nextLedger = index + 1;
    this.#options.onLedger(index, hash, rows);
  }

  #report(text: string): void {
    this.#options.figures.report(`subscriber ${this.#options.name} ${text}`);
  }
}

/** Compares the ledgers of a subscriber with those of the first one. Differences are findings. */
export function compareWith(book: SubmissionBook, figures: LoadFigures, name: string, accounts?: readonly string[]) {
  const watched = accounts && new Set(accounts);
  const waiting: (() => boolean)[] = [];
  return (index: number, hash: string, rows: readonly (readonly [id: string, result: string])[]) => {
    const compare = (): boolean => {
      const ledger = book.ledger(index);
      if (ledger === undefined) return index < book.lastLedger;
      const got = new Set(rows.map(([id]) => id));
      const expected = ledger.transactions.filter(
        (transaction) => watched === undefined || partiesOf(transaction).some((address) => watched.has(address)),
      );
      const missing = expected.filter(({ id }) => !got.has(id));
      const isSame = hash === ledger.hash && missing.length === 0 && got.size === rows.length;
      const isWhole = watched !== undefined || rows.every(([id], at) => id === ledger.transactions[at]?.id);
      if (!isSame || !isWhole)
        figures.report(`subscriber ${name} got another ledger ${index}: ${missing.length} missing`);
      return true;
    };
    waiting.push(compare);
    while (waiting[0]?.() === true) waiting.shift();
  };
}
