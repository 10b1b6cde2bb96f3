/**
 * `owner_funds` of a transaction that creates an offer: the owner's balance of the asset, frozen or not (rippled:
 * LedgerToJson.cpp, fillJsonTx; NetworkOPs.cpp, transJson).
 */
import { ledgerFees } from '../../ledger/chain-entries.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { amountText } from '../../protocol/json/amount-text.ts';
import {
  type AccountId,
  type Amount,
  isIssued,
  isNative,
  type JsonObject,
  type StObject,
} from '../../protocol/values.ts';
import { accountHolds, spendableDrops } from '../../transactions/trust-lines/account-funds.ts';

/** By the state of `view`; empty for other transactions and for issuers, whose funds are unlimited. */
export function ownerFundsJson(view: ReadView, tx: StObject): JsonObject {
  if (tx.TransactionType !== 'OfferCreate') return {};
  const owner = tx.Account as AccountId;
  const gets = tx.TakerGets as Amount;
  if (isNative(gets)) return { owner_funds: amountText(spendableDrops(view, owner, ledgerFees(view))) };
  if (!isIssued(gets) || gets.issuer === owner) return {};
  return { owner_funds: amountText(accountHolds(view, owner, gets)) };
}
