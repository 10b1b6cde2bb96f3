/** A check: the right to pull up to an amount from its writer's account. */
import type { Keylet, LedgerEntries } from '../../protocol/entries/entries.ts';
import type { Hash256 } from '../../protocol/values.ts';

export type Check = LedgerEntries['Check'];

/** The keylet of a check ID from a transaction; an entry of another type is not found. */
export function checkById(checkId: Hash256): Keylet<'Check'> {
  return { type: 'Check', key: checkId };
}
