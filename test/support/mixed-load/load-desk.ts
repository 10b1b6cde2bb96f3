/** Submits for the accounts of a load: tracks their sequence numbers and pays the fee of the open ledger. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from '../../../src/protocol/transaction/transaction.ts';
import type { StObject } from '../../../src/protocol/values.ts';
import { bytesToHex } from '../../../src/util/hex.ts';
import type { Answer } from '../rpc-call.ts';
import type { LoadAccount } from './load-account.ts';
import type { LoadClient } from './load-client.ts';
import type { SubmissionBook, ValidatedSubmission } from './submission-book.ts';

export interface Order {
  /** Kind of action, for reports. */
  readonly kind: string;
  readonly from: LoadAccount;
  /** The other party. */
  readonly to?: LoadAccount;
  readonly fields: StObject;
  /** Results that the answer may have besides `tesSUCCESS` and `terQUEUED`. */
  readonly results?: RegExp;
  /** Undefined: the fee of the open ledger. */
  readonly feeDrops?: bigint;
  /** Undefined: the account's next one, which an accepted transaction advances. */
  readonly sequence?: number;
}

/** A transaction that was accepted. */
export interface Placed {
  readonly id: string;
  /** The account's next sequence number in the open ledger afterwards. */
  readonly sequenceNext: number;
}

const BASE_FEE_DROPS = 10n;
/** Upper bound of fees. If the open ledger costs more, submissions wait. */
const HIGHEST_FEE_DROPS = 5_000_000n;
const GOOD = /^(tesSUCCESS|terQUEUED)$/;
const ACCEPTED = /^(tes|tec|terQUEUED$)/;
/** The open ledger and the queue are full at this fee. */
const CROWDED = /^telCAN_NOT_QUEUE/;
/** It is in the open ledger already, because the server retried it. */
const OVERTAKEN = /^(tefPAST_SEQ|tefALREADY|tefNO_TICKET)$/;
const TIMEOUT_MS = 250;
const MAX_ATTEMPTS = 1_000;

export class LoadDesk {
  readonly #client: LoadClient;
  readonly #book: SubmissionBook;
  /** Name of submissions in the figures. */
  submitName = 'submit';
  #openLedgerFeeDrops = BASE_FEE_DROPS;

  constructor(client: LoadClient, book: SubmissionBook) {
    this.#client = client;
    this.#book = book;
  }

  get book(): SubmissionBook {
    return this.#book;
  }

  get client(): LoadClient {
    return this.#client;
  }

  /** Fee of a transaction that gets into the open ledger at once. */
  get feeDrops(): bigint {
    const ample = this.#openLedgerFeeDrops + this.#openLedgerFeeDrops / 10n;
    if (this.#openLedgerFeeDrops <= BASE_FEE_DROPS) return BASE_FEE_DROPS;
    return ample > HIGHEST_FEE_DROPS ? HIGHEST_FEE_DROPS : ample;
  }

  /** Submits a transaction that must be accepted, repeatedly while the ledger is full. */
  async place(order: Order): Promise<Placed> {
    return this.insist(order, order.from.sign(order.fields, order.feeDrops ?? this.feeDrops, order.sequence), false);
  }

  /**
   * The same for a signed one. It is not signed anew, because the server may keep and retry it. `isRepeated`: it was
   * submitted before.
   */
  async insist(order: Order, transaction: Transaction, isRepeated: boolean): Promise<Placed> {
    const { id } = transaction;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const answer = await this.send(order, transaction);
      const result = String(answer.engine_result ?? answer.error);
      if (!CROWDED.test(result)) {
        this.#entered(order, transaction, answer, isRepeated || attempt > 0);
        return { id, sequenceNext: Number(answer.account_sequence_next) };
      }
      await delay(TIMEOUT_MS);
    }
    throw new Error(`${order.kind} of ${order.from.address} was never accepted, because the ledger is full`);
  }

  /** Checks the final answer to a submission. */
  #entered({ kind, from, sequence, results }: Order, { id }: Transaction, answer: Answer, isRepeated: boolean): void {
    const result = String(answer.engine_result ?? answer.error);
    const isIn = ACCEPTED.test(result) || (isRepeated && OVERTAKEN.test(result));
    const isExpected = GOOD.test(result) || results?.test(result) === true || (isIn && isRepeated);
    if (!isExpected) this.#client.figures.report(`${kind} of ${from.address}: ${JSON.stringify(answer).slice(0, 500)}`);
    if (isIn) this.#book.accept(id);
    if (sequence !== undefined) return;
    from.sequence = isIn ? from.sequence + 1 : Number(answer.account_sequence_available ?? from.sequence);
    from.isLastQueued = result === 'terQUEUED';
  }

  /** Submits and waits for the validated result. */
  async settle(order: Order): Promise<ValidatedSubmission> {
    const validated = await this.#book.validated((await this.place(order)).id);
    if (validated.result !== 'tesSUCCESS') {
      this.#client.figures.report(`${order.kind} ${validated.id} ended with ${validated.result}`);
    }
    return validated;
  }

  /** Submits a transaction that must get this result. */
  async fail(order: Order, transaction: Transaction, expected: RegExp): Promise<void> {
    const answer = await this.send(order, transaction);
    const result = String(answer.engine_result ?? answer.error);
    if (!expected.test(result) && !CROWDED.test(result)) {
      this.#client.figures.report(`${order.kind} was answered with ${result} instead of ${expected}`);
    }
  }

  /** Submits once, and records the server's answer. */
  async send({ kind, from, to }: Order, transaction: Transaction): Promise<Answer> {
    const { id, blob, fields } = transaction;
    this.#book.expect({ id, kind, sender: from.address, other: to?.address, feeDrops: fields.Fee as bigint });
    const answer = await this.#client.call('submit', { tx_blob: bytesToHex(blob) }, this.submitName);
    const result = String(answer.engine_result ?? answer.error);
    this.#client.figures.count(`submitted ${result}`);
    if (answer.open_ledger_cost !== undefined) this.#openLedgerFeeDrops = BigInt(answer.open_ledger_cost);
    if (answer.validated_ledger_index !== undefined) this.#book.reach(Number(answer.validated_ledger_index));
    if (ACCEPTED.test(result)) this.#book.accept(id);
    else if (answer.kept !== true) this.#book.refuse(id);
    return answer;
  }
}
