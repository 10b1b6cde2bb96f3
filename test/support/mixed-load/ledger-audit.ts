/** Compares answers of methods with messages of streams: ledgers, transactions, histories, and the sum of all drops. */
import { transactionIdOf } from '../../../src/protocol/transaction/transaction.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { hexToBytes } from '../../../src/util/hex.ts';
import type { Answer } from '../rpc-call.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { LoadClient } from './load-client.ts';
import { partiesOf, type SeenLedger, type SubmissionBook, type ValidatedSubmission } from './submission-book.ts';

const PAGES = [10, 50, 200, 400];
const STATE_PAGES = [64, 256, 2_048];
const AT_ONCE = 4;
/** One of this number of ledgers is read with all its transactions. */
const EXPANDED_EVERY = 4;

export class LedgerAudit {
  readonly #client: LoadClient;
  readonly #book: SubmissionBook;
  readonly #random: SeededRandom;
  readonly #addresses: readonly string[];
  #nextLedger: number;
  #nextHistory: number;
  #parent: { readonly hash: string; readonly totalDrops: bigint } | undefined;

  /** Begins with this ledger. `addresses` are all accounts. */
  constructor(
    client: LoadClient,
    book: SubmissionBook,
    random: SeededRandom,
    addresses: readonly string[],
    firstLedger: number,
  ) {
    this.#client = client;
    this.#book = book;
    this.#random = random;
    this.#addresses = addresses;
    this.#nextLedger = firstLedger;
    this.#nextHistory = firstLedger;
  }

  /** Audits all complete ledgers: their headers, and each of their transactions by `tx`. */
  async ledgers(): Promise<void> {
    for (; this.#nextLedger <= this.#book.lastLedger; this.#nextLedger++) {
      const seen = this.#book.ledger(this.#nextLedger);
      if (seen === undefined) throw new Error(`ledger ${this.#nextLedger} is audited too late`);
      await this.#header(seen);
      await this.#transactions(seen);
    }
  }

