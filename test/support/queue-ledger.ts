/**
 * An `Env` (env.ts) whose open ledger is full after a few transactions, for tests of the transaction queue:
 * transactions with chosen fees, and the figures of the queue in one array.
 */

import assert from 'node:assert/strict';
import type { PreparedLedger } from '../../src/ledger/derived-changes.ts';
import type { GenesisOptions } from '../../src/ledger/genesis.ts';
import type { SubmitOutcome } from '../../src/node/open-ledger/submission.ts';
import type { QueueMetrics } from '../../src/node/queue/transaction-queue.ts';
import type { QueueOptions } from '../../src/node/queue/transaction-queue-options.ts';
import { DROPS_PER_XRP } from '../../src/protocol/amounts/amount-math.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { FieldValue, StObject } from '../../src/protocol/values.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env, MASTER, type Party } from './env.ts';

/** Fields in which the transactions of these tests differ. */
export interface Terms {
  readonly fee?: number | bigint;
  readonly seq?: number;
  readonly ticket?: number;
  readonly last?: number;
}

/**
 * Number queued, limit of the queue, number in the open ledger, expected number there; and the minimum fee level of the
 * queue if it is not 256.
 */
export type Figures = readonly [
  queued: number,
  limit: number | undefined,
  inLedger: number,
  expected: number,
  level?: bigint,
];

/** A store whose commits take as long as the test sets. */
class SlowStore extends MemoryStore {
  beforeCommit: () => void = () => {};

  override append(ledger: PreparedLedger, term?: number): Promise<void> {
    this.beforeCommit();
    return super.append(ledger, term);
  }
}

export class QueueLedger {
  readonly env: Env;
  readonly #store: SlowStore;

  private constructor(env: Env, store: SlowStore) {
    this.env = env;
    this.#store = store;
  }

  /**
   * The numbers of the reference's own tests: the queue has room for two ledgers, and the expected size does not grow.
   */
  static async create(
    minimumTxnInLedger: number,
    more: Partial<QueueOptions> = {},
    genesis: Partial<GenesisOptions> = {},
  ): Promise<QueueLedger> {
    const small = { ledgersInQueue: 2, minimumQueueSize: 2, normalConsensusIncreasePercent: 0 };
    const store = new SlowStore();
    const env = await Env.create({ store, genesis, queue: { ...small, minimumTxnInLedger, ...more } });
    return new QueueLedger(env, store);
  }

  get metrics(): QueueMetrics {
    return this.env.node.openLedger.queue.metrics(this.env.node.openLedger.view.transactionCount);
  }

  /** The fee of an ordinary transaction that gets into the open ledger. */
  get openLedgerFee(): bigint {
    return (this.metrics.openLedgerLevel * this.env.node.fees.baseDrops) / 256n + 1n;
  }

  seq(who: Party): number {
    return this.env.account(who)!.Sequence;
  }

  /** Pays from the master account without a close. */
  fund(xrp: number, ...parties: readonly Party[]): void {
    for (const { id } of parties) {
      const Amount = BigInt(xrp) * DROPS_PER_XRP;
      this.env.submit(MASTER, { TransactionType: 'Payment', Destination: id, Amount }, 'tesSUCCESS');
    }
  }

  submit(who: Party, fields: StObject, { fee, seq, ticket, last }: Terms = {}, expected?: Ter): SubmitOutcome {
    const terms: Record<string, FieldValue> = {};
    if (fee !== undefined) terms.Fee = BigInt(fee);
    if (seq !== undefined) terms.Sequence = seq;
    if (ticket !== undefined) Object.assign(terms, { Sequence: 0, TicketSequence: ticket });
    if (last !== undefined) terms.LastLedgerSequence = last;
    return this.env.submit(who, { ...fields, ...terms }, expected);
  }

  /** Submits an AccountSet without changes and asserts its result. */
  noop(who: Party, terms: Terms = {}, expected: Ter = 'tesSUCCESS'): SubmitOutcome {
    return this.submit(who, { TransactionType: 'AccountSet' }, terms, expected);
  }

  /** Submits a transaction that must be queued. */
  queue(who: Party, terms: Terms = {}): void {
    this.noop(who, terms, 'terQUEUED');
  }

  /** Submits at the base fee until the open ledger requires more. */
  fill(who: Party): void {
    const { openLedgerCount, expectedLedgerCount } = this.metrics;
    for (let count = openLedgerCount; count <= expectedLedgerCount; count++) this.noop(who);
  }

  expect(...[queued, limit, inLedger, expected, level = 256n]: Figures): void {
    const { queuedCount, maximumQueueSize, openLedgerCount, expectedLedgerCount, minimumLevel } = this.metrics;
    const actual = [queuedCount, maximumQueueSize, openLedgerCount, expectedLedgerCount, minimumLevel];
    assert.deepEqual(actual, [queued, limit, inLedger, expected, level]);
  }

  async close(): Promise<void> {
    await this.env.close();
  }

  /** Closes a ledger; the close takes ten seconds. */
  async closeSlowly(): Promise<void> {
    this.#store.beforeCommit = () => this.env.clock.advance(10);
    await this.env.close();
    this.#store.beforeCommit = () => {};
  }
}
