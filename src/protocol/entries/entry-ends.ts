/** Whom an entry lies between. */
import type { AccountId } from '../values.ts';
import type { LedgerEntry } from './entries.ts';

/**
 * The accounts at the two ends of an entry: those of a trust line; of any other entry, who made it (`Account`) and whom it
 * is for (`Destination`). An entry whose owner stands in another field, as `Owner` or `Issuer`, has no end there: that is
 * how the reference goes by them (rippled: ApplyStateTable.cpp, threadOwners; RPCHelpers.cpp, isRelatedToAccount).
 */
export function entryEnds(entry: Readonly<LedgerEntry>): readonly AccountId[] {
  if (entry.LedgerEntryType === 'RippleState') return [entry.LowLimit.issuer, entry.HighLimit.issuer];
  const { Account: account, Destination: destination } = entry as { Account?: AccountId; Destination?: AccountId };
  return [account, destination].filter((end) => end !== undefined);
}
