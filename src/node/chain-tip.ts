/**
 * The last validated ledger of a chain, as a node or a follower of one reads it: header, fees, hashes of recent ledgers, and
 * the entries that were read lately.
 */

import { ledgerFees, type RecentLedgers, withLedger } from '../ledger/chain-entries.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';
import { readUnlistedRules } from './chain-parameters.ts';
import { EntryCache, recentLedgers, StoredView, type ViewedStore } from './stored-view.ts';

/** Entries by key; null for none, undefined for one that is not known. */
type KnownEntries = ReadonlyMap<Hash256, Readonly<LedgerEntry> | null | undefined>;

export class ChainTip {
  readonly cache: EntryCache;
  readonly #store: ViewedStore;
  readonly #unlistedRules: readonly string[];
  #header: LedgerHeader;
  #fees: Fees | undefined;
  #rules: Rules | undefined;
  #recentLedgers: RecentLedgers | undefined;

  /** `cachedEntries`: how many entries are kept in memory, where it is not the usual number. */
  constructor(store: ViewedStore, header: LedgerHeader, cachedEntries?: number) {
    this.#store = store;
    this.#unlistedRules = readUnlistedRules(store);
    this.#header = header;
    this.cache = new EntryCache(header.ledgerIndex, cachedEntries);
  }

  get header(): LedgerHeader {
    return this.#header;
  }

  get fees(): Fees {
    this.#fees ??= ledgerFees(this.viewOf(this.#header));
    return this.#fees;
  }

  get rules(): Rules {
    this.#rules ??= this.viewOf(this.#header).rules;
    return this.#rules;
  }

  /** Up to this one. */
  get recentLedgers(): RecentLedgers {
    this.#recentLedgers ??= recentLedgers(this.#store, this.#header.ledgerIndex);
    return this.#recentLedgers;
  }

  /** A validated ledger's state; undefined if the store does not have that ledger. */
  view(ledgerIndex: number): StoredView | undefined {
    const last = this.#header;
    if (ledgerIndex > last.ledgerIndex) return undefined;
    const header = ledgerIndex === last.ledgerIndex ? last : this.#store.header(ledgerIndex);
    return header && this.viewOf(header);
  }

  viewOf(header: LedgerHeader): StoredView {
    return new StoredView(this.#store, header, this.cache, this.#unlistedRules);
  }

  /** Moves to a later ledger. `changedKeys`: what it changed; undefined if that is unknown. */
  follow(header: LedgerHeader, changedKeys: Iterable<Hash256> | undefined): void {
    // If a ledger was skipped, its changed keys are unknown, so the cache is cleared.
    const isNext = header.ledgerIndex === this.#header.ledgerIndex + 1;
    this.cache.forget(header.ledgerIndex, isNext ? changedKeys : undefined);
    this.moveTo(header);
  }

  /** Moves to the next ledger, which the cache has reached before. */
  moveTo(header: LedgerHeader): void {
    const isNext = header.parentHash === this.#header.hash;
    const recent = isNext ? this.#recentLedgers : undefined;
    this.#recentLedgers = recent && withLedger(recent, header.hash);
    this.#header = header;
    this.#fees = undefined;
    this.#rules = undefined;
  }

  /** Returns to an earlier ledger, which differs from the last one in these entries; undefined if they are unknown. */
  resetTo(header: LedgerHeader, changed: KnownEntries | undefined): void {
    const { ledgerIndex } = header;
    this.cache.forget(ledgerIndex, changed?.keys());
    for (const [key, entry] of changed ?? []) if (entry !== undefined) this.cache.set(key, ledgerIndex, entry);
    this.moveTo(header);
  }
}
