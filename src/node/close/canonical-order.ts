/**
 * The order in which a set of transactions is applied: by account, salted so that no account can choose to be first;
 * then an account's sequences before its tickets, each ascending; then by id (rippled: CanonicalTXSet.cpp).
 */

import { type SequenceProxy, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { partitionPoint } from '../../util/partition-point.ts';

interface Keyed extends SequenceProxy {
  readonly accountKey: string;
  readonly transaction: Transaction;
}

/** Sorts transactions canonically; the salt is usually the root hash of the set. */
export function canonicalOrder(transactions: Iterable<Transaction>, salt: Hash256): Transaction[] {
  const accountKeys = new Map<AccountId, string>();
  const keyed: Keyed[] = [];
  for (const transaction of transactions) {
    const { Account: account } = transaction.fields;
    let accountKey = accountKeys.get(account);
    if (accountKey === undefined) {
      accountKey = saltedKey(account, salt);
      accountKeys.set(account, accountKey);
    }
    keyed.push({ accountKey, ...sequenceProxy(transaction.fields), transaction });
  }
  return keyed.sort(compare).map(({ transaction }) => transaction);
}

/** What orders accounts: their id XOR the salt's first 20 bytes; the rest of the salt is the same for all. */
export function saltedKey(account: AccountId, salt: Hash256): string {
  let key = '';
  for (let at = 0; at < account.length; at += 8) {
    const mixed = (Number.parseInt(account.slice(at, at + 8), 16) ^ Number.parseInt(salt.slice(at, at + 8), 16)) >>> 0;
    key += mixed.toString(16).padStart(8, '0');
  }
  return key;
}

function compare(a: Keyed, b: Keyed): number {
  if (a.accountKey !== b.accountKey) return a.accountKey < b.accountKey ? -1 : 1;
  return compareWithinAccount(a, b) || (a.transaction.id < b.transaction.id ? -1 : 1);
}

/** What orders two transactions of one account: sequences go before tickets. Below zero if `a` comes first. */
export function compareWithinAccount(a: SequenceProxy, b: SequenceProxy): number {
  if (a.isTicket !== b.isTicket) return a.isTicket ? 1 : -1;
  return a.value - b.value;
}

/** Index of the first entry at or after a place in its account's order; of the end if there is none. */
export function firstAtOrAfter(entries: readonly SequenceProxy[], place: SequenceProxy): number {
  return partitionPoint(entries.length, (at) => compareWithinAccount(entries[at]!, place) < 0);
}
