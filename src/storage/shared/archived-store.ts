/**
 * The store of a cluster member that keeps only the last ledgers: writes go to its own store, older ledgers are read
 * from the archive.
 */
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { FORGOT_LEDGERS } from '../history-rule.ts';
import type { LedgerRange } from '../history-store.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import { ArchivedReads } from './archived-reads.ts';
import type { LedgerArchive } from './ledger-archive.ts';

/** First ledger of every chain (`ledger/genesis.ts`). */
const CHAIN_START = 1;

/** What the archive is known to have. */
interface Noted {
  range: LedgerRange | undefined;
}

export class ArchivedStore extends ArchivedReads implements LedgerStore {
  readonly #own: LedgerStore;
  readonly #noted: Noted;

  constructor(own: LedgerStore, archive: LedgerArchive) {
    const noted: Noted = { range: forgottenBy(own) };
    super(own, archive, () => noted.range);
    this.#own = own;
    this.#noted = noted;
  }

  /**
   * Sets the ledgers that the archive has. Before the first call they are the ledgers that the own store has deleted.
   */
  noteArchived(range: LedgerRange | undefined): void {
    this.#noted.range = range;
  }

  /** The ledgers that the archive is known to have. */
  get archivedRange(): LedgerRange | undefined {
    return this.#noted.range;
  }

  term(): number {
    return this.#own.term();
  }

  append(ledger: PreparedLedger, term?: number): Promise<void> {
    return this.#own.append(ledger, term);
  }

  /** Only the store's own ledgers. */
  tail(afterIndex: number): Iterable<ClosedLedger> {
    return this.#own.tail(afterIndex);
  }

  requireRevertible(): void {
    this.#own.requireRevertible();
  }

  revert(ledgerIndex: number, undone: UndoneLedgers, values?: ReadonlyMap<string, string>): void {
    this.#own.revert(ledgerIndex, undone, values);
  }

  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    this.#own.replace(ledgers, values);
  }

  setMetaValue(name: string, value: string): void {
    this.#own.setMetaValue(name, value);
  }

  setMetaValues(values: ReadonlyMap<string, string>): void {
    this.#own.setMetaValues(values);
  }

  sizeBytes(): number {
    return this.#own.sizeBytes();
  }

  close(): Promise<void> {
    return this.#own.close();
  }
}

/** The ledgers that a store has deleted. They are in the archive, even if it is unreachable now. */
function forgottenBy(own: LedgerStore): LedgerRange | undefined {
  const range = own.ledgerRange();
  if (range === undefined || range.first === CHAIN_START || own.metaValue(FORGOT_LEDGERS) === undefined)
    return undefined;
  return { first: CHAIN_START, last: range.first - 1 };
}
