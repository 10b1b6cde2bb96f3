/** Reads closed ledgers back, as they were appended, from the rows that a backend has of them. */
import { changedKeys } from '../ledger/affected-entries.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { HistoryStore } from './history-store.ts';
import { StoreError } from './ledger-store.ts';
import type { StateStore } from './state-store.ts';

/** What a backend is asked. */
export interface ClosedLedgerRows
  extends Pick<HistoryStore, 'ledgerRange' | 'header' | 'ledgerTransactions'>,
    Pick<StateStore, 'nextEntryKey'> {
  /** What this very ledger made of an entry: its bytes, none if it deleted it; undefined if it left it alone. */
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

/** The first ledger of a store makes all entries that it has. */
function* allKeys(rows: ClosedLedgerRows, ledgerIndex: number): Generator<Hash256, void> {
  let key = rows.nextEntryKey('0'.repeat(64), ledgerIndex);
  while (key !== undefined) {
    yield key;
    key = rows.nextEntryKey(key, ledgerIndex);
  }
}
