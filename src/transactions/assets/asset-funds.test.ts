import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TEST_FEES } from '../../../test/support/test-view.ts';
import { textOf, tokens, USD } from '../../../test/support/token-ledger.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { type Amount, type Issue, type IssuedAmount, isIssued, isMpt, XRP_CURRENCY } from '../../protocol/values.ts';
import { accountHolds, type HoldingTerms } from './asset-funds.ts';
import { accountSendMulti } from './asset-transfer.ts';

const XRP: Issue = { currency: XRP_CURRENCY };
const TOKEN = { currency: USD, issuer: ISSUER };
const { tfSetFreeze } = TransactionFlags.TrustSet;
const { tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;

function plain(amount: Amount): string {
  if (isMpt(amount)) return String(amount.value);
  return isIssued(amount) ? textOf(amount) : String(amount);
}

function held(ledger: MptLedger, account: string, asset: Issue, terms: Partial<HoldingTerms> = {}): string {
  return plain(accountHolds(ledger.view, account, asset, { fees: TEST_FEES, ...terms }));
}

describe('what an account holds', () => {
  test('of a token on lines, perhaps not what is frozen, and perhaps what may be owed', () => {
    const ledger = new MptLedger();
    ledger.trust(ALICE, ISSUER, '10');
    ledger.pay(ISSUER, ALICE, '6', ISSUER);
    ledger.trust(ISSUER, ALICE, '3');
    assert.equal(held(ledger, ALICE, TOKEN), '6');
    assert.equal(held(ledger, ALICE, TOKEN, { withIssuable: true }), '9');
    assert.equal(
      held(ledger, ISSUER, TOKEN, { withIssuable: true }),
      textOf({ mantissa: 9999999999999999n, exponent: 80 }),
    );
    ledger.trust(ISSUER, ALICE, '3', { Flags: tfSetFreeze });
    assert.equal(held(ledger, ALICE, TOKEN), '6');
    assert.equal(held(ledger, ALICE, TOKEN, { zeroIfFrozen: true, withIssuable: true }), '0');
    assert.equal(held(ledger, 'CC'.repeat(20), TOKEN, { withIssuable: true }), '0');
  });

  test('of a multi-purpose token, perhaps not what it may not hold', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTRequireAuth });
    ledger.distribute(id, 0n, ALICE);
    ledger.amend(ledger.token(id, ALICE), { MPTAmount: 5n });
    assert.equal(held(ledger, ALICE, { mptIssuanceId: id }), '5');
    assert.equal(held(ledger, ALICE, { mptIssuanceId: id }, { zeroIfUnauthorized: true }), '0');
  });

  test('an issuer may issue up to the maximum', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ MaximumAmount: 12n });
    ledger.distribute(id, 5n, ALICE);
    assert.equal(held(ledger, ISSUER, { mptIssuanceId: id }), '0');
    assert.equal(held(ledger, ISSUER, { mptIssuanceId: id }, { withIssuable: true }), '7');
    const gone = { mptIssuanceId: `00000063${ISSUER}` };
    assert.equal(held(ledger, ISSUER, gone, { withIssuable: true }), '0');
  });
});

describe('moving an asset to several', () => {
  const [BOB, ZED] = ['B'.repeat(40), 'E'.repeat(40)];

  function send(ledger: MptLedger, sender: string, asset: Issue, shares: Record<string, Amount>) {
    const receivers = Object.entries(shares).map(([receiver, amount]) => ({ receiver, amount }));
    return ledger.attempt((sandbox) => accountSendMulti(sandbox, sender, asset, receivers));
  }

  function ledgerWithHolders(): MptLedger {
    const ledger = new MptLedger();
    for (const account of [BOB, ZED]) ledger.fund(account);
    ledger.view.rawReplace({ ...ledger.account(ISSUER), TransferRate: 1_100_000_000 });
    for (const holder of [ALICE, BOB, ZED]) {
      ledger.trust(holder, ISSUER, '1000');
      ledger.pay(ISSUER, holder, '100', ISSUER);
    }
    return ledger;
  }

  test('drops: from one balance, if they are there', () => {
    const ledger = ledgerWithHolders();
    const before = [ALICE, BOB, ZED].map((account) => ledger.account(account).Balance);
    assert.equal(send(ledger, ALICE, XRP, { [BOB]: 5n, [ZED]: 7n, [ALICE]: 9n }), 'tesSUCCESS');
    const after = [ALICE, BOB, ZED].map((account) => ledger.account(account).Balance);
    assert.deepEqual(
      after.map((drops, at) => drops - before[at]!),
      [-12n, 5n, 7n],
    );
    assert.equal(send(ledger, ALICE, XRP, { [BOB]: 60_000_000n, [ZED]: 60_000_000n }), 'tecFAILED_PROCESSING');
    assert.equal(send(ledger, ALICE, XRP, { [BOB]: -1n }), 'tecINTERNAL');
  });

  test('tokens on lines: a holder pays the total, without fees', () => {
    const ledger = ledgerWithHolders();
    const share = (text: string): IssuedAmount => tokens(text, ISSUER);
    const shares = { [BOB]: share('10'), [ZED]: share('20'), [ISSUER]: share('5'), [ALICE]: share('50') };
    assert.equal(send(ledger, ALICE, TOKEN, shares), 'tesSUCCESS');
    assert.deepEqual(
      [ALICE, BOB, ZED].map((holder) => ledger.held(holder, ISSUER)),
      ['65', '110', '120'],
    );
    assert.equal(send(ledger, ALICE, TOKEN, { [BOB]: share('10'), [ZED]: share('0') }), 'tesSUCCESS');
    assert.equal(ledger.held(ALICE, ISSUER), '55');
    assert.equal(send(ledger, ISSUER, TOKEN, { [BOB]: share('1'), [ALICE]: share('1') }), 'tesSUCCESS');
    assert.equal(ledger.held(ALICE, ISSUER), '56');
    assert.equal(send(ledger, ISSUER, TOKEN, { ['C'.repeat(40)]: share('1') }), 'tefINTERNAL');
  });
});
