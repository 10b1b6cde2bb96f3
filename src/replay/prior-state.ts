/**
 * The state before a transaction of a recorded ledger, as far as it is known. In this order: what earlier transactions
 * of the ledger left; the entries of the ledger before, from a server; and without a server, the entry before its next
 * change, by the metadata.
 */
import type { DirectoryNode, LedgerEntry } from '../protocol/entries/entries.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import type { AffectedState } from './affected-states.ts';
import { DirectoryMembers, membersByPage } from './directory-members.ts';
import type { RecordedTransaction } from './recorded-ledger.ts';

const ACCOUNT = /^[0-9A-F]{40}$/;
const ASSUMED_BALANCE = 100_000_000n;

export class PriorState {
  /** Entries now, by key; null for none. */
  readonly #current = new Map<Hash256, LedgerEntry | null>();
  /** Entries of the ledger before, from a server. */
  readonly #fetched = new Map<Hash256, LedgerEntry | null>();
  /** Key → the next key of the ledger before that holds an entry; undefined for none. */
  readonly #successors = new Map<Hash256, Hash256 | undefined>();
  /** Entries before the first change in this ledger, by the metadata. */
  readonly #first = new Map<Hash256, AffectedState>();
  readonly #members: DirectoryMembers;
  /** Entries whose value is from metadata after a difference, with the position of that transaction. */
  readonly #uncertain = new Map<Hash256, number>();
  readonly #accounts = new Map<Hash256, AccountId>();

  constructor(recorded: readonly RecordedTransaction[], affected: readonly (readonly AffectedState[])[]) {
    for (const state of affected.flat()) if (!this.#first.has(state.key)) this.#first.set(state.key, state);
    this.#members = new DirectoryMembers(affected);
    for (const { transaction, meta } of recorded) {
      this.#noteAccounts(transaction?.fields);
      this.#noteAccounts(meta);
    }
  }

  /** The entry; null for none; undefined if it is not known. */
  entry(key: Hash256): LedgerEntry | null | undefined {
    const known = this.#current.has(key) ? this.#current.get(key) : this.#fetched.get(key);
    if (known !== undefined) return known;
    const entry = this.#first.get(key)?.before;
    if (entry?.LedgerEntryType !== 'DirectoryNode') return entry;
    return { ...entry, Indexes: this.#members.indexesOf(entry) };
  }

  /**
   * The smallest key above `key` that holds an entry. `isKnown` is false if another one may be in between.
   */
  successor(key: Hash256): { readonly next: Hash256 | undefined; readonly isKnown: boolean } {
    let next = this.#successors.get(key);
    // An entry that this ledger deleted is followed by the next one of the ledger before.
    while (next !== undefined && this.#current.get(next) === null && this.#successors.has(next)) {
      next = this.#successors.get(next);
    }
    const isErased = next !== undefined && this.#current.get(next) === null;
    const isKnown = this.#successors.has(key) && !isErased;
    for (const keys of isKnown ? [this.#current] : [this.#current, this.#fetched, this.#first]) {
      for (const other of keys.keys()) {
        if (other > key && (next === undefined || other < next) && this.entry(other)) next = other;
      }
    }
    return { next, isKnown };
  }

  /** The key after which the successor must be asked for, to answer `successor(key)`. */
  unknownAfter(key: Hash256): Hash256 {
    let from = key;
    while (this.#successors.has(from)) from = this.#successors.get(from)!;
    return from;
  }

  /** The account of an account root, if the transactions of the ledger name it. */
  accountOf(key: Hash256): AccountId | undefined {
    return this.#accounts.get(key);
  }

  /** Stands for an account root that is not known: no flags, and enough XRP. */
  assumedAccount(key: Hash256): LedgerEntry | undefined {
    const Account = this.#accounts.get(key);
    if (Account === undefined) return undefined;
    return { ...newEntry({ type: 'AccountRoot', key }), Account, Sequence: 1, Balance: ASSUMED_BALANCE };
  }

  /** The position of the transaction whose difference made the value of this entry uncertain. */
  uncertainSince(key: Hash256): number | undefined {
    return this.#uncertain.get(key);
  }

  /** Adds an entry of the ledger before; null for none. */
  addFetched(key: Hash256, entry: LedgerEntry | null): void {
    this.#fetched.set(key, entry);
  }

  addSuccessor(key: Hash256, next: Hash256 | undefined): void {
    this.#successors.set(key, next);
  }

  /** Continues with what a transaction changed. */
  follow(changed: ReadonlyMap<Hash256, LedgerEntry | null>): void {
    for (const [key, entry] of changed) this.#current.set(key, entry);
  }

  /** Continues with what the metadata shows. A page keeps its members but for entries that are gone, and gets new ones. */
  followMetadata(affected: readonly AffectedState[], position: number): void {
    const created = affected.flatMap(({ before, after }) => (before === null && after ? [after] : []));
    const added = membersByPage(created);
    const gone = new Set(affected.flatMap(({ key, after }) => (after === null ? [key] : [])));
    for (const { key, after } of affected) {
      if (after === undefined) continue;
      this.#uncertain.set(key, position);
      if (after?.LedgerEntryType !== 'DirectoryNode') {
        this.#current.set(key, after);
        continue;
      }
      const page = this.entry(key) as DirectoryNode | null | undefined;
      const kept = (page?.Indexes ?? []).filter((member) => !gone.has(member));
      const Indexes = [...kept, ...(added.get(key) ?? []).map(({ index }) => index)];
      this.#current.set(key, { ...after, Indexes });
    }
  }

  #noteAccounts(value: unknown): void {
    if (typeof value === 'string') {
      if (ACCOUNT.test(value)) this.#accounts.set(accountKeylet(value).key, value);
    } else if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) this.#noteAccounts(part);
    }
  }
}
