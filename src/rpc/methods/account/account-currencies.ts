/**
 * `account_currencies`: the tokens that an account can send and receive by its trust lines
 * (rippled: AccountCurrencies.cpp).
 */

import { compareIssued, negateIssued } from '../../../protocol/amounts/issued-amount.ts';
import { currencyText } from '../../../protocol/json/currency-text.ts';
import type { Currency } from '../../../protocol/values.ts';
import { defineMethod } from '../../method/define-method.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import { ownedEntries } from '../../pages/owned-entries.ts';
import { viewTrustLine } from '../../pages/trust-line.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { accountInLedger } from '../../params/readers.ts';

/** A token's currency whose bytes spell XRP. */
const DECEPTIVE_XRP: Currency = '0000000000000000000000005852500000000000';

export const accountCurrencies = defineMethod({
  name: 'account_currencies',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'account', ...accountInLedger({ olderName: true }), required: true, text: 'Address of the account.' },
    { name: 'ident', type: 'string', readWith: 'account', text: 'Older name of `account`.' },
    ...LEDGER_PARAMS,
  ],
  *run(context, read) {
    const { account, ledger } = read('account');
    const send = new Set<Currency>();
    const receive = new Set<Currency>();
    for (const entry of ownedEntries(openLedgerSnapshot(context, ledger.view), account)) {
      yield;
      if (entry.LedgerEntryType !== 'RippleState') continue;
      const { balance, limit, limitPeer } = viewTrustLine(entry, account);
      if (compareIssued(balance, limit) < 0) receive.add(balance.currency);
      if (compareIssued(negateIssued(balance), limitPeer) < 0) send.add(balance.currency);
    }
    return { ...ledger.fields, send_currencies: list(send), receive_currencies: list(receive) };
  },
});

function list(currencies: Set<Currency>): string[] {
  currencies.delete(DECEPTIVE_XRP);
  return [...currencies].sort().map(currencyText);
}
