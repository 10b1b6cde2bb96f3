/** The input of the contract's tests: a store with some ledgers, in the state after a restart. */
import type { TestContext } from 'node:test';
import type { PreparedLedger } from '../../../src/ledger/derived-changes.ts';
import type { LedgerStore } from '../../../src/storage/ledger-store.ts';

export interface StoreUnderTest {
  readonly store: LedgerStore;
  /** Closes the store and opens it again; absent if it has no files. */
  readonly reopen?: () => Promise<LedgerStore>;
}

export type CreateStore = () => Promise<StoreUnderTest>;

/** A store that holds these ledgers, reopened if possible, and closed when the test ends. */
export async function storeWith(
  t: TestContext,
  createStore: CreateStore,
  ledgers: PreparedLedger[],
): Promise<LedgerStore> {
  const { store, reopen } = await createStore();
  for (const ledger of ledgers) await store.append(ledger);
  const opened = reopen === undefined ? store : await reopen();
  t.after(() => opened.close());
  return opened;
}