  /** Reads the history of every account since the last call. */
  async histories(): Promise<void> {
    const [first, last] = [this.#nextHistory, this.#book.lastLedger];
    if (last < first) return;
    this.#nextHistory = last + 1;
    const expected = new Map<string, Map<string, ValidatedSubmission>>(
      this.#addresses.map((address) => [address, new Map()]),
    );
    const known = new Map<string, ValidatedSubmission>();
    for (let index = first; index <= last; index++) {
      for (const transaction of this.#book.ledger(index)?.transactions ?? []) {
        known.set(transaction.id, transaction);
        for (const address of partiesOf(transaction)) expected.get(address)?.set(transaction.id, transaction);
      }
    }
    await this.#each([...expected], ([address, own]) => this.#history(address, [first, last], own, known));
  }

  /** Adds up all drops in the state of the last ledger. */
  async drops(): Promise<void> {
    const ledger_index = this.#book.lastLedger;
    const { ledger } = await this.#client.call('ledger', { ledger_index });
    const limit = this.#random.pick(STATE_PAGES);
    let drops = 0n;
    let entries = 0;
    for await (const { state } of this.#pages('ledger_data', { ledger_index, limit })) {
      for (const entry of state) drops += dropsOf(entry);
      entries += state.length;
    }
    if (drops !== BigInt(ledger.total_coins)) {
      this.#report(`ledger ${ledger_index} has ${ledger.total_coins} drops, and its ${entries} entries have ${drops}`);
    }
    this.#client.figures.counts.set('entries', entries);
  }

  async #header(seen: SeenLedger): Promise<void> {
    const isExpanded = seen.index % EXPANDED_EVERY === 0;
    const name = isExpanded ? 'ledger, expanded' : 'ledger';
    const question = { ledger_index: seen.index, transactions: true, expand: isExpanded, api_version: 2 };
    const { ledger, validated } = await this.#client.call('ledger', question, name);
    const ids = new Set<string>(ledger.transactions.map((row: Answer) => (isExpanded ? row.hash : row)));
    const isSame = ids.size === seen.transactions.length && seen.transactions.every(({ id }) => ids.has(id));
    if (!isSame || validated !== true || ledger.ledger_hash !== seen.hash) {
      this.#report(`ledger ${seen.index} differs from the stream`);
    }
    const totalDrops = BigInt(ledger.total_coins);
    const feeDrops = seen.transactions.reduce((sum, transaction) => sum + transaction.feeDrops, 0n);
    if (this.#parent !== undefined) {
      if (this.#parent.hash !== ledger.parent_hash) this.#report(`ledger ${seen.index} does not follow its parent`);
      if (this.#parent.totalDrops - feeDrops !== totalDrops)
        this.#report(`ledger ${seen.index} destroyed more than its fees`);
    }
    this.#parent = { hash: seen.hash, totalDrops };
  }

  async #transactions({ transactions }: SeenLedger): Promise<void> {
    await this.#each(transactions, async ({ id, ledgerIndex, result, kind }) => {
      const binary = this.#random.chance(0.3);
      const answer = await this.#client.call('tx', { transaction: id, binary });
      const isSame = answer.validated === true && answer.ledger_index === ledgerIndex;
      const isResult = binary || answer.meta?.TransactionResult === result;
      if (!isSame || !isResult)
        this.#report(`${kind} ${id} of ledger ${ledgerIndex}: ${JSON.stringify(answer).slice(0, 300)}`);
      this.#client.figures.count('looked up');
    });
  }

  async #history(
    account: string,
    [first, last]: readonly [number, number],
    own: ReadonlyMap<string, ValidatedSubmission>,
    known: ReadonlyMap<string, ValidatedSubmission>,
  ): Promise<void> {
    const binary = this.#random.chance(0.4);
    const forward = this.#random.chance(0.5);
    const limit = this.#random.pick(PAGES);
    const question = {
      account,
      ledger_index_min: first,
      ledger_index_max: last,
      binary,
      forward,
      limit,
      api_version: 2,
    };
    const got = new Set<string>();
    let previous = forward ? 0 : Number.POSITIVE_INFINITY;
    for await (const { transactions } of this.#pages('account_tx', question, `account_tx, ${limit} a page`)) {
      for (const row of transactions) {
        const { ledger_index: index } = row;
        const hash = binary ? transactionIdOf(hexToBytes(row.tx_blob)) : row.hash;
        if (got.has(hash) || known.get(hash)?.ledgerIndex !== index)
          this.#report(`${hash} is wrong in the history of ${account}`);
        if (forward ? index < previous : index > previous) this.#report(`the history of ${account} is out of order`);
        previous = index;
        got.add(hash);
      }
    }
    for (const [id, { kind }] of own) {
      if (!got.has(id))
        this.#report(`${kind} ${id} is missing in the history of ${account} (${JSON.stringify(question)})`);
    }
    this.#client.figures.count('history rows', got.size);
  }

  async *#pages(method: string, question: JsonObject, name = method): AsyncGenerator<Answer> {
    let marker: Answer;
    do {
      const page = await this.#client.call(method, marker === undefined ? question : { ...question, marker }, name);
      if (page.error !== undefined) throw new Error(`${method} ${JSON.stringify(question)}: ${page.error}`);
      yield page;
      marker = page.marker;
    } while (marker !== undefined);
  }

  /** Does the work for all values, a few at a time. */
  async #each<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
    const left = values.values();
    const worker = async () => {
      for (const value of left) await work(value);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  #report(text: string): void {
    this.#client.figures.report(text);
  }
}

function dropsOf({ LedgerEntryType: type, Balance, Amount }: Answer): bigint {
  if (type === 'AccountRoot') return BigInt(Balance);
  return type === 'PayChannel' ? BigInt(Amount) - BigInt(Balance) : 0n;
}
