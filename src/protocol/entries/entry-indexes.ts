/**
 * The keys of the ledger entries that Weir only looks up, for `ledger_entry`: no transaction here creates them, yet a
 * ledger that came from elsewhere may hold them (rippled: Indexes.cpp, namespace keylet).
 */

import { type AccountId, type Hash256, type Hex, type Issue, XRP_CURRENCY } from '../values.ts';
import { IndexSpace, indexHash } from './index-hash.ts';

/** The validators that are known to be offline. */
export function negativeUnlIndex(): Hash256 {
  return indexHash(IndexSpace.negativeUnl);
}

/** The automated market maker of two assets, in either order. */
export function ammIndex(one: Issue, other: Issue): Hash256 {
  const [first, second] = compareAssets(other, one) < 0 ? [other, one] : [one, other];
  return indexHash(IndexSpace.amm, issuerThenCurrency(first), issuerThenCurrency(second));
}

/**
 * Multi-purpose tokens sort before the others; those by currency, then issuer (rippled: Asset.h and Issue.h,
 * operator<=>).
 */
function compareAssets(one: Issue, other: Issue): number {
  const [a, b] = [sortKey(one), sortKey(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortKey(issue: Issue): string {
  if ('mptIssuanceId' in issue) return `0${issue.mptIssuanceId}`;
  return `1${issue.currency}${issue.currency === XRP_CURRENCY ? '' : issue.issuer}`;
}

function issuerThenCurrency(issue: Issue): Hex {
  if ('mptIssuanceId' in issue) return issue.mptIssuanceId;
  return (issue.issuer ?? XRP_CURRENCY) + issue.currency;
}

/** The permissions that one account delegated to another. */
export function delegateIndex(account: AccountId, authorized: AccountId): Hash256 {
  return indexHash(IndexSpace.delegate, account, authorized);
}
