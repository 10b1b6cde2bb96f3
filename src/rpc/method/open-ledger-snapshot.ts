/**
 * The open ledger as one request sees it, though the request pauses. Before its first pause nothing can have changed, so
 * most requests read the open ledger itself; one that does pause goes on with a copy of what differed from the validated
 * ledger then. Closed ledgers never change.
 */
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../protocol/entries/entries.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { RpcContext } from './context.ts';

/** The view for a method that pauses. `view` is the open ledger, or a closed one. */
export function openLedgerSnapshot({ beforePause }: Pick<RpcContext, 'beforePause'>, view: ReadView): ReadView {
  if (!(view instanceof OpenView)) return view;
  const steady = new OpenLedgerSnapshot(view);
  beforePause(() => steady.settle(copyOf(view)));
  return steady;
}

/** Passes on to the open ledger, and later to its copy. */
class OpenLedgerSnapshot implements ReadView {
  readonly isOpen = true;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  #view: ReadView;

  constructor(view: ReadView) {
    this.#view = view;
    this.ledgerIndex = view.ledgerIndex;
    this.parentCloseTimeSeconds = view.parentCloseTimeSeconds;
    this.closeTimeSeconds = view.closeTimeSeconds;
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
const copies = new WeakMap<OpenView, { readonly transactionCount: number; readonly copy: OpenView }>();

function copyOf(openView: OpenView): OpenView {
  const known = copies.get(openView);
  const { transactionCount } = openView;
  if (known?.transactionCount === transactionCount) return known.copy;
  const copy = openView.copy();
  copies.set(openView, { transactionCount, copy });
  return copy;
}
