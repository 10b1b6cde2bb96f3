/**
 * Records what a server reported as validated, and checks it after a restart. It uses requests only, as a client could.
 */
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { ServerProcess } from './server-process.ts';

/** A payment that was submitted, validated or not. */
export interface SubmittedPayment {
  readonly from: string;
  readonly to: string;
  readonly feeDrops: bigint;
}

/** The contents of a ledger, as the client reads them. */
interface ReportedLedger {
  readonly hash: string;
  readonly parentHash: string;
  readonly totalDrops: bigint;
  readonly transactions: readonly string[];
}

const FIRST_LEDGER = 2;
const LONGEST_PAGE = 400;

export class ChainWitness {
  /** Every address that can hold drops. */
  readonly #addresses: readonly string[];
  readonly #submitted = new Map<string, SubmittedPayment>();
  readonly #reported = new Map<number, ReportedLedger>();
  readonly #firstSequences = new Map<string, number>();

  constructor(addresses: readonly string[]) {
    this.#addresses = addresses;
  }

  get lastLedger(): number {
    return FIRST_LEDGER + this.#reported.size - 1;
  }

  get transactionCount(): number {
    return this.#reported.values().reduce((count, { transactions }) => count + transactions.length, 0);
  }

  /** Call this for every payment before it is submitted. */
  expect(id: string, payment: SubmittedPayment): void {
    this.#submitted.set(id, payment);
  }

  /** Reads and records the ledgers that were validated since the last call. */
  async observe(server: ServerProcess): Promise<void> {
    const last = Number((await server.call('ledger', { ledger_index: 'validated' })).ledger_index);
    for (let index = this.lastLedger + 1; index <= last; index++) {
      this.#reported.set(index, await readLedger(server, index));
    }
  }

  /**
   * Checks the recorded ledgers from this one on, reads new ones, and checks that history, accounts and drops agree with all
   * of them. No payments may be pending.
   */
  async verify(server: ServerProcess, fromLedger = FIRST_LEDGER): Promise<void> {
    for (const [index, reported] of this.#from(fromLedger)) {
      assert.deepEqual(await readLedger(server, index), reported, `ledger ${index}`);
    }
    await this.observe(server);
    this.#verifyChain();
    await this.#verifyTransactions(server, fromLedger);
    const histories = this.#addresses.map(async (address) => [address, await readHistory(server, address, fromLedger)]);
    this.#verifyHistories(new Map((await Promise.all(histories)) as [string, string[]][]), fromLedger);
    await this.#verifyAccounts(server);
  }

  #from(fromLedger: number): [number, ReportedLedger][] {
    return [...this.#reported].filter(([index]) => index >= fromLedger);
  }

  /** `tx` finds each transaction in its recorded ledger. */
  async #verifyTransactions(server: ServerProcess, fromLedger: number): Promise<void> {
    for (const [index, { transactions }] of this.#from(fromLedger)) {
      for (const id of transactions) {
        const { ledger_index, validated } = await server.call('tx', { transaction: id, binary: true });
        assert.deepEqual({ ledger_index, validated }, { ledger_index: index, validated: true }, id);
      }
    }
  }

  #verifyChain(): void {
    let parent: ReportedLedger | undefined;
    for (const [index, ledger] of this.#reported) {
      if (parent !== undefined) {
        assert.equal(ledger.parentHash, parent.hash, `ledger ${index} follows ${index - 1}`);
        const feeDrops = ledger.transactions.reduce((sum, id) => sum + this.#submitted.get(id)!.feeDrops, 0n);
        assert.equal(ledger.totalDrops, parent.totalDrops - feeDrops, `drops of ledger ${index}`);
      }
      parent = ledger;
    }
  }

  /** Each account's history lists exactly its transactions, in the ledgers that hold them, once. */
  #verifyHistories(histories: ReadonlyMap<string, readonly string[]>, fromLedger: number): void {
    const expected = new Map<string, string[]>(this.#addresses.map((address) => [address, []]));
    for (const [index, { transactions }] of this.#from(fromLedger)) {
      for (const id of transactions) {
        const { from, to } = this.#submitted.get(id)!;
        for (const address of [from, to]) expected.get(address)!.push(`${index} ${id}`);
      }
    }
    for (const [address, rows] of expected) assert.deepEqual([...histories.get(address)!].sort(), rows.sort(), address);
  }

  /** Sequences equal the number of sent payments, and the sum of all balances the total of drops. */
  async #verifyAccounts(server: ServerProcess): Promise<void> {
    const ledger_index = this.lastLedger;
    const sent = Map.groupBy(this.#transactionIds(), (id) => this.#submitted.get(id)!.from);
    let balanceDrops = 0n;
    for (const account of this.#addresses) {
      const { account_data } = await server.call('account_info', { account, ledger_index });
      if (account_data === undefined) continue;
      const { Sequence, Balance } = account_data as JsonObject;
      balanceDrops += BigInt(Balance as string);
      const sentCount = sent.get(account)?.length ?? 0;
      const first = this.#firstSequences.get(account) ?? Number(Sequence) - sentCount;
      this.#firstSequences.set(account, first);
      assert.equal(Sequence, first + sentCount, `sequence of ${account}`);
    }
    assert.equal(balanceDrops, this.#reported.get(ledger_index)!.totalDrops);
  }

  #transactionIds(): IterableIterator<string> {
    return this.#reported.values().flatMap(({ transactions }) => transactions);
  }
}

async function readLedger(server: ServerProcess, ledger_index: number): Promise<ReportedLedger> {
  const { ledger, validated } = await server.call('ledger', { ledger_index, transactions: true });
  assert.equal(validated, true, `ledger ${ledger_index} is there`);
  const { ledger_hash, parent_hash, total_coins, transactions } = ledger as JsonObject;
  return {
    hash: String(ledger_hash),
    parentHash: String(parent_hash),
    totalDrops: BigInt(total_coins as string),
    transactions: transactions as string[],
  };
}

/** Ledger and id of each transaction of an account. */
async function readHistory(server: ServerProcess, account: string, fromLedger: number): Promise<string[]> {
  const rows: string[] = [];
  let marker: JsonObject | undefined;
  do {
    const page = await server.call('account_tx', {
      account,
      ledger_index_min: fromLedger,
      ledger_index_max: -1,
      limit: LONGEST_PAGE,
      ...(marker === undefined ? {} : { marker }),
    });
    for (const { tx } of page.transactions as { tx: JsonObject }[]) rows.push(`${tx.ledger_index} ${tx.hash}`);
    marker = page.marker as JsonObject | undefined;
  } while (marker !== undefined);
  return rows;
}
