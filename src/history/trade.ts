/** Offers of other accounts that a transaction consumed: trades between their owners and the sender. */
import { affectedEntries } from '../ledger/affected-entries.ts';
import type { TakenOffer } from '../ledger/affected-offers.ts';
import { subtractAmounts } from '../protocol/amounts/amount-math.ts';
import type { AccountId, Amount, StObject } from '../protocol/values.ts';

export interface Trade {
  /** The offer's owner. */
  readonly owner: AccountId;
  /** What the owner paid and received; for an NFToken sale, the price. */
  readonly amounts: () => readonly Amount[];
}

/** In the order of the offers; the sender's own offers are no trades. */
export function tradesOf(offers: readonly TakenOffer[], sender: AccountId): readonly Trade[] {
  const trades: Trade[] = [];
  for (const offer of offers) {
    const owner = offer.after.Account as AccountId;
    if (owner !== sender) trades.push({ owner, amounts: () => tradedAmounts(offer) });
  }
  return trades;
}

function tradedAmounts({ before, after }: TakenOffer): readonly Amount[] {
  const gave = subtractAmounts(before.TakerGets as Amount, after.TakerGets as Amount);
  const got = subtractAmounts(before.TakerPays as Amount, after.TakerPays as Amount);
  return [gave, got];
}

/** The NFToken offers that a sale accepted. */
export function salesIn(metadata: Uint8Array): readonly Trade[] {
  const sales: Trade[] = [];
  for (const { kind, fields } of affectedEntries(metadata)) {
    if (kind !== 'DeletedNode' || fields.LedgerEntryType !== 'NFTokenOffer') continue;
    const { Owner, Amount } = fields.FinalFields as StObject;
    sales.push({ owner: Owner as AccountId, amounts: () => [Amount as Amount] });
  }
  return sales;
}
