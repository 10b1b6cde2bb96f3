/** A check: the right to take up to an amount from its writer's account. */
import type { Keylet, LedgerEntries } from '../../protocol/entries/entries.ts';
import type { Hash256 } from '../../protocol/values.ts';

export type Check = LedgerEntries['Check'];

/** A check by the id that transactions name it with; the id of anything else finds nothing. */
export function checkById(checkId: Hash256): Keylet<'Check'> {
  return { type: 'Check', key: checkId };
}
