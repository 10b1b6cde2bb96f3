/** The one token currency that nobody may use. */
import type { Currency } from './values.ts';

/** The bytes that would show as XRP if issued currencies could be called that (the reference's badCurrency). */
export const BAD_CURRENCY: Currency = `${'0'.repeat(24)}5852500000000000`;
