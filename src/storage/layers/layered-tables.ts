/** Reads through the layers of a store: the topmost one that has an answer gives it. */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import type { KeyTreeNode } from '../../util/key-tree.ts';
import type { HistoryStore, LedgerRange, StoredTransaction } from '../history-store.ts';
import type { StateStore } from '../state-store.ts';
import type { IndexRow, TableLayer } from './table-layer.ts';

/** More layers than this are not worth their reads: the lowest ones become one. */
export const MAX_LAYERS = 8;

export class LayeredTables<Layer extends TableLayer> implements HistoryStore, Omit<StateStore, 'nextEntryKey'> {
  /** The lowest first; never empty. */
  readonly #layers: () => readonly Layer[];

  constructor(layers: () => readonly Layer[]) {
    this.#layers = layers;
  }

  ledgerRange(): LedgerRange | undefined {
    const layers = this.#layers();
    const first = layers[0]!.range();
    const last = layers.length === 1 ? first : layers.findLast((layer) => layer.range() !== undefined)?.range();
    return first && last && { first: first.first, last: last.last };
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#find((layer) => layer.header(ledgerIndex));
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#find((layer) => layer.ledgerIndexByHash(hash));
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const bytes = this.#find((layer) => layer.entry(key, ledgerIndex));
    return bytes?.length === 0 ? undefined : bytes;
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#find((layer) => layer.entryLedger(key, ledgerIndex));
  }

  /** What this very ledger made of an entry; no bytes if it deleted it. */
  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#find((layer) => layer.entryVersion(key, ledgerIndex));
  }

  keyTreeNode(path: string, ledgerIndex: number): KeyTreeNode | undefined {
    return this.#find((layer) => layer.keyTreeNode(path, ledgerIndex)) ?? undefined;
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    return this.#find((layer) => layer.transaction(location));
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#find((layer) => layer.transactionLocation(id));
  }

  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction> {
    const layers = this.#layers();
    const holder = layers.findLast((layer) => (layer.range()?.first ?? Number.POSITIVE_INFINITY) <= ledgerIndex);
    return (holder ?? layers[0]!).ledgerTransactions(ledgerIndex);
  }

  *accountHistory(query: AccountTransactionQuery): Generator<HistoryBlock, void> {
    const layers = this.#layers();
    for (const layer of query.forward ? layers : layers.toReversed()) yield* layer.accountHistory(query);
  }

  treeNode(path: string): Uint8Array | undefined {
    const record = this.#find((layer) => layer.treeNode(path));
    return record?.length === 0 ? undefined : record;
  }

  *indexKeys(index: string, prefix: Hex, after?: Hex): Generator<Hex, void> {
    const layers = this.#layers();
    const rows = layers.map((layer) => layer.indexRows(index, prefix, after));
    for (const { key, isPresent } of rows.length === 1 ? rows[0]! : mergedRows(rows)) if (isPresent) yield key;
  }

  /** The topmost answer. */
  #find<Answer>(ask: (layer: Layer) => Answer | undefined): Answer | undefined {
    const layers = this.#layers();
    for (let at = layers.length - 1; at >= 0; at--) {
      const answer = ask(layers[at]!);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

/** The rows of all layers in one order, the topmost of each key. */
function* mergedRows(layers: readonly Iterable<IndexRow>[]): Generator<IndexRow, void> {
  const readers = layers.map((rows) => rows[Symbol.iterator]());
  const heads = readers.map((reader) => reader.next());
  for (;;) {
    let first: IndexRow | undefined;
    for (const { done, value } of heads) {
      if (done !== true && (first === undefined || value.key <= first.key)) first = value;
    }
    if (first === undefined) return;
    yield first;
    for (const [at, { done, value }] of heads.entries()) {
      if (done !== true && value.key === first.key) heads[at] = readers[at]!.next();
    }
  }
}
