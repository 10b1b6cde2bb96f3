/**
 * A store that lasts as long as its process: for tests, for `--ephemeral`, and as the plain statement of what a store
 * does. Committed values are kept as they are given, not copied.
 */

import { blockWithin, encodeHistoryRow, queryBounds } from '../../history/history-index-row.ts';
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { ClosedLedger, ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedTransaction, PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import { checkAppend } from '../append-check.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import { type LedgerStore, StoreError } from '../ledger-store.ts';
import { readClosedLedgers } from '../read-closed-ledgers.ts';
import { KeyIndexes } from './key-indexes.ts';
import { PackedRows } from './packed-rows.ts';
import { VersionedEntries } from './versioned-entries.ts';

/** Histories are handed out in pieces, so that a close or the end of the store shows between them. */
const BLOCK_ROWS = 1024;

class MemoryData {
  range: LedgerRange | undefined;
  term = 0;
  readonly headers = new Map<number, LedgerHeader>();
  readonly ledgerIndexes = new Map<Hash256, number>();
  readonly transactions = new Map<number, readonly ClosedTransaction[]>();
  readonly locations = new Map<Hash256, TransactionLocation>();
  readonly histories = new Map<AccountId, PackedRows>();
  readonly entries = new VersionedEntries();
  readonly treeNodes = new Map<string, Uint8Array>();
  readonly indexes = new KeyIndexes();
  readonly metaValues = new Map<string, string>();
}

export class MemoryStore implements LedgerStore {
  #current: MemoryData | undefined = new MemoryData();

  get #data(): MemoryData {
    if (this.#current === undefined) throw new StoreError('the store is closed');
    return this.#current;
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#data.range;
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#data.headers.get(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#data.ledgerIndexes.get(hash);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#data.entries.read(key, ledgerIndex);
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return this.#data.entries.nextKey(key, ledgerIndex);
  }

  transaction({ ledgerIndex, position }: TransactionLocation): StoredTransaction | undefined {
    const found = this.#data.transactions.get(ledgerIndex)?.[position];
    return found && { ledgerIndex, position, blob: found.blob, metadata: found.metadata };
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#data.locations.get(id);
  }

  *ledgerTransactions(ledgerIndex: number): Generator<StoredTransaction> {
    const count = this.#data.transactions.get(ledgerIndex)?.length ?? 0;
    for (let position = 0; position < count; position++) yield this.transaction({ ledgerIndex, position })!;
  }

  *accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    const bounds = queryBounds(query);
    const history = this.#data.histories.get(query.account);
    if (bounds === undefined || history === undefined) return;
    const all = blockWithin(history.rows, bounds.low, bounds.high);
    if (all === undefined) return;
    for (let done = 0; done < all.end - all.first; done += BLOCK_ROWS) {
      this.#data;
      const first = query.forward ? all.first + done : Math.max(all.first, all.end - done - BLOCK_ROWS);
      yield { bytes: all.bytes, first, end: query.forward ? Math.min(all.end, first + BLOCK_ROWS) : all.end - done };
    }
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.#data.treeNodes.get(path);
  }

  *indexKeys(index: string, prefix: Hex, after?: Hex): Generator<Hex> {
    let key = this.#data.indexes.next(index, prefix, after);
    while (key !== undefined) {
      yield key;
      key = this.#data.indexes.next(index, prefix, key);
    }
  }

  metaValue(name: string): string | undefined {
    return this.#data.metaValues.get(name);
  }

  setMetaValue(name: string, value: string): void {
    this.#data.metaValues.set(name, value);
  }

  term(): number {
    return this.#data.term;
  }

  tail(afterIndex: number): Generator<ClosedLedger, void> {
    return readClosedLedgers(this, afterIndex);
  }

  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#data.entries.version(key, ledgerIndex);
  }

  async append(ledger: PreparedLedger, term?: number): Promise<void> {
    const data = this.#data;
    const { header } = ledger;
    const { ledgerIndex } = header;
    const writerTerm = term ?? data.term;
    checkAppend({ last: data.range && data.headers.get(data.range.last), term: data.term }, header, writerTerm);
    // Whatever can throw is done here; from the first write on, nothing does.
    const transactions = ledger.transactions.map(({ blob, metadata }) => ({ blob, metadata }));
    const derived = ledger.derived.transactions.map(({ id, accounts, facts }) => {
      return { id, accounts: [...accounts], facts: [...facts] };
    });
    const stateChanges = new Map(ledger.stateChanges);
    const treeChanges = [...ledger.derived.treeChanges];
    const indexChanges = [...ledger.derived.indexChanges];

    data.term = writerTerm;
    data.headers.set(ledgerIndex, header);
    data.ledgerIndexes.set(header.hash, ledgerIndex);
    data.transactions.set(ledgerIndex, transactions);
    for (const [position, transaction] of derived.entries()) {
      indexTransaction(data, transaction, { ledgerIndex, position });
    }
    data.entries.write(ledgerIndex, stateChanges);
    for (const [path, record] of treeChanges) {
      if (record === undefined) data.treeNodes.delete(path);
      else data.treeNodes.set(path, record);
    }
    data.indexes.write(indexChanges);
    data.range = { first: data.range?.first ?? ledgerIndex, last: ledgerIndex };
  }

  sizeBytes(): number {
    return 0;
  }

  async close(): Promise<void> {
    this.#current = undefined;
  }
}

function indexTransaction(
  data: MemoryData,
  { id, accounts, facts }: DerivedTransaction,
  at: TransactionLocation,
): void {
  data.locations.set(id, at);
  for (const [index, account] of accounts.entries()) {
    const history = data.histories.get(account) ?? new PackedRows();
    data.histories.set(account, history);
    history.push(encodeHistoryRow(at, facts[index] as Uint8Array));
  }
}
