/** What a transaction took of others' offers: to their owners, it is a trade with its sender. */
import { takenOffers } from '../ledger/affected-offers.ts';
import { subtractAmounts } from '../protocol/amounts/amount-math.ts';
import type { AccountId, Amount } from '../protocol/values.ts';

export interface Trade {
  /** Whose offer it was. */
  readonly owner: AccountId;
  readonly gave: Amount;
  readonly got: Amount;
}

/** In the order of the metadata; what the sender took of its own offers is no trade. */
export function tradesIn(metadata: Uint8Array, sender: AccountId): readonly Trade[] {
  const trades: Trade[] = [];
  for (const { before, after } of takenOffers(metadata)) {
    const owner = after.Account as AccountId;
    if (owner === sender) continue;
    const gave = subtractAmounts(before.TakerGets as Amount, after.TakerGets as Amount);
    const got = subtractAmounts(before.TakerPays as Amount, after.TakerPays as Amount);
    trades.push({ owner, gave, got });
  }
  return trades;
}
