/** Reading a store that another thread writes: the interfaces of both sides. */
import type { ReadStore } from './ledger-store.ts';

/** Shows the ledgers up to the one that it follows. */
export interface FollowedStore extends ReadStore {
  /** From now on it shows the current state of the store, which must end with this ledger. */
  follow(ledgerIndex: number): void;
}

/** All readers of a store. */
export interface StoreReaders {
  /** Resolves when all of them follow this ledger: only then may the next one be written. */
  followed(ledgerIndex: number): Promise<void>;
}
