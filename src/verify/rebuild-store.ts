/** Rebuilds the derived tables of a store from its headers, transactions and entries. */

import { encodeHistoryRow } from '../history/packed-rows.ts';
import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import { AscendingTree } from '../shamap/ascending-tree.ts';
import type { HistoryStore } from '../storage/history-store.ts';
import type { DerivedRows, RebuildSource, StoreRebuild } from '../storage/store-check.ts';
import type { KeyTreeNode } from '../util/key-tree.ts';
import {
  decodeEntry,
  followKeyTree,
  historyFactsOf,
  indexRowsOf,
  stateEntries,
  stateLeafHash,
} from './derived-rows.ts';
import type { CheckStep } from './store-damage.ts';

type Write = (rows: DerivedRows) => void;

const WRITES_AT_ONCE = 1000;

/** Works in short steps. The primary tables must be undamaged. */
export function* rebuildStore(store: RebuildSource, rebuild: StoreRebuild): Generator<CheckStep, void> {
  const { first, last } = store.ledgerRange()!;
  for (const _ of rebuild.copyPrimaryRows()) yield { task: 'copying', ledgerIndex: last, share: 0 };
  const writes = new WriteQueue(rebuild);
  const keyTree = new Map<string, KeyTreeNode>();
  for (let index = first; index <= last; index++) {
    yield { task: 'rebuilding', ledgerIndex: index, share: (index - first) / (last - first + 1) };
    writes.add((rows) => addLedger(store, index, rows));
    for (const [path, node] of followKeyTree(store, index, keyTree)) {
      writes.add((rows) => rows.keyTreeNode(path, index, node));
    }
  }
  const tree = new AscendingTree((path, record) => writes.add((rows) => rows.treeNode(path, record)));
  for (const entry of stateEntries(store, last)) {
    tree.add({ key: entry.key, hash: stateLeafHash(entry) });
    for (const { index, key } of indexRowsOf(decodeEntry(entry))) writes.add((rows) => rows.indexKey(index, key));
    if (writes.isEmpty) yield { task: 'rebuilding', ledgerIndex: last, share: 1 };
  }
  tree.finish();
  writes.flush();
}

function addLedger(store: HistoryStore, ledgerIndex: number, rows: DerivedRows): void {
  rows.ledgerHash(store.header(ledgerIndex)!.hash, ledgerIndex);
  for (const stored of store.ledgerTransactions(ledgerIndex)) {
    const { position } = stored;
    rows.transactionId(transactionIdOf(stored.blob), { ledgerIndex, position });
    for (const [account, facts] of historyFactsOf(stored)) {
      rows.historyRow(account, encodeHistoryRow({ ledgerIndex, position }, facts));
    }
  }
}

/** Collects small writes into larger transactions. */
class WriteQueue {
  readonly #rebuild: StoreRebuild;
  #waiting: Write[] = [];

  constructor(rebuild: StoreRebuild) {
    this.#rebuild = rebuild;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(write: Write): void {
    if (this.#waiting.push(write) >= WRITES_AT_ONCE) this.flush();
  }

  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#rebuild.write((rows) => {
      for (const write of waiting) write(rows);
    });
  }
}
