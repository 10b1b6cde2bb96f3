import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, textOf, tokens, USD } from '../../../test/support/token-ledger.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { IssuedAmount } from '../../protocol/values.ts';
import { accountFunds, accountHolds, spendableDrops, spendableTokens, transferRate } from './account-funds.ts';
import { accountSend } from './token-transfer.ts';
import { requireAuth } from './trust-line-auth.ts';
import { isDeeplyFrozen, isFrozen, isGloballyFrozen, isIndividuallyFrozen } from './trust-line-freeze.ts';

const ALICE = testAccount('A');
const ISSUER = testAccount('I');
const BOB = testAccount('B');
const TOKEN = { currency: USD, issuer: ISSUER };
const { AccountRoot: Bits } = EntryFlags;
const Tf = TransactionFlags.TrustSet;

function ledger(issuerFlags = 0): TokenLedger {
  const made = new TokenLedger();
  made.fund(ALICE);
  made.fund(BOB);
  made.fund(ISSUER, { Flags: issuerFlags });
  made.trust(ALICE, ISSUER, '100');
  made.pay(ISSUER, ALICE, '60', ISSUER);
  return made;
}

describe('Tokens held', () => {
  test('are the balance from the holder’s side, and negative from the issuer’s', () => {
    const { view } = ledger();
    assert.equal(textOf(accountHolds(view, ALICE, TOKEN)), '60');
    assert.equal(textOf(accountHolds(view, ISSUER, { currency: USD, issuer: ALICE })), '-60');
    assert.equal(textOf(accountHolds(view, BOB, TOKEN)), '0');
  });

  test('in a payment do not include what came in', () => {
    const sandbox = new PaymentSandbox(ledger().view);
    accountSend(sandbox, ISSUER, ALICE, tokens('30', ISSUER));
    assert.equal(textOf(accountHolds(sandbox, ALICE, TOKEN)), '60');
  });

  const freezes: readonly [string, (at: TokenLedger) => void, deep: boolean][] = [
    ['globally', (at) => at.view.rawReplace({ ...at.account(ISSUER), Flags: Bits.lsfGlobalFreeze }), false],
    ['individually', (at) => at.trust(ISSUER, ALICE, '0', { Flags: Tf.tfSetFreeze }), false],
    ['deeply', (at) => at.trust(ISSUER, ALICE, '0', { Flags: Tf.tfSetFreeze | Tf.tfSetDeepFreeze }), true],
  ];
  for (const [how, freeze, isDeep] of freezes) {
    test(`are not spendable when ${how} frozen`, () => {
      const at = ledger();
      assert.equal(isFrozen(at.view, ALICE, TOKEN), false);
      freeze(at);
      assert.equal(isFrozen(at.view, ALICE, TOKEN), true);
      assert.equal(isDeeplyFrozen(at.view, ALICE, TOKEN), isDeep);
      assert.equal(isGloballyFrozen(at.view, ISSUER), how === 'globally');
      assert.equal(isIndividuallyFrozen(at.view, ALICE, TOKEN), how !== 'globally');
      assert.equal(isIndividuallyFrozen(at.view, ISSUER, TOKEN), false);
      assert.equal(textOf(spendableTokens(at.view, ALICE, TOKEN)), '0');
      assert.equal(textOf(accountHolds(at.view, ALICE, TOKEN)), '60');
    });
  }

  test('are a debt in a payment that moved some, even when frozen', () => {
    const at = ledger();
    at.trust(ISSUER, BOB, '50');
    at.pay(BOB, ISSUER, '20', BOB);
    at.view.rawReplace({ ...at.account(ISSUER), Flags: Bits.lsfGlobalFreeze });
    const sandbox = new PaymentSandbox(at.view);
    assert.equal(textOf(spendableTokens(sandbox, BOB, TOKEN)), '0');
    accountSend(sandbox, ISSUER, BOB, tokens('5', BOB));
    assert.equal(textOf(spendableTokens(sandbox, BOB, TOKEN)), '-20');
  });

  test('fund an offer up to the balance, except the issuer’s own', () => {
    const { view } = ledger();
    assert.equal(textOf(accountFunds(view, ALICE, tokens('99', ISSUER), TEST_FEES) as IssuedAmount), '60');
    assert.equal(textOf(accountFunds(view, ISSUER, tokens('99', ISSUER), TEST_FEES) as IssuedAmount), '99');
    assert.equal(accountFunds(view, BOB, 5n, TEST_FEES), 100_000_000n - 1_000_000n);
  });
});

