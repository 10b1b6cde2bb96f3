/**
 * The store of a cluster member that keeps only the last ledgers: writes go to its own store, older ledgers are read
 * from the archive.
 */
import { ComposedStore } from '../composed-store.ts';
import { FORGOT_LEDGERS } from '../history-rule.ts';
import type { LedgerRange } from '../history-store.ts';
import type { LedgerStore } from '../ledger-store.ts';
import { ArchivedReads } from './archived-reads.ts';
import type { LedgerArchive } from './ledger-archive.ts';

/** First ledger of every chain (`ledger/genesis.ts`). */
const CHAIN_START = 1;

/** What the archive is known to have. */
interface Noted {
  range: LedgerRange | undefined;
}

export class ArchivedStore extends ComposedStore {
  readonly #noted: Noted;

  constructor(own: LedgerStore, archive: LedgerArchive) {
    const noted: Noted = { range: forgottenBy(own) };
    super(new ArchivedReads(own, archive, () => noted.range), own);
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
}

/** The ledgers that a store has deleted. They are in the archive, even if it is unreachable now. */
function forgottenBy(own: LedgerStore): LedgerRange | undefined {
  const range = own.ledgerRange();
  if (range === undefined || range.first === CHAIN_START || own.metaValue(FORGOT_LEDGERS) === undefined)
    return undefined;
  return { first: CHAIN_START, last: range.first - 1 };
}
