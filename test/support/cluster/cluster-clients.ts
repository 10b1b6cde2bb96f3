/**
 * Clients of a cluster that send each request to any node. Writers send payments and retry after every failure. Readers
 * check that the answers of nodes do not contradict each other.
 */
import assert from 'node:assert/strict';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import type { Party } from '../env.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { BookedPayment, ClusterBook } from './cluster-book.ts';

const FEE_DROPS = 10n;
const TAKEN = ['tesSUCCESS', 'terQUEUED'];
/** Only an earlier submission of the same blob can have used its sequence, so the client must not get these results. */
const FALSE_FAILURES = ['tefPAST_SEQ', 'tefALREADY'];

/** Access to the nodes of a cluster. */
export interface ClusterAccess {
  readonly nodeCount: number;
  /**
   * Returns the answer of a node, also if it is an error. Rejects with a `NoAnswerError` if the connection ends or
   * after the timeout, which is long by default.
   */
  ask(node: number, method: string, params: JsonObject, timeoutMs?: number): Promise<JsonObject>;
  pause(milliseconds: number): Promise<void>;
  nowMs(): number;
}

/** The connection ended, or no answer came in time. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface ClientFigures {
  acknowledged: number;
  /** Number of answers to readers. */
  read: number;
  /** Number of answers about old ledgers. */
  readPast: number;
  unanswered: number;
  /** Any other answer → number of times. */
  readonly others: Map<string, number>;
  lastReadAtMs: number | undefined;
  /** The longest time in which no reader got an answer from any node, in milliseconds. */
  longestSilenceMs: number;
}

export function noFigures(): ClientFigures {
  return {
    acknowledged: 0,
    read: 0,
    readPast: 0,
    unanswered: 0,
    others: new Map(),
    lastReadAtMs: undefined,
    longestSilenceMs: 0,
  };
}

export interface ClientOptions {
  readonly access: ClusterAccess;
  readonly book: ClusterBook;
  readonly random: SeededRandom;
  readonly figures: ClientFigures;
  readonly isOver: () => boolean;
  /** Timeout of a request, in milliseconds. */
  readonly timeoutMs?: number;
  /** Called with the start time of each acknowledged submission, in milliseconds. */
  readonly onAcknowledged?: (beganMs: number) => void;
}

/** Returns the answer of any node; undefined if there is none. */
export async function askAny(
  { access, random, figures, timeoutMs }: ClientOptions,
  method: string,
  params: JsonObject,
): Promise<{ readonly node: number; readonly answer: JsonObject } | undefined> {
  const node = random.below(access.nodeCount);
  try {
    return { node, answer: await access.ask(node, method, params, timeoutMs) };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    figures.unanswered += 1;
    return undefined;
  }
}

export function countOther(figures: ClientFigures, what: string): void {
  figures.others.set(what, (figures.others.get(what) ?? 0) + 1);
}

/** Sends payments one after another, each until a node accepts it. */
export class ClusterWriter {
  readonly #options: ClientOptions & { readonly from: Party; readonly to: readonly Party[]; readonly thinkMs: number };
  readonly #signed = new Map<number, BookedPayment>();
  #sequence: number;

  constructor(
    options: ClientOptions & { readonly from: Party; readonly to: readonly Party[]; readonly thinkMs: number },
    sequence: number,
  ) {
    this.#options = options;
    this.#sequence = sequence;
  }

  async run(): Promise<void> {
    const { isOver, access, random, thinkMs } = this.#options;
    while (!isOver()) {
      await access.pause(random.between(0, thinkMs * 2));
      await this.#submitNext();
    }
  }

  async #submitNext(): Promise<void> {
    const { figures, access, random, onAcknowledged } = this.#options;
    const beganMs = access.nowMs();
    const payment = this.#payment(this.#sequence);
    const found = await askAny(this.#options, 'submit', { tx_blob: payment.blob });
    if (found === undefined) {
      await access.pause(random.between(20, 200));
      return;
    }
    const result = String(found.answer.engine_result ?? found.answer.error);
    if (TAKEN.includes(result)) {
      if (!payment.isAcknowledged) {
        payment.isAcknowledged = true;
        figures.acknowledged += 1;
      }
      onAcknowledged?.(beganMs);
      this.#sequence += 1;
      return;
    }
    assert.ok(!FALSE_FAILURES.includes(result), `a submission that took effect is answered with ${result}`);
    countOther(figures, result);
    await this.#startOver();
  }

