/**
 * Many subscribers while many transactions validate: does each of them get everything once and in order, also one whose
 * connection breaks often, and does the server's memory stay the same?
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { MASTER, type Party, party } from './env.ts';
import type { ServerProcess } from './server-process.ts';

export interface SoakOptions {
  /** A new chain whose ledgers the test closes. */
  readonly server: ServerProcess;
  readonly connections: number;
  readonly transactions: number;
  readonly perLedger: number;
  /** Messages after which the connection that breaks does so. */
  readonly breakAfter: number;
  readonly print?: (line: string) => void;
}

export interface SoakReport {
  readonly messages: number;
  readonly reconnections: number;
  readonly seconds: number;
  /** Memory of the server after each ledger, in bytes. */
  readonly memory: readonly number[];
}

const FEE_DROPS = 10n;
const FUNDS_DROPS = 1_000_000_000n;
const SENDERS = 16;

/** Rejects at the first message that is missing, double or out of order. */
export async function soakStreams(options: SoakOptions): Promise<SoakReport> {
  const { server, connections, transactions, perLedger, breakAfter, print = () => {} } = options;
  const senders = await fundSenders(server);
  const first = Number((await server.call('ledger_current')).ledger_current_index);
  const expected = new ExpectedStream();
  const readers = Array.from({ length: connections }, () => new Reader(server.port, expected));
  await Promise.all(readers.map((reader) => reader.open({})));
  const breaking = new BreakingReader(server.port, expected, breakAfter, first);
  await breaking.open();
  const memory: number[] = [];
  const startedMs = performance.now();
  for (let sent = 0; sent < transactions; sent += perLedger) {
    await submitRound(server, senders, Math.min(perLedger, transactions - sent));
    await server.call('ledger_accept');
    memory.push(residentBytes(server.pid));
    if (memory.length % 10 === 0) print(`${sent + perLedger} transactions, ${Math.round(memory.at(-1)! / 1e6)} MB`);
  }
  await Promise.all([...readers, breaking].map((reader) => reader.until(transactions)));
  const seconds = (performance.now() - startedMs) / 1000;
  for (const reader of [...readers, breaking]) reader.close();
  const messages = readers.reduce((sum, reader) => sum + reader.count, breaking.count);
  return { messages, reconnections: breaking.reconnections, seconds, memory };
}

/** The order of all transactions, as the first reader of each received it. */
class ExpectedStream {
  readonly #hashes: string[] = [];
  readonly #known = new Set<string>();

  /** Checks what some reader got at a place. */
  check(at: number, hash: string): void {
    const expected = this.#hashes[at];
    if (expected === undefined) {
      assert.equal(at, this.#hashes.length);
      assert.ok(!this.#known.has(hash), `transaction ${hash} came twice`);
      this.#known.add(hash);
      this.#hashes.push(hash);
    } else assert.equal(hash, expected, `transaction ${at} is out of order`);
  }
}

class Reader {
  count = 0;
  protected readonly expected: ExpectedStream;
  readonly #port: number;
  #socket: WebSocket | undefined;
  #fail: (error: Error) => void = () => {};
  readonly #failed: Promise<never>;
  #isDone: (() => void) | undefined;
  #target = Number.POSITIVE_INFINITY;

  constructor(port: number, expected: ExpectedStream) {
    this.#port = port;
    this.expected = expected;
    this.#failed = new Promise((_resolve, reject) => {
      this.#fail = reject;
    });
    this.#failed.catch(() => {});
  }

