/** Offers of other accounts that a transaction consumed: trades between their owners and the sender. */
import { affectedEntries } from '../ledger/affected-entries.ts';
import { takenOffers } from '../ledger/affected-offers.ts';
import { subtractAmounts } from '../protocol/amounts/amount-math.ts';
import type { AccountId, Amount, StObject } from '../protocol/values.ts';

export interface Trade {
  /** The offer's owner. */
  readonly owner: AccountId;
  /** What the owner paid and received; for an NFToken sale, the price. */
  readonly amounts: readonly Amount[];
}

/** In the order of the metadata; the sender's own offers are no trades. */
export function tradesIn(metadata: Uint8Array, sender: AccountId): readonly Trade[] {
  const trades: Trade[] = [];
  for (const { before, after } of takenOffers(metadata)) {
    const owner = after.Account as AccountId;
    if (owner === sender) continue;
    const gave = subtractAmounts(before.TakerGets as Amount, after.TakerGets as Amount);
    const got = subtractAmounts(before.TakerPays as Amount, after.TakerPays as Amount);
    trades.push({ owner, amounts: [gave, got] });
  }
  return trades;
}

/** The NFToken offers that a sale accepted. */
export function salesIn(metadata: Uint8Array): readonly Trade[] {
  const sales: Trade[] = [];
  for (const { kind, fields } of affectedEntries(metadata)) {
    if (kind !== 'DeletedNode' || fields.LedgerEntryType !== 'NFTokenOffer') continue;
    const { Owner, Amount } = fields.FinalFields as StObject;
    sales.push({ owner: Owner as AccountId, amounts: [Amount as Amount] });
  }
  return sales;
}
