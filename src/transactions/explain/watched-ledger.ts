/**
 * A ledger for applying a transaction with a recorder. It is a view over another ledger, which stays unchanged, and
 * records each entry that is read.
 */
import { OpenView } from '../../ledger/open-view.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../protocol/entries/entries.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { Recorder } from './recorder.ts';

export class WatchedLedger extends OpenView {
  readonly #base: OpenView;
  readonly #recorder: Recorder;

  constructor(base: OpenView, recorder: Recorder) {
    const { ledgerIndex, parentCloseTimeSeconds, closeTimeSeconds, parentHash: hash, isOpen } = base;
    const parent = { ledgerIndex: ledgerIndex - 1, closeTimeSeconds: parentCloseTimeSeconds, hash };
    super(base, parent, isOpen, closeTimeSeconds, recorder);
    this.#base = base;
    this.#recorder = recorder;
  }

  override read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    return this.#recorder.watchEntry(keylet.type, keylet.key, super.read(keylet));
  }

  override readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.#recorder.watchEntry(undefined, key, super.readAny(key));
  }

  override hasTransaction(id: Hash256): boolean {
    return this.#base.hasTransaction(id) || super.hasTransaction(id);
  }

  override get transactionCount(): number {
    return this.#base.transactionCount + super.transactionCount;
  }
}
