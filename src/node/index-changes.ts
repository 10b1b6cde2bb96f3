/** The indexes over the newest state, and how a ledger changes them. */
import type { IndexChange } from '../ledger/derived-changes.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { LedgerEntryTypeName } from '../protocol/tables/entry-types.ts';
import type { Hash256, Hex } from '../protocol/values.ts';
import type { Steps } from '../util/steps.ts';
import { ORDER_BOOK_INDEX } from './order-book-index.ts';
import type { StateIndex } from './state-index.ts';
import { TRUST_LINE_INDEX } from './trust-line-index.ts';

const INDEXES: readonly StateIndex[] = [TRUST_LINE_INDEX, ORDER_BOOK_INDEX];

/** How a ledger changes the indexes: `before` is the parent's state, `changed` what differs (null: gone). */
export function* stateIndexChanges(
  before: Pick<ReadView, 'readAny'> | undefined,
  changed: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>,
): Steps<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [key, entry] of changed) {
    // What an entry is never changes, so only deletions need a look at what was there.
    const type = (entry ?? before?.readAny(key))?.LedgerEntryType;
    if (type === undefined) continue;
    for (const index of INDEXES) {
      if (!(index.types as readonly LedgerEntryTypeName[]).includes(type)) continue;
      const old = rowsOf(index, before?.readAny(key));
      const now = rowsOf(index, entry ?? undefined);
      for (const row of old) if (!now.includes(row)) changes.push({ index: index.name, key: row, isPresent: false });
      for (const row of now) if (!old.includes(row)) changes.push({ index: index.name, key: row, isPresent: true });
      yield;
    }
  }
  return changes;
}

function rowsOf(index: StateIndex, entry: Readonly<LedgerEntry> | undefined): Hex[] {
  return entry === undefined ? [] : index.rowsOf(entry);
}
