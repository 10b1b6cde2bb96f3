/** The documentation of `gateway_balances`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger } from '../../method-doc/positional-words.ts';

export const gatewayBalancesDoc: MethodDoc = {
  summary: 'Sums up the obligations and assets of an issuer.',
  commandLine: {
    usage: '[<ledger>] <account> [<hotwallet>…]',
    min: 1,
    max: Number.POSITIVE_INFINITY,
    words: [LEDGER_WORD, { name: 'account' }, { name: 'hotwallet' }],
    parse: gatewayBalances,
  },
  examples: ({ issuer, holder }) => [
    shown({ account: issuer.address, ...VALIDATED }),
    hidden({ account: issuer.address, hotwallet: holder.address, ...VALIDATED }),
    hidden({ account: holder.address, ...VALIDATED }),
  ],
  answer: {
    obligations: 'Tokens of the account that others hold, by currency, without hot wallets.',
    'obligations.<currency>': 'The sum, by currency code.',
    balances: 'Balances of the hot wallets, by address.',
    'balances.<address>': 'The balances of one hot wallet.',
    'balances.<address>[]': 'One balance.',
    assets: 'Tokens of others that the account holds, by issuer.',
    'assets.<address>': 'The balances of one issuer.',
    'assets.<address>[]': 'One balance.',
    frozen_balances: 'Balances on lines that the account has frozen, by address.',
    'frozen_balances.<address>': 'The balances of one holder.',
    'frozen_balances.<address>[]': 'One balance.',
  },
  placeholders: { obligations: '<currency>', balances: '<address>', frozen_balances: '<address>', assets: '<address>' },
};

/** Addresses begin with r, and nothing that names a ledger does. */
function gatewayBalances(words: readonly string[]): JsonObject {
  const ledgerWord = words[0]!.startsWith('r') ? undefined : words[0]!;
  const [account, ...hotwallet] = ledgerWord === undefined ? words : words.slice(1);
  if (account === undefined) throw usageError('gateway_balances: the issuer is missing');
  return { ...optionalLedger(ledgerWord), account, ...(hotwallet.length === 0 ? {} : { hotwallet }) };
}