  /** Continues from the validated sequence. Payments that are in a ledger by then may be sent again without harm. */
  async #startOver(): Promise<void> {
    const { access, random, from } = this.#options;
    await access.pause(random.between(20, 200));
    const params = { account: from.address, ledger_index: 'validated' };
    const found = await askAny(this.#options, 'account_info', params);
    const data = found?.answer.account_data as JsonObject | undefined;
    if (data === undefined) return;
    const validated = Number(data.Sequence);
    // The node may be behind. Then payments that it has not seen are sent again.
    if (validated < this.#sequence) this.#sequence = validated;
  }

  #payment(sequence: number): BookedPayment {
    const { random, book, from, to } = this.#options;
    const known = this.#signed.get(sequence);
    if (known !== undefined) return known;
    const destination = random.pick(to.filter((party) => party !== from));
    const drops = BigInt(random.between(1, 1_000));
    const { id, blob } = signTransaction(
      {
        TransactionType: 'Payment',
        Account: from.id,
        Destination: destination.id,
        Amount: drops,
        Fee: FEE_DROPS,
        Sequence: sequence,
        SigningPubKey: from.keys.publicKey,
      },
      from.keys,
    );
    const payment = {
      ...{ id, blob: Buffer.from(blob).toString('hex').toUpperCase(), from: from.address, to: destination.address },
      ...{ drops, feeDrops: FEE_DROPS, sequence, isAcknowledged: false },
    };
    this.#signed.set(sequence, payment);
    book.sign(payment);
    return payment;
  }
}

export interface ReaderOptions extends ClientOptions {
  readonly of: readonly Party[];
  readonly thinkMs: number;
  /**
   * True: each request names the latest ledger that the reader has seen, so no node may answer from an older one.
   * False: the reader only compares hashes.
   */
  readonly keepsSession: boolean;
}

/** Reads from any node. With `keepsSession` it must never get an older state than before. */
export class ClusterReader {
  readonly #options: ReaderOptions;
  readonly #sequences = new Map<string, number>();
  #ledgerIndex = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { isOver, access, random, thinkMs } = this.#options;
    while (!isOver()) {
      await access.pause(random.between(0, thinkMs * 2));
      await (random.chance(0.5) ? this.#readLedger() : this.#readAccount());
    }
  }

  async #readLedger(): Promise<void> {
    const { random, book, keepsSession } = this.#options;
    const isPast = this.#ledgerIndex > 2 && random.chance(0.5);
    const index = isPast ? random.between(2, this.#ledgerIndex) : 'validated';
    const found = await this.#ask('ledger', { ledger_index: index });
    const ledger = found?.answer.ledger as JsonObject | undefined;
    if (found === undefined || ledger === undefined) return;
    const ledgerIndex = Number(ledger.ledger_index);
    // On a node that is behind this is the open ledger, which has no hash. With `keepsSession` the node waits for the
    // ledger.
    if (ledger.ledger_hash === undefined && !keepsSession) return;
    book.seeLedger(ledgerIndex, String(ledger.ledger_hash), `node ${found.node}`);
    if (isPast) assert.equal(ledgerIndex, index);
    else this.#moveTo(ledgerIndex, found.node);
  }

  async #readAccount(): Promise<void> {
    const { address } = this.#options.random.pick(this.#options.of);
    const found = await this.#ask('account_info', { account: address, ledger_index: 'validated' });
    const data = found?.answer.account_data as JsonObject | undefined;
    if (found === undefined || data === undefined) return;
    this.#moveTo(Number(found.answer.ledger_index), found.node);
    const sequence = Number(data.Sequence);
    const before = this.#sequences.get(address) ?? 0;
    if (this.#options.keepsSession)
      assert.ok(sequence >= before, `node ${found.node} shows sequence ${sequence} of ${address} after ${before}`);
    this.#sequences.set(address, sequence);
  }

  async #ask(method: string, params: JsonObject): Promise<{ node: number; answer: JsonObject } | undefined> {
    const { figures, access, keepsSession } = this.#options;
    const session = this.#ledgerIndex === 0 || !keepsSession ? {} : { min_ledger: this.#ledgerIndex };
    const found = await askAny(this.#options, method, { ...params, ...session });
    if (found === undefined) return undefined;
    if (found.answer.error !== undefined) {
      countOther(figures, `read: ${found.answer.error}`);
      return undefined;
    }
    figures.read += 1;
    const nowMs = access.nowMs();
    figures.longestSilenceMs = Math.max(figures.longestSilenceMs, nowMs - (figures.lastReadAtMs ?? nowMs));
    figures.lastReadAtMs = nowMs;
    return found;
  }

  #moveTo(ledgerIndex: number, node: number): void {
    const before = this.#ledgerIndex;
    if (this.#options.keepsSession)
      assert.ok(ledgerIndex >= before, `node ${node} shows ledger ${ledgerIndex} after ${before}`);
    this.#ledgerIndex = ledgerIndex;
  }
}
