/**
 * A constant view of the open ledger for one request that pauses. Before its first pause nothing can change, so most
 * requests read the open ledger itself; at the first pause the request continues with a copy of the differences from
 * the validated ledger. Closed ledgers never change.
 */
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../protocol/entries/entries.ts';
import type { Rules } from '../../protocol/tables/rules.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { RpcContext } from './context.ts';

/** The view for a method that pauses. `view` is the open ledger, or a closed one. */
export function openLedgerSnapshot({ beforePause }: Pick<RpcContext, 'beforePause'>, view: ReadView): ReadView {
  if (!(view instanceof OpenView)) return view;
  const steady = new OpenLedgerSnapshot(view);
  beforePause(() => steady.settle(copyOf(view)));
  return steady;
}

/** Delegates to the open ledger, and later to its copy. */
class OpenLedgerSnapshot implements ReadView {
  readonly isOpen = true;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly rules: Rules;
  #view: ReadView;

  constructor(view: ReadView) {
    this.#view = view;
    this.ledgerIndex = view.ledgerIndex;
    this.parentCloseTimeSeconds = view.parentCloseTimeSeconds;
    this.closeTimeSeconds = view.closeTimeSeconds;
    this.parentHash = view.parentHash;
    this.rules = view.rules;
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

/** Requests that pause while the open ledger is unchanged share one copy. */
const copies = new WeakMap<OpenView, { readonly transactionCount: number; readonly copy: OpenView }>();

function copyOf(openView: OpenView): OpenView {
  const known = copies.get(openView);
  const { transactionCount } = openView;
  if (known?.transactionCount === transactionCount) return known.copy;
  const copy = openView.copy();
  copies.set(openView, { transactionCount, copy });
  return copy;
}
