/** Readers of a store in other threads of its process (`lmdb-reader.ts`), as the writer knows them. */
export interface StoreReaders {
  /** Resolves when all of them follow this ledger: only then may the next one be written. */
  followed(ledgerIndex: number): Promise<void>;
  /** Resolves when all of them have closed the environment, so that it can be opened anew. */
  release(): Promise<void>;
  /** Lets them open it again. */
  resume(): void;
}
