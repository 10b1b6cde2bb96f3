/** The documentation of `account_lines`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { accountsAndLedger } from '../../method-doc/positional-form.ts';

export const accountLinesDoc: MethodDoc = {
  summary: "Lists an account's trust lines.",
  commandLine: accountsAndLedger('account_lines', 'peer'),
  examples: ({ holder, issuer }) => [
    shown({ account: holder.address, peer: issuer.address, ...VALIDATED }),
    shown({ account: issuer.address, authorization: 'pending', limit: 10 }),
    hidden({ account: issuer.address, limit: 1, ...VALIDATED }),
  ],
  answer: {
    lines: 'The trust lines of this page.',
    'lines[]': 'A trust line, as the account sees it.',
    'lines[].account': 'Address of the account at the other end, the peer.',
    'lines[].balance': "Balance from the account's side; negative if the peer holds tokens of the account.",
    'lines[].limit': "The account's limit.",
    'lines[].limit_peer': "The peer's limit.",
    'lines[].quality_in': 'Rate for incoming amounts, in billionths; 0 for none.',
    'lines[].quality_out': 'Rate for outgoing amounts, in billionths; 0 for none.',
    'lines[].peer_authorized': 'Whether the peer has authorized the line.',
    'lines[].no_ripple': 'True: the account has set No Ripple on the line; absent if not.',
    'lines[].freeze_peer': 'True: the peer has frozen the line; absent if not.',
    'lines[].authorized': 'True: the account has authorized the line; absent if not.',
    'lines[].no_ripple_peer': 'The same for the peer.',
    'lines[].freeze': 'True: the account has frozen the line; absent if not.',
  },
  paramDifferences: {
    authorization: 'Weir only: lines that the issuer has authorized, or has yet to',
    currency: 'Weir only: lines of one currency',
  },
};
