/**
 * The events of one validated ledger in the order in which subscribers get them: event 0 is the ledger itself, event
 * n the transaction at position n - 1. A message is written once per API version, when the first subscriber needs it,
 * and the same bytes go to all of them.
 */

import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { AccountId, JsonObject } from '../../protocol/values.ts';
import { accountTransactions } from '../../storage/history-rows.ts';
import type { StoredTransaction } from '../../storage/ledger-store.ts';
import { assert } from '../../util/assert.ts';
import type { ApiVersion } from '../context.ts';
import { ledgerClosedMessage } from './ledger-message.ts';
import { validatedMessage } from './transaction-message.ts';

export class LedgerEvents {
  readonly header: LedgerHeader;
  /** How much memory the transactions and the messages written so far take, in bytes. */
  sizeBytes = 0;
  readonly #node: LedgerNode;
  readonly #transactions: readonly StoredTransaction[];
  readonly #positions: ReadonlyMap<AccountId, readonly number[]> | undefined;
  readonly #messages: Record<ApiVersion, (Buffer | undefined)[]> = { 1: [], 2: [] };

  private constructor(
    node: LedgerNode,
    header: LedgerHeader,
    transactions: readonly StoredTransaction[],
    positions?: ReadonlyMap<AccountId, readonly number[]>,
  ) {
    this.#node = node;
    this.header = header;
    this.#transactions = transactions;
    this.#positions = positions;
    for (const { blob, metadata } of transactions) this.sizeBytes += blob.length + metadata.length;
  }

  /** Of a ledger that was validated just now; who was affected by what is known then. */
  static ofClosed(node: LedgerNode, { header, transactions }: ClosedLedger): LedgerEvents {
    const positions = new Map<AccountId, number[]>();
    const stored = transactions.map(({ blob, metadata, accounts }, position) => {
      for (const account of accounts) {
        const known = positions.get(account);
        if (known === undefined) positions.set(account, [position]);
        else known.push(position);
      }
      return { blob, metadata, position, ledgerIndex: header.ledgerIndex };
    });
    return new LedgerEvents(node, header, stored, positions);
  }

  /** Of a ledger in the store. */
  static ofStored(node: LedgerNode, ledgerIndex: number): LedgerEvents {
    const header = node.store.header(ledgerIndex);
    assert(header !== undefined, 'the ledgers of the validated range are in the store');
    return new LedgerEvents(node, header, [...node.store.ledgerTransactions(ledgerIndex)]);
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
