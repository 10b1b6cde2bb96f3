/** The documentation of `deposit_authorized`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger } from '../../method-doc/positional-words.ts';

export const depositAuthorizedDoc: MethodDoc = {
  summary: 'Checks whether one account may send payments to another.',
  commandLine: {
    usage: '<source_account> <destination_account> [<ledger> [<credential>…]]',
    min: 2,
    max: 11,
    words: [
      { name: 'source_account' },
      { name: 'destination_account' },
      LEDGER_WORD,
      { name: 'credential', text: 'Ids of credentials of the sender, up to 8.' },
    ],
    parse: depositAuthorized,
  },
  examples: ({ holder, payee }) => [
    shown({ source_account: holder.address, destination_account: payee.address, ...VALIDATED }),
  ],
  answer: {
    deposit_authorized: 'True if the deposit is allowed.',
  },
};

function depositAuthorized([from, to, ledgerWord, ...credentials]: readonly string[]): JsonObject {
  const accounts = { source_account: from!, destination_account: to! };
  return { ...accounts, ...optionalLedger(ledgerWord), ...(credentials.length === 0 ? {} : { credentials }) };
}
