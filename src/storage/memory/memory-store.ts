/**
 * A store that lasts as long as its process: for tests, for `--ephemeral`, and as the plain statement of what a store
 * does.
 */
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { nextTreeKey } from '../../util/key-tree.ts';
import { checkAppend, checkChain } from '../append-check.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import { LayeredTables, MAX_LAYERS } from '../layers/layered-tables.ts';
import { changedKeyTreePaths, checkUndone, type PlacedLayer, planRevert } from '../layers/revert-plan.ts';
import { type LedgerStore, StoreError } from '../ledger-store.ts';
import { readClosedLedgers } from '../read-closed-ledgers.ts';
import type { RevertBase, UndoneLedgers } from '../revertible-store.ts';
import { MemoryTables } from './memory-tables.ts';

interface MemoryData {
  term: number;
  /** The lowest first. */
  readonly layers: PlacedLayer<MemoryTables>[];
  readonly metaValues: Map<string, string>;
}

export class MemoryStore implements LedgerStore {
  #current: MemoryData | undefined = {
    term: 0,
    layers: [{ floor: undefined, tables: new MemoryTables(true) }],
    metaValues: new Map(),
  };
  #tables: readonly MemoryTables[] = this.#current!.layers.map(({ tables }) => tables);
  readonly #read = new LayeredTables(() => {
    this.#data;
    return this.#tables;
  });

  get #data(): MemoryData {
    if (this.#current === undefined) throw new StoreError('the store is closed');
    return this.#current;
  }

  ledgerRange(): LedgerRange | undefined {
    return this.#read.ledgerRange();
  }

  header(ledgerIndex: number): LedgerHeader | undefined {
    return this.#read.header(ledgerIndex);
  }

  ledgerIndexByHash(hash: Hash256): number | undefined {
    return this.#read.ledgerIndexByHash(hash);
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#read.entry(key, ledgerIndex);
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    return this.#read.entryLedger(key, ledgerIndex);
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    return nextTreeKey({ get: (path) => this.#read.keyTreeNode(path, ledgerIndex) }, key);
  }

  transaction(location: TransactionLocation): StoredTransaction | undefined {
    return this.#read.transaction(location);
  }

  transactionLocation(id: Hash256): TransactionLocation | undefined {
    return this.#read.transactionLocation(id);
  }

  ledgerTransactions(ledgerIndex: number): Iterable<StoredTransaction> {
    return this.#whileOpen(this.#read.ledgerTransactions(ledgerIndex));
  }

  accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock> {
    return this.#whileOpen(this.#read.accountHistory(query));
  }

  treeNode(path: string): Uint8Array | undefined {
    return this.#read.treeNode(path);
  }

  indexKeys(index: string, prefix: Hex, after?: Hex): Iterable<Hex> {
    return this.#whileOpen(this.#read.indexKeys(index, prefix, after));
  }

  metaValue(name: string): string | undefined {
    return this.#data.metaValues.get(name);
  }

  setMetaValue(name: string, value: string): void {
    this.#data.metaValues.set(name, value);
  }

  setMetaValues(values: ReadonlyMap<string, string>): void {
    for (const [name, value] of values) this.setMetaValue(name, value);
  }

  term(): number {
    return this.#data.term;
  }

  tail(afterIndex: number): Generator<ClosedLedger, void> {
    return readClosedLedgers(this, afterIndex);
  }

  entryVersion(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    return this.#read.entryVersion(key, ledgerIndex);
  }

  async append(ledger: PreparedLedger, term?: number): Promise<void> {
    const data = this.#data;
    const { header } = ledger;
    const writerTerm = term ?? data.term;
    const range = this.ledgerRange();
    checkAppend({ last: range && this.header(range.last), term: data.term }, header, writerTerm);
    const keyTree = { get: (path: string) => this.#read.keyTreeNode(path, header.ledgerIndex) };
    this.#top.write(ledger, keyTree);
    data.term = writerTerm;
  }

  rememberLast(): void {
    const { layers } = this.#data;
    const range = this.ledgerRange();
    const top = layers.at(-1)!;
    if (range === undefined || top.floor === range.last) return;
    const [lowest, next] = layers;
    if (layers.length === MAX_LAYERS) lowest!.tables.absorb(next!.tables);
    const kept = layers.length === MAX_LAYERS ? [lowest!, ...layers.slice(2)] : layers;
    this.#setLayers([...kept, { floor: range.last, tables: new MemoryTables(false) }]);
  }

  revertBase(ledgerIndex: number): RevertBase {
    const { keptCount, baseIndex } = planRevert(this.#data.layers, this.ledgerRange(), ledgerIndex);
    const kept = this.#tables.slice(0, keptCount);
    return { ledgerIndex: baseIndex, treeNode: (path) => new LayeredTables(() => kept).treeNode(path) };
  }

  revert(ledgerIndex: number, undone?: UndoneLedgers, values: ReadonlyMap<string, string> = new Map()): void {
    const { layers, metaValues } = this.#data;
    const plan = planRevert(layers, this.ledgerRange(), ledgerIndex);
    const ledgers = undone?.ledgers ?? [];
    checkUndone(ledgerIndex, plan, ledgers);
    const kept = layers.slice(0, plan.keptCount);
    const tables = kept.map((layer) => layer.tables);
    if (undone !== undefined && ledgers.length > 0) {
      const read = new LayeredTables(() => tables);
      const paths = new Set<string>();
      for (const ledger of ledgers) for (const path of changedKeyTreePaths(read, ledger)) paths.add(path);
      tables.at(-1)!.undo(ledgers, paths);
      tables.at(-1)!.writeNewest(undone);
    }
    for (const [name, value] of values) metaValues.set(name, value);
    const isRemembered = plan.keptCount < layers.length && plan.baseIndex === ledgerIndex;
    this.#setLayers(isRemembered ? [...kept, { floor: ledgerIndex, tables: new MemoryTables(false) }] : kept);
  }

  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    const data = this.#data;
    checkChain(ledgers);
    const tables = new MemoryTables(true);
    const read = new LayeredTables(() => [tables]);
    for (const ledger of ledgers) {
      tables.write(ledger, { get: (path) => read.keyTreeNode(path, ledger.header.ledgerIndex) });
    }
    for (const [name, value] of values) data.metaValues.set(name, value);
    this.#setLayers([{ floor: undefined, tables }]);
  }

  sizeBytes(): number {
    return 0;
  }

  async close(): Promise<void> {
    this.#current = undefined;
  }

  get #top(): MemoryTables {
    return this.#tables[this.#tables.length - 1]!;
  }

  #setLayers(layers: readonly PlacedLayer<MemoryTables>[]): void {
    const data = this.#data;
    data.layers.splice(0, data.layers.length, ...layers);
    this.#tables = layers.map(({ tables }) => tables);
  }

  /** A reader of a store that was closed meanwhile gets an error instead of half a list. */
  *#whileOpen<Item>(items: Iterable<Item>): Generator<Item, void> {
    this.#data;
    for (const item of items) {
      yield item;
      this.#data;
    }
  }
}
