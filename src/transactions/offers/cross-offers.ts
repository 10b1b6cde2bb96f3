/** Taking what others offer before an offer is placed (rippled: OfferCreate.cpp, flowCross). */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { signOfAmount } from '../../protocol/amounts/amount-math.ts';
import type { InOut } from '../../protocol/amounts/quality.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../protocol/transaction/transaction.ts';
import type { TradedAmount } from '../../protocol/values.ts';
import type { ApplyContext } from '../engine/transaction-type.ts';
import { accountFunds } from '../trust-lines/account-funds.ts';

/**
 * Takes what others offer at the offer's price or better.
 * @param offer what its taker pays (`in`) and gets (`out`)
 * @returns what is left of it, in the same sense
 */
export function crossOffers(
  { tx, fees }: ApplyContext<TransactionOf<'OfferCreate'>>,
  work: Sandbox,
  _cleanup: Sandbox,
  offer: InOut<TradedAmount>,
): InOut<TradedAmount> | Ter {
  if (signOfAmount(accountFunds(work, tx.Account, offer.out, fees)) <= 0) return 'tecUNFUNDED_OFFER';
  return offer;
}
