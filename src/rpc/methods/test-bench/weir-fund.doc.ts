/** The documentation of `weir_fund`. */

import type { JsonObject } from '../../../protocol/values.ts';
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { parseDrops } from '../../method-doc/unit-words.ts';

export const weirFundDoc: MethodDoc = {
  summary: 'Pays an account from the master account, or from the issuer of a token; on a test bench only.',
  commandLine: {
    usage: '<account> [<amount>]',
    min: 1,
    max: 2,
    words: [
      { name: 'account' },
      { name: 'amount', text: 'Such as 10XRP (1000XRP), 500drops, or 10/USD/r… of that issuer.' },
    ],
    parse: fund,
  },
  difference: 'Weir only: on a [test bench](test-bench.md)',
};

/** An amount of tokens as the API spells it in one text, such as `10/USD/r…`; all else is XRP or drops, with the unit. */
function fund([account, amount]: readonly string[]): JsonObject {
  if (amount === undefined) return { account: account! };
  return { account: account!, amount: amount.includes('/') ? amount : String(parseDrops(amount)) };
}
