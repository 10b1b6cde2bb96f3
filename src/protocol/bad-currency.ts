/** The one token currency that nobody may use. */
import { type Amount, type Currency, isIssued } from './values.ts';

/** The bytes that would show as XRP if issued currencies could be called that (the reference's badCurrency). */
export const BAD_CURRENCY: Currency = `${'0'.repeat(24)}5852500000000000`;

/** True for an amount in that currency. */
export function isBadCurrency(amount: Amount): boolean {
  return isIssued(amount) && amount.currency === BAD_CURRENCY;
}
