/**
 * The keys of the ledger entries that Weir only looks up, for `ledger_entry`: no transaction here creates them, yet a
 * ledger that came from elsewhere may hold them (rippled: Indexes.cpp, namespace keylet).
 */

import type { AccountId, Hash256 } from '../values.ts';
import { IndexSpace, indexHash } from './index-hash.ts';

/** The validators that are known to be offline. */
export function negativeUnlIndex(): Hash256 {
  return indexHash(IndexSpace.negativeUnl);
}

/** The permissions that one account delegated to another. */
export function delegateIndex(account: AccountId, authorized: AccountId): Hash256 {
  return indexHash(IndexSpace.delegate, account, authorized);
}
