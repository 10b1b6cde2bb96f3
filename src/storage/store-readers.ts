/** Reading a store that another thread writes: the reader's side, and the readers as the writer knows them. */
import type { ReadStore } from './ledger-store.ts';

/** Shows the ledgers up to the one that it follows. */
export interface FollowedStore extends ReadStore {
  /** From now on it shows what is stored now, which must be the ledgers up to this one. */
  follow(ledgerIndex: number): void;
}

/** All readers of a store. */
export interface StoreReaders {
  /** Resolves when all of them follow this ledger: only then may the next one be written. */
  followed(ledgerIndex: number): Promise<void>;
}
