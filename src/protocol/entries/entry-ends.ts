/** The two accounts that an entry connects. */
import type { AccountId } from '../values.ts';
import type { LedgerEntry } from './entries.ts';

/**
 * The accounts at the two ends of an entry: both sides of a trust line; for any other entry its creator (`Account`) and
 * its `Destination`. An owner in another field, such as `Owner` or `Issuer`, is not an end: the reference does the same
 * (rippled: ApplyStateTable.cpp, threadOwners; RPCHelpers.cpp, isRelatedToAccount).
 */
export function entryEnds(entry: Readonly<LedgerEntry>): readonly AccountId[] {
  if (entry.LedgerEntryType === 'RippleState') return [entry.LowLimit.issuer, entry.HighLimit.issuer];
  const { Account: account, Destination: destination } = entry as { Account?: AccountId; Destination?: AccountId };
  return [account, destination].filter((end) => end !== undefined);
}
