/** The documentation of `weir_accounts`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirAccountsDoc: MethodDoc = {
  summary: 'Lists the accounts for development, with their names and secrets; on a test bench only.',
  answer: {
    accounts: 'The master account, and the ten that every server for development has, always the same.',
    'accounts[]': 'One of them.',
    'accounts[].name': 'Its name; the number is its position in the list that `weir start --dev` prints.',
    'accounts[].account': 'Its address.',
    'accounts[].seed': 'Its secret, which is publicly known.',
    'accounts[].balance': 'Its XRP in drops; absent if it is not in the ledger.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md)',
};
