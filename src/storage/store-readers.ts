/** Reading a store that another thread writes: the reader's side, and the readers as the writer knows them. */
import type { ReadStore } from './ledger-store.ts';

/** Shows the ledgers up to the one that it follows. */
export interface FollowedStore extends ReadStore {
  /** False until it follows a ledger, and after `release`. */
  readonly isOpen: boolean;
  /** From now on it shows what is stored now, which must be the ledgers up to this one. */
  follow(ledgerIndex: number): void;
  /** Lets go of what it reads from until it is told to follow again. */
  release(): void;
}

/** All readers of a store. */
export interface StoreReaders {
  /** Resolves when all of them follow this ledger: only then may the next one be written. */
  followed(ledgerIndex: number): Promise<void>;
  /** Resolves when all of them have closed the environment, so that it can be opened anew. */
  release(): Promise<void>;
  /** Lets them open it again. */
  resume(): void;
}
