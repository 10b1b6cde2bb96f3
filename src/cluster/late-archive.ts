/** The archive of a cluster whose database may not be there yet: each call tries to open it until that has succeeded. */
import type { AccountTransactionQuery, TransactionLocation } from '../history/history-query.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { LedgerRange, StoredTransaction } from '../storage/history-store.ts';
import type { ArchivedEntry, LedgerArchive, LedgerToArchive } from '../storage/shared/ledger-archive.ts';

export class LateArchive implements LedgerArchive {
  readonly #openArchive: () => Promise<LedgerArchive>;
  #opening: Promise<LedgerArchive> | undefined;

  constructor(openArchive: () => Promise<LedgerArchive>) {
    this.#openArchive = openArchive;
  }

  async range(): Promise<LedgerRange | undefined> {
    return (await this.#open()).range();
  }

  async append(ledgers: readonly LedgerToArchive[], afterIndex: number): Promise<boolean> {
    return (await this.#open()).append(ledgers, afterIndex);
  }

  async headers(range: LedgerRange): Promise<readonly LedgerHeader[]> {
    return (await this.#open()).headers(range);
  }

  async ledgerIndexByHash(hash: Hash256): Promise<number | undefined> {
    return (await this.#open()).ledgerIndexByHash(hash);
  }

  async location(id: Hash256): Promise<TransactionLocation | undefined> {
    return (await this.#open()).location(id);
  }

  async transactions(places: readonly TransactionLocation[]): Promise<readonly StoredTransaction[]> {
    return (await this.#open()).transactions(places);
  }

  async ledgerTransactions(ledgerIndex: number): Promise<readonly StoredTransaction[]> {
    return (await this.#open()).ledgerTransactions(ledgerIndex);
  }

  async accountRows(query: AccountTransactionQuery, limit: number): Promise<Buffer> {
    return (await this.#open()).accountRows(query, limit);
  }

  async entries(keys: readonly Hash256[], ledgerIndex: number): Promise<readonly ArchivedEntry[]> {
    return (await this.#open()).entries(keys, ledgerIndex);
  }

  async entryLedger(key: Hash256, ledgerIndex: number): Promise<number | undefined> {
    return (await this.#open()).entryLedger(key, ledgerIndex);
  }

  async entriesAfter(key: Hash256, ledgerIndex: number, limit: number): Promise<readonly ArchivedEntry[]> {
    return (await this.#open()).entriesAfter(key, ledgerIndex, limit);
  }

  async close(): Promise<void> {
    await (await this.#opening?.catch(() => undefined))?.close();
  }

  #open(): Promise<LedgerArchive> {
    this.#opening ??= this.#openArchive().catch((error) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }
}
