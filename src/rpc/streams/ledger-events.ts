/**
 * The events of one validated ledger in the order in which subscribers get them: event 0 is the ledger itself, event
 * n the transaction at position n - 1. A message is written once per API version, when the first subscriber needs it,
 * and the same bytes go to all of them.
 */

import { accountTransactions } from '../../history/history-index-row.ts';
import type { ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedChanges, PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { AccountId, JsonObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import type { Steps } from '../../util/steps.ts';
import type { ApiVersion } from '../method/context.ts';
import { ledgerClosedMessage } from './ledger-message.ts';
import { validatedMessage } from './transaction-message.ts';

/** A transaction as the close or the store gives it; whom it affected is known of one that was just closed. */
type Incoming = ClosedTransaction & { readonly accounts?: readonly AccountId[] };

const TRANSACTIONS_A_STEP = 32;

export class LedgerEvents {
  readonly header: LedgerHeader;
  /** How much memory the transactions and the messages written so far take, in bytes. */
  sizeBytes = 0;
  readonly #node: LedgerNode;
  readonly #transactions: StoredTransaction[] = [];
  /** Who was affected by what; undefined for a ledger out of the store, where that is asked of the store. */
  readonly #positions: Map<AccountId, number[]> | undefined;
  readonly #messages: Record<ApiVersion, (Buffer | undefined)[]> = { 1: [], 2: [] };
  /** The transactions that are not here yet: whoever needs them takes them from it. */
  readonly #source: Iterator<Incoming>;
  #isComplete = false;

  private constructor(node: LedgerNode, header: LedgerHeader, source: Iterator<Incoming>, isClosedNow: boolean) {
    this.#node = node;
    this.header = header;
    this.#source = source;
    this.#positions = isClosedNow ? new Map() : undefined;
  }

  /** Of a ledger that was validated just now. */
  static ofClosed(node: LedgerNode, { header, transactions, derived }: PreparedLedger): LedgerEvents {
    const events = new LedgerEvents(node, header, withAccounts(transactions, derived), true);
    for (const { blob, metadata } of transactions) events.sizeBytes += blob.length + metadata.length;
    return events;
  }

  /** Of a ledger in the store. */
  static ofStored(node: LedgerNode, ledgerIndex: number): LedgerEvents {
    const header = node.store.header(ledgerIndex);
    assert(header !== undefined, 'the ledgers of the validated range are in the store');
    const source = node.store.ledgerTransactions(ledgerIndex)[Symbol.iterator]();
    return new LedgerEvents(node, header, source, false);
  }

  /** True when `complete` has nothing left to do. The members that follow need that. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Takes in the ledger's transactions. Several may do so at the same time, and share the work. */
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

  /** How many events there are: one more than transactions. */
  get count(): number {
    return this.#transactions.length + 1;
  }

  /** Positions of the transactions that affected an account, ascending. */
  positionsOf(account: AccountId): Iterable<number> {
    if (this.#positions !== undefined) return this.#positions.get(account) ?? [];
    const { ledgerIndex } = this.header;
    const range = { minLedgerIndex: ledgerIndex, maxLedgerIndex: ledgerIndex, forward: true };
    return Array.from(accountTransactions(this.#node.store, { account, ...range }), ({ position }) => position);
  }

  /** The text of an event's message as UTF-8. Shared: nobody may change it. */
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
    if (event === 0) return ledgerClosedMessage(this.#node, this.header, this.#transactions.length);
    return validatedMessage(this.#transactions[event - 1]!, this.header, this.#node.networkId, apiVersion);
  }
}

function* withAccounts(transactions: readonly ClosedTransaction[], derived: DerivedChanges): Generator<Incoming, void> {
  for (const [position, { blob, metadata }] of transactions.entries()) {
    yield { blob, metadata, accounts: derived.transactions[position]!.accounts };
  }
}
