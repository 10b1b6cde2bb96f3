/**
 * What a transaction delivered, which metadata leaves out when it is simply the `Amount` (rippled:
 * DeliveredAmount.cpp). Ledgers before early 2014, whose metadata lacks it, exist in imported histories only.
 */
import { DELIVERING_TYPES } from '../../protocol/tables/transaction-traits.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';

/** From this ledger on, or after this close time, absence means that the whole Amount was delivered. */
const FIRST_LEDGER_INDEX = 4_594_095;
const FIRST_CLOSE_TIME_SECONDS = 446_000_000;

/** The value of `delivered_amount` in metadata's JSON; undefined for transactions that deliver nothing. */
export function deliveredAmount(
  tx: JsonObject,
  meta: JsonObject,
  ledgerIndex: number,
  closeTimeSeconds: number,
): Json | undefined {
  if (!DELIVERING_TYPES.has(tx.TransactionType) || meta.TransactionResult !== 'tesSUCCESS') return undefined;
  if (meta.DeliveredAmount !== undefined) return meta.DeliveredAmount;
  return tx.Amount !== undefined && isDeliveryKnown(ledgerIndex, closeTimeSeconds) ? tx.Amount : 'unavailable';
}

/** True for ledgers whose metadata has the delivered amount whenever it differs from `Amount`. */
export function isDeliveryKnown(ledgerIndex: number, closeTimeSeconds: number): boolean {
  return ledgerIndex >= FIRST_LEDGER_INDEX || closeTimeSeconds > FIRST_CLOSE_TIME_SECONDS;
}
