import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BookLedger } from '../../../test/support/book-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const MAKER = testAccount('M');
const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
const { AccountRoot: Bits } = EntryFlags;
const { tfNoRippleDirect } = TransactionFlags.Payment;

const usd = (text: string) => tokens(text, ISSUER);
const eur = (text: string) => tokens(text, ISSUER, EUR);

/** Alice and the maker hold 100 dollars and 100 euros each; all trust for 200. */
function ledger(): BookLedger {
  const at = new BookLedger();
  at.fund(ISSUER, { Flags: Bits.lsfDefaultRipple });
  for (const account of [ALICE, BOB, MAKER]) {
    at.fund(account);
    for (const currency of [USD, EUR]) {
      at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount: tokens('200', ISSUER, currency) });
    }
  }
  for (const account of [ALICE, MAKER]) {
    for (const Amount of [usd('100'), eur('100')]) at.pay(ISSUER, account, '0', ISSUER, { Amount });
  }
  return at;
}

test('A path through order books may not lead to tokens of an account that does not exist', () => {
  const Paths = [[{ currency: USD, issuer: testAccount('X') }]];
  const fields = { Amount: eur('5'), SendMax: usd('10'), Paths, Flags: tfNoRippleDirect };
  assert.equal(ledger().pay(ALICE, BOB, '0', ISSUER, fields).result, 'tecNO_ISSUER');
});
