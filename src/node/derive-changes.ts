/**
 * What follows from a closed ledger: the one place that says so. A close has the values at hand, decoded; whoever has
 * the ledger's bytes alone decodes them first (`readTransaction`, `readEntries`), and gets the same.
 *
 * Who waits for an issuer's approval, as an index over the newest state, so that a page of an issuer with a million
 * lines costs what it returns. Each trust line has a row at both of its accounts:
 *
 *  account (20 bytes), state (1), currency (20), key of the line (32)
 *
 * The rows derive from the entries that a ledger changed; the store only keeps them (`DerivedChanges.indexChanges`).
 * Only the newest validated ledger is indexed. Rows of one state, currency and key never move, so a reader who goes on
 * behind a key misses and repeats nothing, even while ledgers close.
 */

import { encodeHistoryFacts, transactionSubject } from '../history/history-index-row.ts';
import { affectedAccounts } from '../ledger/affected-accounts.ts';
import { affectedEntries } from '../ledger/affected-entries.ts';
import type { ClosedLedger, ClosedTransaction } from '../ledger/closed-ledger.ts';
import type { DerivedChanges, DerivedTransaction, IndexChange, StateIndex } from '../ledger/derived-changes.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { signOfIssued } from '../protocol/amounts/issued-amount.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry, RippleState } from '../protocol/entries/entries.ts';
import { hasFlag } from '../protocol/tables/flags.ts';
import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import type { AccountId, Currency, Hash256, Hex, StObject } from '../protocol/values.ts';
import type { StateTree } from '../shamap/state-tree.ts';
import type { StateStore } from '../storage/state-store.ts';
import { balanceAt, oppositeSide, sideOf } from '../transactions/trust-lines/trust-line-side.ts';
import type { Steps } from '../util/steps.ts';
import { ORDER_BOOK_INDEX } from './order-book-index.ts';

/** A transaction of a closed ledger, decoded as far as anything derives from it. */
export interface ReadTransaction {
  readonly id: Hash256;
  readonly fields: StObject;
  readonly metadata: Uint8Array;
  /** The accounts that it affected, ascending. */
  readonly accounts: readonly AccountId[];
}

/** What everything else derives from. */
export interface DerivationInput {
  /** The parent's state; undefined for the first ledger. */
  readonly before: Pick<ReadView, 'readAny'> | undefined;
  /** In their order. */
  readonly transactions: Iterable<ReadTransaction>;
  /** Entries that changed: key → entry, or null for one that is gone. */
  readonly changedEntries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>;
  /** Has the ledger's changes, hashed. What is taken from it is to be confirmed or discarded. */
  readonly tree: StateTree;
}

export function* deriveChanges(input: DerivationInput): Steps<DerivedChanges> {
  const transactions: DerivedTransaction[] = [];
  for (const transaction of input.transactions) {
    transactions.push(deriveTransaction(transaction));
    yield;
  }
  const { movedKeys } = input.tree;
  const treeChanges = yield* input.tree.takeChanges();
  const indexChanges = yield* stateIndexChanges(input.before, input.changedEntries);
  return { transactions, movedKeys, treeChanges, indexChanges };
}

/** Whose history a transaction belongs to, and what is said about it there. */
export function deriveTransaction({ id, fields, metadata, accounts }: ReadTransaction): DerivedTransaction {
  const subject = transactionSubject(fields, metadata);
  return { id, accounts, facts: accounts.map((account) => encodeHistoryFacts(subject, account)) };
}

/** Decodes what a store or a log has of a transaction. */
export function readTransaction({ blob, metadata }: ClosedTransaction): ReadTransaction {
  const accounts = affectedAccounts(affectedEntries(metadata));
  return { id: transactionIdOf(blob), fields: decodeObject(blob) as StObject, metadata, accounts };
}

/** Decodes the entries that a ledger changed. */
export function* readEntries({ stateChanges }: ClosedLedger): Steps<Map<Hash256, Readonly<LedgerEntry> | null>> {
  const entries = new Map<Hash256, Readonly<LedgerEntry> | null>();
  for (const [key, bytes] of stateChanges) {
    entries.set(key, bytes === undefined ? null : ({ ...decodeObject(bytes), index: key } as LedgerEntry));
    yield;
  }
  return entries;
}

