/**
 * The events of one validated ledger in the order of delivery: the ledger itself, its order book changes, and its
 * transactions. A message is serialized once per API version, when first needed, and the same bytes go to all
 * subscribers.
 */

import { accountTransactions } from '../../history/packed-rows.ts';
import type { ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedTransaction, PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import type { AccountId, JsonObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import { affectedBooks } from '../books/affected-books.ts';
import { bookChangesJson } from '../books/book-changes.ts';
import type { ApiVersion } from '../method/context.ts';
import { ledgerClosedMessage } from './ledger-message.ts';
import { validatedMessage } from './transaction-message.ts';

/** A transaction from the close or the store; the affected accounts are known only from the close. */
type Incoming = ClosedTransaction & { readonly accounts?: readonly AccountId[] };

const TRANSACTIONS_A_STEP = 32;

/** Numbers of events. A transaction's is the first one's plus its position. */
export const LEDGER_EVENT = 0;
export const BOOK_CHANGES_EVENT = 1;
export const FIRST_TRANSACTION_EVENT = 2;

export class LedgerEvents {
  readonly header: LedgerHeader;
  /** Memory of the transactions and the serialized messages, in bytes. */
  sizeBytes = 0;
  readonly #reader: LedgerReader;
  readonly #transactions: StoredTransaction[] = [];
  /** Positions by affected account; undefined for a stored ledger, which uses the store's index. */
  readonly #positions: Map<AccountId, number[]> | undefined;
  readonly #messages: Record<ApiVersion, (Buffer | undefined)[]> = { 1: [], 2: [] };
  /** Transactions that are not loaded yet. */
  readonly #source: Iterator<Incoming>;
  #isComplete = false;
  /** Positions by order book; undefined until first needed. */
  #bookPositions: ReadonlyMap<string, readonly number[]> | undefined;

  private constructor(reader: LedgerReader, header: LedgerHeader, source: Iterator<Incoming>, isClosedNow: boolean) {
    this.#reader = reader;
    this.header = header;
    this.#source = source;
    this.#positions = isClosedNow ? new Map() : undefined;
  }

  /** For a newly validated ledger. */
  static ofClosed(reader: LedgerReader, { header, transactions, derived }: PreparedLedger): LedgerEvents {
    const events = new LedgerEvents(reader, header, withAccounts(transactions, derived.transactions), true);
    for (const { blob, metadata } of transactions) events.sizeBytes += blob.length + metadata.length;
    return events;
  }

  /** For a stored ledger. */
  static ofStored(reader: LedgerReader, ledgerIndex: number): LedgerEvents {
    const header = reader.store.header(ledgerIndex);
    assert(header !== undefined, 'the ledgers of the validated range are in the store');
    const source = reader.store.ledgerTransactions(ledgerIndex)[Symbol.iterator]();
    return new LedgerEvents(reader, header, source, false);
  }

  /** Work that must be done before `message` can be called for an event; undefined if none. */
  preparation(event: number): Steps<void> | undefined {
    const needsChanges = event === BOOK_CHANGES_EVENT && this.#messages[1][event] === undefined;
    if (this.#isComplete && !needsChanges) return undefined;
    return needsChanges ? this.#writeBookChanges() : this.complete();
  }

  /** Loads the ledger's transactions, which the members below need. Concurrent callers share the work. */
  *complete(): Steps<void> {
    for (let taken = 1; !this.#isComplete; taken++) {
      const { done, value } = this.#source.next();
      if (done === true) this.#isComplete = true;
      else this.#takeIn(value);
      if (taken % TRANSACTIONS_A_STEP === 0) yield;
    }
  }

  #takeIn({ blob, metadata, accounts = [] }: Incoming): void {
    const position = this.#transactions.length;
    this.#transactions.push({ blob, metadata, position, ledgerIndex: this.header.ledgerIndex });
    if (this.#positions === undefined) this.sizeBytes += blob.length + metadata.length;
    for (const account of accounts) {
      const known = this.#positions?.get(account);
      if (known === undefined) this.#positions?.set(account, [position]);
      else known.push(position);
    }
  }

  get hasTransactions(): boolean {
    return this.#transactions.length > 0;
  }

  /** Event numbers of the transactions. */
  *transactionEvents(): Generator<number, void> {
    for (let at = 0; at < this.#transactions.length; at++) yield FIRST_TRANSACTION_EVENT + at;
  }

  /** Positions of the transactions that affected an account, ascending. */
  positionsOf(account: AccountId): Iterable<number> {
    if (this.#positions !== undefined) return this.#positions.get(account) ?? [];
    const { ledgerIndex } = this.header;
    const range = { minLedgerIndex: ledgerIndex, maxLedgerIndex: ledgerIndex, forward: true };
    return Array.from(accountTransactions(this.#reader.store, { account, ...range }), ({ position }) => position);
  }

  /** Positions of the transactions that affected an order book (`bookKey`), ascending. */
  *positionsOfBook(key: string): Steps<readonly number[]> {
    this.#bookPositions ??= yield* this.#findBookPositions();
    return this.#bookPositions.get(key) ?? [];
  }

  *#findBookPositions(): Steps<ReadonlyMap<string, readonly number[]>> {
    const found = new Map<string, number[]>();
    for (const { metadata, position } of this.#transactions) {
      for (const key of affectedBooks(metadata)) {
        const known = found.get(key);
        if (known === undefined) found.set(key, [position]);
        else known.push(position);
      }
      yield;
    }
    return found;
  }

  *#writeBookChanges(): Steps<void> {
    yield* this.complete();
    const json = yield* bookChangesJson(this.header, true, this.#transactions);
    const message = Buffer.from(JSON.stringify(json));
    for (const messages of [this.#messages[1], this.#messages[2]]) messages[BOOK_CHANGES_EVENT] = message;
    this.sizeBytes += message.length;
  }

  /** The UTF-8 text of a prepared event's message. Shared, so it must not be changed. */
  message(event: number, apiVersion: ApiVersion): Buffer {
    const messages = this.#messages[apiVersion];
    let message = messages[event];
    if (message === undefined) {
      message = Buffer.from(JSON.stringify(this.#describe(event, apiVersion)));
      messages[event] = message;
      this.sizeBytes += message.length;
    }
    return message;
  }

  #describe(event: number, apiVersion: ApiVersion): JsonObject {
    const { header } = this;
    if (event === LEDGER_EVENT) return ledgerClosedMessage(this.#reader, header, this.#transactions.length);
    const view = this.#reader.view(header.ledgerIndex);
    assert(view !== undefined, 'the ledgers of the validated range are in the store');
    const transaction = this.#transactions[event - FIRST_TRANSACTION_EVENT]!;
    return validatedMessage(transaction, { header, view, networkId: this.#reader.networkId }, apiVersion);
  }
}

/** A generator, so that the accounts are decoded only when needed. */
function* withAccounts(
  transactions: readonly ClosedTransaction[],
  derived: readonly DerivedTransaction[],
): Generator<Incoming, void> {
  for (const [position, { blob, metadata }] of transactions.entries()) {
    yield { blob, metadata, accounts: derived[position]!.accounts };
  }
}