  /** Connects and subscribes; resolves with the answer. */
  open(more: { readonly start_ledger?: number }): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.#port}`);
    this.#socket = socket;
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () =>
        socket.send(JSON.stringify({ command: 'subscribe', streams: ['ledger', 'transactions'], ...more })),
      );
      socket.on('close', (code, reason) => {
        if (socket === this.#socket) this.#fail(new Error(`closed: ${code} ${reason}`));
      });
      socket.on('message', (data) => {
        if (socket !== this.#socket) return;
        const text = String(data);
        if (text.includes('"type":"response"')) {
          if (text.includes('"status":"success"')) resolve();
          else reject(new Error(text));
        } else this.#take(text);
      });
    });
  }

  /** Resolves when so many transactions were taken. */
  until(target: number): Promise<void> {
    this.#target = target;
    const done = new Promise<void>((resolve) => {
      this.#isDone = resolve;
    });
    this.#look();
    return Promise.race([done, this.#failed]);
  }

  close(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
  }

  protected ledger(_index: number, _transactions: number): void {}

  protected transaction(hash: string): void {
    this.expected.check(this.count, hash);
    this.count += 1;
  }

  #take(text: string): void {
    try {
      // The messages are too many to be parsed whole.
      if (text.startsWith('{"type":"ledgerClosed"')) {
        const { ledger_index: index, txn_count: count } = JSON.parse(text) as Record<string, number>;
        this.ledger(index!, count!);
      } else this.transaction(/"hash":"([0-9A-F]{64})"/.exec(text)![1]!);
    } catch (error) {
      this.#fail(error as Error);
    }
    this.#look();
  }

  #look(): void {
    if (this.count >= this.#target) this.#isDone?.();
  }
}

/** Loses its connection after this number of messages, and continues with the first incomplete ledger. */
class BreakingReader extends Reader {
  reconnections = 0;
  readonly #breakAfter: number;
  #messages = 0;
  #wholeCount = 0;
  #ledgerIndex: number;
  #missing = 0;

  constructor(port: number, expected: ExpectedStream, breakAfter: number, firstLedger: number) {
    super(port, expected);
    this.#breakAfter = breakAfter;
    this.#ledgerIndex = firstLedger;
  }

  override open(): Promise<void> {
    return super.open({ start_ledger: this.#ledgerIndex });
  }

  protected override ledger(index: number, transactions: number): void {
    assert.equal(index, this.#ledgerIndex, 'a ledger is missing or came twice');
    this.#missing = transactions;
    this.#finish();
  }

  protected override transaction(hash: string): void {
    super.transaction(hash);
    this.#missing -= 1;
    this.#finish();
    this.#messages += 1;
    if (this.#messages % this.#breakAfter !== 0) return;
    this.reconnections += 1;
    this.count = this.#wholeCount;
    this.close();
    void this.open();
  }

  #finish(): void {
    if (this.#missing > 0) return;
    this.#wholeCount = this.count;
    this.#ledgerIndex += 1;
  }
}

interface Sender {
  readonly who: Party;
  sequence: number;
}

async function fundSenders(server: ServerProcess): Promise<Sender[]> {
  const parties = Array.from({ length: SENDERS }, (_, index) => party(`soak ${index}`));
  const master: Sender = { who: MASTER, sequence: 1 };
  for (const { id } of parties) await server.call('submit', { tx_blob: payment(master, id, FUNDS_DROPS) });
  await server.call('ledger_accept');
  return Promise.all(
    parties.map(async (who) => {
      const { account_data: data } = await server.call('account_info', { account: who.address });
      return { who, sequence: (data as { Sequence: number }).Sequence };
    }),
  );
}

/** The senders pay each other, side by side. */
async function submitRound(server: ServerProcess, senders: readonly Sender[], count: number): Promise<void> {
  await Promise.all(
    senders.map(async (sender, at) => {
      const { id } = senders[(at + 1) % senders.length]!.who;
      for (let sent = at; sent < count; sent += senders.length) {
        const { engine_result: result } = await server.call('submit', { tx_blob: payment(sender, id, 1n) });
        assert.equal(result, 'tesSUCCESS');
      }
    }),
  );
}

function payment(sender: Sender, Destination: string, Amount: bigint): string {
  const { who } = sender;
  const fields = { TransactionType: 'Payment', Account: who.id, Destination, Amount, Fee: FEE_DROPS, Flags: 0 };
  return bytesToHex(signTransaction({ ...fields, Sequence: sender.sequence++ }, who.keys).blob);
}

/** What the process holds itself: pages of the store's file that are in memory belong to the system. */
function residentBytes(pid: number): number {
  const kilobytes = /RssAnon:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
