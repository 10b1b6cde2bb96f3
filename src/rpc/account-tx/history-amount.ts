/** Amounts in questions to a history: drops, or the value of a token whatever its issuer. */

import { accountIdToAddress } from '../../crypto/address.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { compareIssued } from '../../protocol/amounts/issued-amount.ts';
import { amountFromJson } from '../../protocol/json/amount-json.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { type Amount, type Currency, type Json, XRP_CURRENCY } from '../../protocol/values.ts';

/** Some issuer, so that a value can be read as an amount; it is never compared. */
const ANY_ISSUER = accountIdToAddress('1'.repeat(40));

/** The amount above zero that a value means in a currency; undefined if it means none. */
export function parseThreshold(value: Json | undefined, currency: Currency): Amount | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const json = currency === XRP_CURRENCY ? value : { value, currency: currencyText(currency), issuer: ANY_ISSUER };
  try {
    const amount = amountFromJson(json);
    const isPositive = typeof amount === 'bigint' ? amount > 0n : 'mantissa' in amount && amount.mantissa > 0n;
    return isPositive ? amount : undefined;
  } catch (error) {
    if (error instanceof AmountError) return undefined;
    throw error;
  }
}

/** True if both are of one kind and the first is not the smaller. */
export function isAtLeast(amount: Amount, threshold: Amount): boolean {
  if (typeof amount === 'bigint') return typeof threshold === 'bigint' && amount >= threshold;
  if (typeof threshold === 'bigint' || !('mantissa' in amount) || !('mantissa' in threshold)) return false;
  return compareIssued(amount, threshold) >= 0;
}
