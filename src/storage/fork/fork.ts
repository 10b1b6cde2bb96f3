/** An open fork of another network, as the parts of a server see it. */
import type { RuleDifferences } from '../../ledger/rule-differences.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { ForkBase } from './fork-base.ts';
import type { ForkOrigin } from './fork-origin.ts';

/** What a server says of its fork. */
export interface ForkFacts extends Pick<ForkOrigin, 'url' | 'ledgerIndex' | 'ledgerHash'> {
  readonly rules: RuleDifferences;
  /** See `ForkBase`; they change. */
  readonly server: Pick<ForkBase, 'problem' | 'sentRequests'>;
}

export interface Fork {
  /** The node's store. It closes the connection to the other server too. */
  readonly store: LedgerStore;
  readonly facts: ForkFacts;
  readonly networkId: number;
  /** From now on reads do not block: see `ForkBase`. */
  stopBlocking(): void;
  /** Begins to load what a transaction probably reads. */
  expect(transaction: Transaction): void;
  /** Asks the other server about the time before the fork. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
}
