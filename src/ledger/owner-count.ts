/** The count of objects that an account owns, each of which raises its reserve (rippled: AccountRootHelpers.cpp). */
import type { AccountRoot } from '../protocol/entries/entries.ts';
import { recordOwnerCount } from './payment-sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const MAX_OWNER_COUNT = 0xffffffff;

/** Adds to the owner count, clamped to what 32 bits hold, and updates the account. */
export function adjustOwnerCount(sandbox: Sandbox, account: AccountRoot, change: number): void {
  const adjusted = Math.min(MAX_OWNER_COUNT, Math.max(0, account.OwnerCount + change));
  recordOwnerCount(sandbox, account.Account, account.OwnerCount, adjusted);
  account.OwnerCount = adjusted;
  sandbox.update(account);
}
