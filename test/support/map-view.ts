/** A minimal ReadView on a map of entries, for tests of the layers above a view. */
import type { ReadView } from '../../src/ledger/read-view.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../src/protocol/entries/entries.ts';
import { NEW_CHAIN_RULES } from '../../src/protocol/tables/rules.ts';
import type { Hash256 } from '../../src/protocol/values.ts';

export class MapView implements ReadView {
  readonly isOpen: boolean;
  readonly ledgerIndex = 3;
  readonly parentCloseTimeSeconds = 1000;
  readonly closeTimeSeconds = 1000;
  readonly parentHash = 'AB'.repeat(32);
  readonly rules = NEW_CHAIN_RULES;
  readonly entries = new Map<Hash256, LedgerEntry>();

  constructor(entries: Iterable<LedgerEntry> = [], isOpen = false) {
    this.isOpen = isOpen;
    for (const entry of entries) this.entries.set(entry.index, entry);
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    const entry = this.entries.get(keylet.key);
    return entry?.LedgerEntryType === keylet.type ? (entry as LedgerEntries[Name]) : undefined;
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.entries.get(key);
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    const [next] = [...this.entries.keys()].filter((other) => other > key).sort();
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  hasTransaction(): boolean {
    return false;
  }
}
