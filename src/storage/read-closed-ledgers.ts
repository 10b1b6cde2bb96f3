/** Reconstructs closed ledgers, as they were appended, from a backend's rows. */
import { changedKeys } from '../ledger/affected-entries.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { HistoryStore } from './history-store.ts';
import { StoreError } from './ledger-store.ts';
import type { StateStore } from './state-store.ts';

/** The reads that a backend provides. */
export interface ClosedLedgerRows
  extends Pick<HistoryStore, 'ledgerRange' | 'header' | 'ledgerTransactions'>,
    Pick<StateStore, 'nextEntryKey'> {
  /**
   * The version of an entry that this ledger wrote: its bytes, empty if it deleted the entry, undefined if it did not
   * change it.
   */
  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined;
}

/** As `LedgerLog.tail`. */
export function* readClosedLedgers(rows: ClosedLedgerRows, afterIndex: number): Generator<ClosedLedger, void> {
  let ledgerIndex = Math.max(afterIndex + 1, rows.ledgerRange()?.first ?? 0);
  for (; ledgerIndex <= (rows.ledgerRange()?.last ?? -1); ledgerIndex++) yield readClosedLedger(rows, ledgerIndex);
}

function readClosedLedger(rows: ClosedLedgerRows, ledgerIndex: number): ClosedLedger {
  const header = rows.header(ledgerIndex);
  if (header === undefined) throw new StoreError(`the header of ledger ${ledgerIndex} is missing`);
  const transactions = Array.from(rows.ledgerTransactions(ledgerIndex), ({ blob, metadata }) => ({ blob, metadata }));
  const isFirst = ledgerIndex === rows.ledgerRange()!.first;
  const keys = isFirst ? allKeys(rows, ledgerIndex) : [...changedKeys(ledgerIndex, transactions)].sort();
  const stateChanges = new Map<Hash256, Uint8Array | undefined>();
  for (const key of keys) {
    const bytes = rows.entryVersion(key, ledgerIndex);
    if (bytes !== undefined) stateChanges.set(key, bytes.length === 0 ? undefined : bytes);
  }
  return { header, transactions, stateChanges };
}

/** The first ledger of a store creates all entries of its state. */
function* allKeys(rows: ClosedLedgerRows, ledgerIndex: number): Generator<Hash256, void> {
  let key = rows.nextEntryKey('0'.repeat(64), ledgerIndex);
  while (key !== undefined) {
    yield key;
    key = rows.nextEntryKey(key, ledgerIndex);
  }
}
