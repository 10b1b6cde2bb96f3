/** Amounts in history filters: drops, the value of a token of any issuer, or units of a multi-purpose token. */

import { accountIdToAddress } from '../../crypto/address.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { areComparable, compareAmounts, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { amountFromJson } from '../../protocol/json/amount-json.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { type Amount, type Currency, type Hex, type Json, XRP_CURRENCY } from '../../protocol/values.ts';

/** A dummy issuer, so that a value can be parsed as an amount; it is never compared. */
const ANY_ISSUER = accountIdToAddress('1'.repeat(40));

/** Parses a positive amount of a currency, or of the multi-purpose token with that id; undefined if invalid. */
export function parseThreshold(value: Json | undefined, currency: Currency | Hex): Amount | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  try {
    const amount = amountFromJson(jsonOf(value, currency));
    return signOfAmount(amount) > 0 ? amount : undefined;
  } catch (error) {
    if (error instanceof AmountError) return undefined;
    throw error;
  }
}

function jsonOf(value: Json, currency: Currency | Hex): Json {
  if (currency === XRP_CURRENCY) return value;
  if (currency.length > XRP_CURRENCY.length) return { value, mpt_issuance_id: currency };
  return { value, currency: currencyText(currency), issuer: ANY_ISSUER };
}

/** True if both are of one kind and the first is not the smaller. */
export function isAtLeast(amount: Amount, threshold: Amount): boolean {
  return areComparable(amount, threshold) && compareAmounts(amount, threshold) >= 0;
}