test('Drops are spendable above the reserve, and none below it', () => {
  const at = new TokenLedger();
  at.fund(ALICE, { Balance: 1_500_000n, OwnerCount: 2 });
  assert.equal(spendableDrops(at.view, ALICE, TEST_FEES), 100_000n);
  assert.equal(spendableDrops(at.view, ALICE, TEST_FEES, 1), 0n);
  assert.equal(spendableDrops(at.view, ALICE, TEST_FEES, -1), 300_000n);
  assert.equal(spendableDrops(at.view, BOB, TEST_FEES), 0n);
});

test('Drops that came in during a payment are not spendable', () => {
  const at = new TokenLedger();
  at.fund(ALICE, { Balance: 1_500_000n });
  at.fund(BOB);
  const sandbox = new PaymentSandbox(at.view);
  accountSend(sandbox, BOB, ALICE, 700_000n);
  assert.equal(spendableDrops(sandbox, ALICE, TEST_FEES), 500_000n);
});

test('The transfer rate is one to one unless the issuer has set it', () => {
  const at = new TokenLedger();
  at.fund(ALICE, { TransferRate: 1_100_000_000 });
  assert.equal(transferRate(at.view, ALICE), 1_100_000_000);
  assert.equal(transferRate(at.view, BOB), 1_000_000_000);
});

describe('Authorization', () => {
  test('is not needed by default, nor by the issuer', () => {
    const at = ledger();
    assert.equal(requireAuth(at.view, BOB, TOKEN), 'tesSUCCESS');
    assert.equal(requireAuth(at.view, BOB, TOKEN, true), 'tecNO_LINE');
    assert.equal(requireAuth(ledger(Bits.lsfRequireAuth).view, ISSUER, TOKEN, true), 'tesSUCCESS');
  });

  test('is a flag that the issuer has set at its end of the line', () => {
    const at = ledger(Bits.lsfRequireAuth);
    assert.equal(requireAuth(at.view, BOB, TOKEN), 'tecNO_LINE');
    assert.equal(requireAuth(at.view, ALICE, TOKEN), 'tecNO_AUTH');
    at.trust(ISSUER, ALICE, '0', { Flags: Tf.tfSetfAuth });
    assert.equal(requireAuth(at.view, ALICE, TOKEN), 'tesSUCCESS');
  });
});

const [LOW, HIGH] = [testAccount('A'), testAccount('B')];
const { RippleState: Line } = EntryFlags;

describe('a freeze', () => {
  /** The line of the two with these flags. */
  const frozenBy = (flags: number, issuerFlags = 0) => {
    const at = new TokenLedger();
    at.fund(LOW);
    at.fund(HIGH, { Flags: issuerFlags });
    at.trust(LOW, HIGH, '5');
    at.view.rawReplace({ ...at.line(LOW, HIGH)!, Flags: flags });
    const held = (account: string, issuer: string) => {
      const token = { currency: USD, issuer };
      return [isFrozen(at.view, account, token), isDeeplyFrozen(at.view, account, token)];
    };
    return [held(LOW, HIGH), held(HIGH, LOW)];
  };

  test('is of the tokens of who has set it; a deep one is of both sides', () => {
    assert.deepEqual(frozenBy(Line.lsfHighFreeze), [
      [true, false],
      [false, false],
    ]);
    assert.deepEqual(frozenBy(Line.lsfLowFreeze), [
      [false, false],
      [true, false],
    ]);
    for (const deep of [Line.lsfLowDeepFreeze, Line.lsfHighDeepFreeze]) {
      assert.deepEqual(frozenBy(deep), [
        [false, true],
        [false, true],
      ]);
    }
  });

  test('of all tokens is of their issuer', () => {
    assert.deepEqual(frozenBy(0, Bits.lsfGlobalFreeze), [
      [true, false],
      [false, false],
    ]);
  });
});
