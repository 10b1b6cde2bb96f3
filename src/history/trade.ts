/** What a transaction took of others' offers: to their owners, it is a trade with its sender. */
import { affectedEntries } from '../ledger/affected-entries.ts';
import { takenOffers } from '../ledger/affected-offers.ts';
import { subtractAmounts } from '../protocol/amounts/amount-math.ts';
import type { AccountId, Amount, StObject } from '../protocol/values.ts';

export interface Trade {
  /** Whose offer it was. */
  readonly owner: AccountId;
  /** What the owner gave and got; of a token that was sold, its price. */
  readonly amounts: readonly Amount[];
}

/** In the order of the metadata; what the sender took of its own offers is no trade. */
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

/** The offers to buy or sell a token that a sale accepted; nobody accepts their own. */
export function salesIn(metadata: Uint8Array): readonly Trade[] {
  const sales: Trade[] = [];
  for (const { kind, fields } of affectedEntries(metadata)) {
    if (kind !== 'DeletedNode' || fields.LedgerEntryType !== 'NFTokenOffer') continue;
    const { Owner, Amount } = fields.FinalFields as StObject;
    sales.push({ owner: Owner as AccountId, amounts: [Amount as Amount] });
  }
  return sales;
}
