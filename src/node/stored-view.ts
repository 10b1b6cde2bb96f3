/**
 * A closed ledger's state as a view: entries come from the store as of that ledger. Entries of the newest ledger are
 * kept decoded, because the open ledger and most requests read them again and again.
 */

import { type RecentLedgers, SKIP_LIST_LENGTH, shortSkipList } from '../ledger/chain-entries.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { EntryName, Keylet, LedgerEntries, LedgerEntry, LedgerHashes } from '../protocol/entries/entries.ts';
import { amendmentsKeylet, skipKeylet } from '../protocol/entries/keylets.ts';
import { type Rules, rulesOf } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';
import { readChainStart } from '../storage/chain-start.ts';
import type { HistoryStore } from '../storage/history-store.ts';
import type { NamedValues } from '../storage/ledger-store.ts';
import type { StateStore } from '../storage/state-store.ts';
import { BoundedCache } from '../util/bounded-cache.ts';

/** Default capacity of a cache. */
const CACHED_ENTRIES = 50_000;
/** An entry up to this size counts as one, a larger one as several. An account takes about 700 bytes. */
const USUAL_ENTRY_BYTES = 1_000;
/** Size of an object without its members, and of a text without its characters. */
const VALUE_BYTES = 32;
const MEMBER_BYTES = 8;
/** Ledger 1 has no predecessor to list. */
const FIRST_LEDGER_WITH_SKIP_LIST = 2;

type EntryValues = BoundedCache<Hash256, Readonly<LedgerEntry> | null>;

/** Decoded entries of the newest ledger; null for keys known to hold nothing. */
export class EntryCache {
  readonly #capacity: number;
  #ledgerIndex: number;
  #entries: EntryValues;

  /** Keeps `capacity` entries of up to `USUAL_ENTRY_BYTES`, and at most twice as many. */
  constructor(ledgerIndex: number, capacity: number = CACHED_ENTRIES) {
    this.#ledgerIndex = ledgerIndex;
    this.#capacity = capacity;
    this.#entries = this.#newEntries();
  }

  /** Undefined if the entry is unknown, or if the cache is of another ledger. */
  get(key: Hash256, ledgerIndex: number): Readonly<LedgerEntry> | null | undefined {
    return ledgerIndex === this.#ledgerIndex ? this.#entries.get(key) : undefined;
  }

  set(key: Hash256, ledgerIndex: number, entry: Readonly<LedgerEntry> | null): void {
    if (ledgerIndex === this.#ledgerIndex) this.#entries.set(key, entry);
  }

  /** Moves to another ledger, without the entries of these keys; without all entries if they are undefined. */
  forget(ledgerIndex: number, changedKeys: Iterable<Hash256> | undefined): void {
    this.#ledgerIndex = ledgerIndex;
    if (changedKeys === undefined) this.#entries = this.#newEntries();
    else for (const key of changedKeys) this.#entries.delete(key);
  }

  /** Moves to the next ledger, with its changed entries. */
  advance(ledgerIndex: number, changes: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>): void {
    this.#ledgerIndex = ledgerIndex;
    for (const [key, entry] of changes) this.#entries.set(key, entry);
  }

  #newEntries(): EntryValues {
    return new BoundedCache(this.#capacity, (entry) => Math.max(1, memoryOf(entry) / USUAL_ENTRY_BYTES));
  }
}

/** Approximate size of a decoded value in bytes. */
function memoryOf(value: unknown): number {
  if (typeof value === 'string') return VALUE_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) for (const element of value) bytes += MEMBER_BYTES + memoryOf(element);
  else for (const name in value) bytes += MEMBER_BYTES + memoryOf((value as Record<string, unknown>)[name]);
  return bytes;
}

/** The part of a store that views read. */
export type ViewedStore = Pick<StateStore, 'entry' | 'nextEntryKey'> &
  Pick<HistoryStore, 'header' | 'transactionLocation'> &
  Pick<NamedValues, 'metaValue'>;

export class StoredView implements ReadView {
  readonly isOpen = false;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  readonly parentHash: Hash256;
  readonly #store: ViewedStore;
  readonly #cache: EntryCache;
  readonly #unlistedRules: readonly string[];
  #rules: Rules | undefined;
  #skipList: Readonly<LedgerHashes> | undefined;

  /** `unlistedRules`: names of amendments in force without an `Amendments` entry. */
  constructor(store: ViewedStore, header: LedgerHeader, cache: EntryCache, unlistedRules: readonly string[]) {
    this.#store = store;
    this.#cache = cache;
    this.#unlistedRules = unlistedRules;
    this.ledgerIndex = header.ledgerIndex;
    this.parentCloseTimeSeconds = header.parentCloseTimeSeconds;
    this.closeTimeSeconds = header.closeTimeSeconds;
    this.parentHash = header.parentHash;
  }

  get rules(): Rules {
    this.#rules ??= rulesOf(this.read(amendmentsKeylet())?.Amendments ?? [], this.#unlistedRules);
    return this.#rules;
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    const entry = this.readAny(keylet.key);
    return entry?.LedgerEntryType === keylet.type ? (entry as LedgerEntries[Name]) : undefined;
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    const cached = this.#cache.get(key, this.ledgerIndex);
    if (cached !== undefined) return cached ?? undefined;
    if (key === skipKeylet().key) return this.#readSkipList();
    const bytes = this.#store.entry(key, this.ledgerIndex);
    const entry = bytes === undefined ? null : ({ ...decodeObject(bytes), index: key } as LedgerEntry);
    this.#cache.set(key, this.ledgerIndex, entry);
    return entry ?? undefined;
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    let next = this.#store.nextEntryKey(key, this.ledgerIndex, before);
    const skipKey = skipKeylet().key;
    const isSkipListNext = skipKey > key && (next === undefined || skipKey < next);
    if (isSkipListNext && this.ledgerIndex >= FIRST_LEDGER_WITH_SKIP_LIST) next = skipKey;
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  hasTransaction(id: Hash256): boolean {
    return this.#store.transactionLocation(id)?.ledgerIndex === this.ledgerIndex;
  }

  /** The list of recent hashes is not stored, because it follows from the headers. */
  #readSkipList(): Readonly<LedgerHashes> | undefined {
    if (this.ledgerIndex < FIRST_LEDGER_WITH_SKIP_LIST) return undefined;
    this.#skipList ??= shortSkipList(recentLedgers(this.#store, this.ledgerIndex - 1), this.ledgerIndex - 1);
    return this.#skipList;
  }
}

/** The last 256 ledgers up to `lastIndex`. The start of the chain has those before it. */
export function recentLedgers(
  store: Pick<HistoryStore, 'header'> & Pick<NamedValues, 'metaValue'>,
  lastIndex: number,
): RecentLedgers {
  const hashes: Hash256[] = [];
  for (let index = Math.max(1, lastIndex - SKIP_LIST_LENGTH + 1); index <= lastIndex; index++) {
    const header = store.header(index);
    if (header !== undefined) hashes.push(header.hash);
  }
  const earlier = readChainStart(store)?.recentLedgers;
  return earlier === undefined
    ? { hashes }
    : { ...earlier, hashes: [...earlier.hashes, ...hashes].slice(-SKIP_LIST_LENGTH) };
}
