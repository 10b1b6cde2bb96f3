/**
 * The open ledger as one request sees it, though the request pauses. Before its first pause nothing can have changed, so
 * most requests read the open ledger itself; one that does pause goes on with a copy of what differed from the validated
 * ledger then. Closed ledgers never change.
 */
import type { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { LedgerNode } from '../node/ledger-node.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../protocol/entries.ts';
import type { Hash256 } from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import type { RpcContext } from './context.ts';

/** The view for a method that pauses. `view` is the open ledger, or a closed one. */
export function steadyView({ node, beforePause }: Pick<RpcContext, 'node' | 'beforePause'>, view: ReadView): ReadView {
  const { openView } = node;
  if (view !== openView) return view;
  const steady = new SteadyView(view);
  beforePause(() => steady.settle(stateOf(node, openView)));
  return steady;
}

/** Passes on to the open ledger, and later to its copy. */
class SteadyView implements ReadView {
  readonly isOpen = true;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly parentHash: Hash256;
  #view: ReadView;

  constructor(view: ReadView) {
    this.#view = view;
    this.ledgerIndex = view.ledgerIndex;
    this.parentCloseTimeSeconds = view.parentCloseTimeSeconds;
    this.parentHash = view.parentHash;
  }

  settle(view: ReadView): void {
    this.#view = view;
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    return this.#view.read(keylet);
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.#view.readAny(key);
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    return this.#view.nextKey(key, before);
  }

  hasTransaction(id: Hash256): boolean {
    return this.#view.hasTransaction(id);
  }
}

/** Copies are shared by all who pause while nothing is added to the open ledger. */
const copies = new WeakMap<OpenView, { readonly transactionCount: number; readonly copy: OpenLedgerCopy }>();

function stateOf(node: LedgerNode, openView: OpenView): OpenLedgerCopy {
  const known = copies.get(openView);
  const { transactionCount } = openView;
  if (known?.transactionCount === transactionCount) return known.copy;
  const parent = node.view(openView.ledgerIndex - 1);
  assert(parent !== undefined, 'the open ledger stands on a validated one');
  const copy = new OpenLedgerCopy(parent, openView);
  copies.set(openView, { transactionCount, copy });
  return copy;
}

class OpenLedgerCopy implements ReadView {
  readonly isOpen = true;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly #parent: ReadView;
  readonly #entries: ReadonlyMap<Hash256, LedgerEntry | null>;
  readonly #transactions: ReadonlySet<Hash256>;
  #sortedKeys: readonly Hash256[] | undefined;

  constructor(parent: ReadView, view: OpenView) {
    this.#parent = parent;
    this.#entries = new Map(view.changedEntries);
    this.#transactions = new Set(Array.from(view.transactions, ({ transaction }) => transaction.id));
    this.ledgerIndex = view.ledgerIndex;
    this.parentCloseTimeSeconds = view.parentCloseTimeSeconds;
    this.parentHash = view.parentHash;
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    const entry = this.#entries.get(keylet.key);
    if (entry === undefined) return this.#parent.read(keylet);
    return entry?.LedgerEntryType === keylet.type ? (entry as LedgerEntries[Name]) : undefined;
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined ? this.#parent.readAny(key) : (entry ?? undefined);
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    let next = this.#parent.nextKey(key, before);
    while (next !== undefined && this.#entries.get(next) === null) next = this.#parent.nextKey(next, before);
    const own = this.#nextOwnKey(key);
    if (own === undefined || (before !== undefined && own >= before)) return next;
    return next === undefined || own < next ? own : next;
  }

  hasTransaction(id: Hash256): boolean {
    return this.#transactions.has(id);
  }

  /** Found by halves among the sorted keys, where the open ledger looks through all of them. */
  #nextOwnKey(key: Hash256): Hash256 | undefined {
    this.#sortedKeys ??= [...this.#entries].flatMap(([one, entry]) => (entry === null ? [] : [one])).sort();
    let low = 0;
    let high = this.#sortedKeys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#sortedKeys[middle] as Hash256) <= key) low = middle + 1;
      else high = middle;
    }
    return this.#sortedKeys[low];
  }
}
