/**
 * Reads for a store that keeps only the last ledgers: these from the store, older ones from the archive, by the same
 * interface. Data that is not loaded from the archive yet aborts the attempt (`ArchiveNeededError`).
 */

import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import { HISTORY_ROW_BYTES, historyRowLocation } from '../../history/packed-rows.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import type { ReadStore } from '../ledger-store.ts';
import { ArchiveAnswers } from './archive-answers.ts';
import type { ArchiveReader } from './ledger-archive.ts';

/**
 * Number of history rows in the first fetch; it grows up to the maximum, since a reader that continues mostly needs
 * many.
 */
const FIRST_ROWS = 256;
const MOST_ROWS = 16_384;
const LAST_POSITION = 0xffff_ffff;

export class ArchivedReads implements ReadStore {
  readonly #own: ReadStore;
  readonly #answers: ArchiveAnswers;
  readonly #archived: () => LedgerRange | undefined;

  /**
   * `archived`: the ledgers that the archive is known to have; while undefined, only the store's own ledgers are
   * visible.
   */
  constructor(own: ReadStore, archive: ArchiveReader, archived: () => LedgerRange | undefined) {
    this.#own = own;
    this.#answers = new ArchiveAnswers(archive);
    this.#archived = archived;
  }

  ledgerRange(): LedgerRange | undefined {
    const own = this.#own.ledgerRange();
    const older = this.#older();
    return own === undefined || older === undefined ? own : { first: older.first, last: own.last };
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#isOlder(ledgerIndex) ? this.#answers.header(ledgerIndex) : this.#own.header(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    const own = this.#own.ledgerIndexByHash(hash);
    const older = this.#older();
    return own !== undefined || older === undefined ? own : this.#answers.ledgerIndexByHash(hash, older.last);
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    return this.#isOlder(location.ledgerIndex) ? this.#answers.transaction(location) : this.#own.transaction(location);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    const own = this.#own.transactionLocation(id);
    const older = this.#older();
    return own !== undefined || older === undefined ? own : this.#answers.location(id, older.last);
  }

  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction> {
    return this.#isOlder(ledgerIndex)
      ? this.#answers.ledgerTransactions(ledgerIndex)
      : this.#own.ledgerTransactions(ledgerIndex);
  }

  *accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    const older = this.#older();
    if (older === undefined) {
      yield* this.#own.accountHistory(query);
      return;
    }
    const own = { ...query, minLedgerIndex: Math.max(query.minLedgerIndex, older.last + 1) };
    const archived = { ...query, maxLedgerIndex: Math.min(query.maxLedgerIndex, older.last) };
    if (query.forward) yield* this.#archivedHistory(archived);
    yield* this.#own.accountHistory(own);
    if (!query.forward) yield* this.#archivedHistory(archived);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#isOlder(ledgerIndex) ? this.#answers.entry(key, ledgerIndex) : this.#own.entry(key, ledgerIndex);
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#isOlder(ledgerIndex)
      ? this.#answers.entryLedger(key, ledgerIndex)
      : this.#own.entryLedger(key, ledgerIndex);
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return this.#isOlder(ledgerIndex)
      ? this.#answers.nextEntryKey(key, ledgerIndex)
      : this.#own.nextEntryKey(key, ledgerIndex);
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.#own.treeNode(path);
  }

  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex> {
    return this.#own.indexKeys(index, prefix, after);
  }

  metaValue(name: string): string | undefined {
    return this.#own.metaValue(name);
  }

  /** The ledgers that only the archive has, if there is no gap. */
  #older(): LedgerRange | undefined {
    const own = this.#own.ledgerRange();
    const archived = this.#archived();
    if (own === undefined || archived === undefined) return undefined;
    const { first, last } = archived;
    return first < own.first && last >= own.first - 1 ? { first, last: own.first - 1 } : undefined;
  }

  #isOlder(ledgerIndex: number): boolean {
    const older = this.#older();
    return older !== undefined && ledgerIndex >= older.first && ledgerIndex <= older.last;
  }

  *#archivedHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    let next: AccountTransactionQuery | undefined = query;
    for (let limit = FIRST_ROWS; next !== undefined; limit = Math.min(limit * 2, MOST_ROWS)) {
      if (next.minLedgerIndex > next.maxLedgerIndex) return;
      const bytes = this.#answers.accountRows(next, limit);
      const end = bytes.length / HISTORY_ROW_BYTES;
      if (end === 0) return;
      this.#answers.expect(placesIn(bytes, query.forward));
      yield { bytes, first: 0, end };
      next = end < limit ? undefined : beyond(next, historyRowLocation(bytes, query.forward ? end - 1 : 0));
    }
  }
}

function placesIn(bytes: Buffer, forward: boolean): readonly TransactionLocation[] {
  const count = bytes.length / HISTORY_ROW_BYTES;
  return Array.from({ length: count }, (_, at) => historyRowLocation(bytes, forward ? at : count - 1 - at));
}

/** The query, continued after this location. */
function beyond(
  query: AccountTransactionQuery,
  { ledgerIndex, position }: TransactionLocation,
): AccountTransactionQuery {
  if (query.forward) return { ...query, from: { ledgerIndex, position: position + 1 } };
  const isFirst = position === 0;
  const from = isFirst
    ? { ledgerIndex: ledgerIndex - 1, position: LAST_POSITION }
    : { ledgerIndex, position: position - 1 };
  return { ...query, from };
}
