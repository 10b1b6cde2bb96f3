/**
 * Index of trust lines by authorization over the newest validated ledger, so that a page of an issuer with a million lines
 * costs only the lines that it returns. Each trust line has a row for each of its two accounts:
 *
 *  account (20 bytes), state (1), currency (20), key of the line (32)
 *
 * Rows derive from the entries that a ledger changed (`DerivedChanges.indexChanges`). Rows of one state, currency and key
 * never move, so a reader that continues after a key misses and repeats nothing while ledgers close.
 */
import type { StateIndex } from '../../ledger/derived-changes.ts';
import { signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import type { LedgerEntry, RippleState } from '../../protocol/entries/entries.ts';
import { hasFlag } from '../../protocol/tables/flags.ts';
import type { AccountId, Currency, Hash256, Hex } from '../../protocol/values.ts';
import type { StateStore } from '../../storage/state-store.ts';
import { balanceAt, oppositeSide, sideOf } from '../../transactions/trust-lines/trust-line-side.ts';

const INDEX = 'trust_lines';
const STATE_CODES = { pending: '01', authorized: '02', other: '03' } as const;
const KEY_DIGITS = 64;

/** Whether an account has authorized the line of its peer. */
export type Authorization = keyof typeof STATE_CODES;

export const TRUST_LINE_INDEX: StateIndex = { name: INDEX, types: ['RippleState'], rowsOf };
export const AUTHORIZATIONS = Object.keys(STATE_CODES) as Authorization[];

/**
 * `authorized`: the account has set its authorization flag on the line, which is permanent. `pending`: it has not, and
 * the peer has a positive limit or balance, or another setting for which it pays the reserve. `other`: the peer's side has
 * default values.
 */
export function authorizationOf(line: Readonly<RippleState>, account: AccountId): Authorization {
  const peer = line.LowLimit.issuer === account ? line.HighLimit.issuer : line.LowLimit.issuer;
  const own = sideOf(account, peer);
  if (hasFlag(line, own.auth)) return 'authorized';
  const theirs = oppositeSide(own);
  const isUsed =
    signOfIssued(line[theirs.limit]) > 0 || signOfIssued(balanceAt(line, theirs)) > 0 || hasFlag(line, theirs.reserve);
  return isUsed ? 'pending' : 'other';
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

/** Selects lines of an account. */
export interface TrustLineQuery {
  readonly account: AccountId;
  /** All states if absent. */
  readonly authorization?: Authorization | undefined;
  readonly currency?: Currency | undefined;
  /** Starts after this place. */
  readonly after?: Hex | undefined;
}

/** A line of an account in the order of the index. */
export interface IndexedTrustLine {
  readonly key: Hash256;
  readonly authorization: Authorization;
  /** Position among the account's lines: the currency, then the key. */
  readonly place: Hex;
}

/** The lines in the store's last ledger by currency and key. Lazy: each costs at most one seek. */
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
