/** Owner directories, and the reserve for owned entries. */
import { describeOwnerDirectory, directoryInsert } from '../../ledger/directory.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { accountReserve, type Fees } from '../../protocol/amounts/amount-math.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';

/** Adds a key to an account's owner directory. Returns the page number; undefined if the directory is full. */
export function insertInOwnerDirectory(sandbox: Sandbox, owner: AccountId, key: Hash256): bigint | undefined {
  return directoryInsert(sandbox, ownerDirKeylet(owner), key, describeOwnerDirectory(owner));
}

/**
 * True if the balance, in drops, covers the reserve with `added` more owned entries. Callers mostly pass the balance
 * before the fee, because a fee may be paid out of the reserve.
 */
export function coversReserve(fees: Fees, account: Readonly<AccountRoot>, balanceDrops: bigint, added = 0): boolean {
  return balanceDrops >= accountReserve(fees, account.OwnerCount + added);
}