/** How a ledger changes the indexes: `before` is the parent's state, `changed` what differs (null: gone). */
export function* stateIndexChanges(
  before: Pick<ReadView, 'readAny'> | undefined,
  changed: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>,
): Steps<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [key, entry] of changed) {
    // What an entry is never changes, so only deletions need a look at what was there.
    const type = (entry ?? before?.readAny(key))?.LedgerEntryType;
    for (const { name, types, rowsOf: rows } of [TRUST_LINE_INDEX, ORDER_BOOK_INDEX]) {
      if (type === undefined || !types.includes(type)) continue;
      const parent = before?.readAny(key);
      const old = parent === undefined ? [] : rows(parent);
      const now = entry === null ? [] : rows(entry);
      for (const row of old) if (!now.includes(row)) changes.push({ index: name, key: row, isPresent: false });
      for (const row of now) if (!old.includes(row)) changes.push({ index: name, key: row, isPresent: true });
      yield;
    }
  }
  return changes;
}

const INDEX = 'trust_lines';
const STATE_CODES = { pending: '01', authorized: '02', other: '03' } as const;
const KEY_DIGITS = 64;

/** What an account has decided about a line of its peer. */
export type Authorization = keyof typeof STATE_CODES;

const TRUST_LINE_INDEX: StateIndex = { name: INDEX, types: ['RippleState'], rowsOf };

export const AUTHORIZATIONS = Object.keys(STATE_CODES) as Authorization[];

/**
 * `authorized`: the account has set its authorization flag on the line, which is for ever. `pending`: it has not, and
 * the peer wants or has something: a positive limit or balance, or another setting that makes it pay the reserve.
 * `other`: the peer's side is as if there was no line.
 */
export function authorizationOf(line: Readonly<RippleState>, account: AccountId): Authorization {
  const peer = line.LowLimit.issuer === account ? line.HighLimit.issuer : line.LowLimit.issuer;
  const own = sideOf(account, peer);
  if (hasFlag(line, own.auth)) return 'authorized';
  const theirs = oppositeSide(own);
  const isWanted =
    signOfIssued(line[theirs.limit]) > 0 || signOfIssued(balanceAt(line, theirs)) > 0 || hasFlag(line, theirs.reserve);
  return isWanted ? 'pending' : 'other';
}

function rowsOf(entry: Readonly<LedgerEntry>): Hex[] {
  if (entry.LedgerEntryType !== 'RippleState') return [];
  return [entry.LowLimit.issuer, entry.HighLimit.issuer].map(
    (account) => prefixOf(account, authorizationOf(entry, account)) + entry.Balance.currency + entry.index,
  );
}

function prefixOf(account: AccountId, state: Authorization): Hex {
  return account + STATE_CODES[state];
}

/** Which lines of an account are asked for. */
export interface TrustLineQuery {
  readonly account: AccountId;
  /** All states if absent. */
  readonly authorization?: Authorization | undefined;
  readonly currency?: Currency | undefined;
  /** Go on behind this place. */
  readonly after?: Hex | undefined;
}

/** A line of an account in the order of the index. */
export interface IndexedTrustLine {
  readonly key: Hash256;
  readonly authorization: Authorization;
  /** Where the line is in any list of this account's lines: the currency, then the key. */
  readonly place: Hex;
}

/** The lines as of the store's last ledger by currency and key. Lazily; each one costs a seek or less. */
export function* indexedTrustLines(store: StateStore, query: TrustLineQuery): Generator<IndexedTrustLine, void> {
  const states = query.authorization === undefined ? AUTHORIZATIONS : [query.authorization];
  const lists = states.map((state) => linesOf(store, query, state));
  const heads = lists.map((list) => list.next().value);
  for (;;) {
    let first: number | undefined;
    for (const [at, head] of heads.entries()) {
      if (head && (first === undefined || head.place < heads[first]!.place)) first = at;
    }
    if (first === undefined) return;
    yield heads[first]!;
    heads[first] = lists[first]!.next().value;
  }
}

function* linesOf(
  store: StateStore,
  { account, currency = '', after }: TrustLineQuery,
  authorization: Authorization,
): Generator<IndexedTrustLine, undefined> {
  const prefix = prefixOf(account, authorization);
  const start = after === undefined ? undefined : prefix + after;
  for (const row of store.indexKeys(INDEX, prefix + currency, start)) {
    yield { key: row.slice(-KEY_DIGITS), authorization, place: row.slice(prefix.length) };
  }
  return undefined;
}
