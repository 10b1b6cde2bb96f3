/**
 * The complete interface of a storage backend. It does not interpret the data. Users depend on the part that they need:
 * `StateStore`, `HistoryStore` or `LedgerLog`. Every backend passes the suite in `test/contracts/store/`.
 */
import type { DamagedRowError } from './damaged-row-error.ts';
import type { HistoryStore } from './history-store.ts';
import type { LedgerLog } from './ledger-log.ts';
import type { RevertibleStore } from './revertible-store.ts';
import type { StateStore } from './state-store.ts';

/** Raised whenever the layout changes; a store of another version is refused. 5 was never released. */
export const STORE_FORMAT_VERSION = 6;
/** The versions that `weir migrate` can convert. Their rows have no checksums. */
export const OLDER_FORMATS: readonly number[] = [1, 2, 3, 4];

/**
 * Thrown when a store cannot be opened (other format, other chain, in use, damaged) or written, or refuses a ledger. The
 * message is for the operator.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Thrown when another process has the store open for writing. */
export class StoreInUseError extends StoreError {}

/** Thrown when a store that other threads read is to revert to an earlier ledger. */
export class FollowedStoreError extends StoreError {}

/** Small named values (chain parameters); written at once and durably. */
export interface NamedValues {
  metaValue(name: string): string | undefined;
  setMetaValue(name: string, value: string): void;
  /** All or none. */
  setMetaValues(values: ReadonlyMap<string, string>): void;
}

/** The read side of a store. */
export interface ReadStore extends StateStore, HistoryStore, Pick<NamedValues, 'metaValue'> {}

export interface LedgerStore extends StateStore, HistoryStore, LedgerLog, RevertibleStore, NamedValues {
  /** The first damaged row that was met since the store was opened. From then on it takes no ledger. */
  readonly damage?: DamagedRowError | undefined;
  /** A reader in another thread met a damaged row. */
  noteDamage?(error: DamagedRowError): void;
  /** Bytes on disk (0 for memory). */
  sizeBytes(): number;
  close(): Promise<void>;
}
