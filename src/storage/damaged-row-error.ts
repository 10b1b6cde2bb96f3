/** A row of the store that cannot be used: its checksum is wrong, or it is not where its key belongs. */
import { StateReadError } from '../ledger/state-read-error.ts';

export interface DamagedRow {
  readonly table: string;
  /** Hex; it may be what is damaged. */
  readonly key: string;
  /** The ledger that wrote the row, as far as its key says. */
  readonly ledgerIndex?: number | undefined;
}

/**
 * The row may exist or not, and may have any content: so nothing can be said about it, and no ledger may be built on it. From then
 * on the store takes no ledger.
 */
export class DamagedRowError extends StateReadError {
  override readonly name = 'DamagedRowError';
  readonly row: DamagedRow;

  constructor(row: DamagedRow) {
    const { table, key, ledgerIndex } = row;
    const place = ledgerIndex === undefined ? '' : ` of ledger ${ledgerIndex}`;
    super(
      `the data is damaged: the row${place} in the table ${table} with the key ${key} does not have its checksum. ` +
        'Stop the server, then run weir verify --repair, or restore a backup',
    );
    this.row = row;
  }
}
