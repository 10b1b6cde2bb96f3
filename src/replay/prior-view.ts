/** The view that a transaction of a recorded ledger is applied to. It notes each read that has no certain answer. */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry } from '../protocol/entries/entries.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { PriorState } from './prior-state.ts';

/** A read without a certain answer. */
export interface Missing {
  /** `entry`: its content, or whether there is one. `successor`: the next key that holds an entry. */
  readonly kind: 'entry' | 'successor';
  readonly key: Hash256;
  readonly type?: EntryName | undefined;
}

/** What the ledger before says about itself. */
export type ParentHeader = Pick<LedgerHeader, 'ledgerIndex' | 'hash' | 'closeTimeSeconds'>;

export class PriorView implements ReadView {
  readonly isOpen = false;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly rules: Rules;
  /** Positions of earlier transactions with a difference that this one reads the results of. */
  readonly dependsOn = new Set<number>();
  readonly #missing = new Map<string, Missing>();
  readonly #state: PriorState;

  constructor(state: PriorState, parent: ParentHeader, rules: Rules) {
    this.#state = state;
    this.ledgerIndex = parent.ledgerIndex;
    this.parentCloseTimeSeconds = parent.closeTimeSeconds;
    this.closeTimeSeconds = parent.closeTimeSeconds;
    this.parentHash = parent.hash;
    this.rules = rules;
  }

  get missing(): Missing[] {
    return [...this.#missing.values()];
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    const entry = this.#read(keylet.key, keylet.type);
    return entry?.LedgerEntryType === keylet.type ? (entry as LedgerEntries[Name]) : undefined;
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.#read(key, undefined);
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    const { next, isKnown } = this.#state.successor(key);
    if (!isKnown) this.#note({ kind: 'successor', key });
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  hasTransaction(): boolean {
    return false;
  }

  #read(key: Hash256, type: EntryName | undefined): LedgerEntry | undefined {
    const entry = this.#state.entry(key);
    const since = this.#state.uncertainSince(key);
    if (since !== undefined) this.dependsOn.add(since);
    if (entry !== undefined) return entry ?? undefined;
    this.#note({ kind: 'entry', key, type });
    return type === 'AccountRoot' ? this.#state.assumedAccount(key) : undefined;
  }

  #note(missing: Missing): void {
    const id = missing.kind + missing.key;
    if (this.#missing.get(id)?.type === undefined) this.#missing.set(id, missing);
  }
}
