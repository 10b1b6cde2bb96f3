/** `account_currencies`: the tokens that an account can send and receive by its trust lines (AccountCurrencies.cpp). */
import { currencyText } from '../../protocol/codec/currency-text.ts';
import { compareIssued, negateIssued } from '../../protocol/issued-amount.ts';
import type { Currency } from '../../protocol/values.ts';
import { requireAccount } from '../account-param.ts';
import { defineMethod, LEDGER_PARAMS } from '../define-method.ts';
import { ownedEntries } from '../owned-entries.ts';
import { steadyView } from '../steady-view.ts';
import { viewTrustLine } from '../trust-line.ts';

/** The native currency's code in the bytes of a token. */
const DECEPTIVE_XRP: Currency = '0000000000000000000000005852500000000000';

export const accountCurrencies = defineMethod({
  name: 'account_currencies',
  summary: 'Lists the currencies of the tokens that an account can send and receive.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'account', type: 'string', required: true, text: 'Address of the account.' },
    { name: 'ident', type: 'string', text: 'Older name of `account`.' },
    ...LEDGER_PARAMS,
  ],
  *run(context) {
    const { account, ledger } = requireAccount(context, { olderName: true });
    const send = new Set<Currency>();
    const receive = new Set<Currency>();
    for (const entry of ownedEntries(steadyView(context, ledger.view), account)) {
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
