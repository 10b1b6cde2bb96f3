/**
 * The store of a fork: what the fork changed is in a store of its own, all other entries are those of another server's
 * ledger. The own store begins with that ledger's header. Its state tree and its indexes have only entries that the fork changed.
 */
import type { Hash256 } from '../../protocol/values.ts';
import { ComposedStore } from '../composed-store.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { ForkBase } from './fork-base.ts';

export class ForkedStore extends ComposedStore {
  readonly #own: LedgerStore;
  readonly #base: ForkBase;

  constructor(own: LedgerStore, base: ForkBase) {
    super(own, own);
    this.#own = own;
    this.#base = base;
  }

  /** Throws `ForkReadError`. */
  override entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const own = this.#own.entry(key, ledgerIndex);
    if (own !== undefined || this.#isChanged(key, ledgerIndex)) return own;
    return this.#base.entry(key);
  }

  /** Throws `ForkReadError`. */
  override nextEntryKey(key: Hash256, ledgerIndex: number, before?: Hash256): Hash256 | undefined {
    const own = this.#own.nextEntryKey(key, ledgerIndex);
    let others = this.#base.nextKey(key, before);
    while (others !== undefined && (own === undefined || others < own) && this.#isChanged(others, ledgerIndex)) {
      others = this.#base.nextKey(others, before);
    }
    return own === undefined || (others !== undefined && others < own) ? others : own;
  }

  override async close(): Promise<void> {
    try {
      await this.#base.close();
    } finally {
      await this.#own.close();
    }
  }

  /** True for an entry that the fork has created, changed or deleted. */
  #isChanged(key: Hash256, ledgerIndex: number): boolean {
    return this.#own.entryLedger(key, ledgerIndex) !== undefined;
  }
}
