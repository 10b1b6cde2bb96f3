/** Payments of multi-purpose tokens, limits of paths, and the cost of a payment of tokens. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, payment, units } from '../../../../test/support/mpt-ledger.ts';
import { TestLedger } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const BILLION = 1_000_000_000;
const { tfPartialPayment, tfNoRippleDirect } = TransactionFlags.Payment;

/** Alice and Bob have 100 of at most 1000; passing on costs a quarter. */
function scene(terms: StObject = {}): { ledger: MptLedger; id: string } {
  const ledger = new MptLedger();
  const id = ledger.issue({ Flags: EVERYDAY_FLAGS, TransferFee: 25_000, MaximumAmount: 1000n, ...terms });
  ledger.distribute(id, 100n, ALICE, BOB);
  return { ledger, id };
}

describe('a payment of multi-purpose tokens', () => {
  test('delivers what it can if it may be partial, and records the amount', () => {
    const { ledger, id } = scene();
    const partial = { Flags: tfPartialPayment };
    const outcome = ledger.outcome(payment(ALICE, BOB, units(id, 40n), partial));
    assert.deepEqual(outcome, { result: 'tesSUCCESS', delivered: units(id, 32n) });
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [192n, 60n, 132n]);
    const least = { ...partial, DeliverMin: units(id, 33n) };
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 40n), least)), 'tecPATH_PARTIAL');
    assert.equal(
      ledger.result(payment(ALICE, BOB, units(id, 40n), { ...least, DeliverMin: units(id, 32n) })),
      'tesSUCCESS',
    );
  });

  test('between holders needs a token that can be passed on', () => {
    const { ledger, id } = scene({ Flags: 0, TransferFee: 0 });
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 1n))), 'tecNO_AUTH');
    assert.equal(ledger.result(payment(ALICE, ISSUER, units(id, 1n))), 'tesSUCCESS');
  });
});

test('a path through a multi-purpose token finds no offers', () => {
  const ledger = new MptLedger();
  const mptIssuanceId = ledger.issue({ Flags: TransactionFlags.MPTokenIssuanceCreate.tfMPTCanTrade });
  ledger.trust(BOB, ISSUER, '10');
  const usd = tokens('1', ISSUER);
  const Paths = [[{ mptIssuanceId }, { currency: usd.currency, issuer: ISSUER }]];
  const fields = { Amount: usd, SendMax: 1_000_000n, Paths, Flags: tfNoRippleDirect };
  assert.equal(ledger.result({ ...payment(ALICE, BOB, units(mptIssuanceId, 1n)), ...fields }), 'tecPATH_DRY');
});

test('the open ledger refuses more than 6 paths, and paths of more than 8 steps', () => {
  const path = (length: number) => new Array(length).fill({ account: ISSUER });
  for (const [Paths, isTooMuch] of [
    [new Array(6).fill(path(8)), false],
    [new Array(7).fill(path(1)), true],
    [[path(9)], true],
  ] as const) {
    for (const isOpen of [true, false]) {
      const ledger = new TestLedger({ isOpen });
      for (const account of [ALICE, BOB, ISSUER]) ledger.fund(account);
      const { result } = ledger.apply({ ...payment(ALICE, BOB, units('', 1n)), Amount: tokens('1', ISSUER), Paths });
      assert.equal(result === 'telBAD_PATH_COUNT', isOpen && isTooMuch);
    }
  }
});

/** Alice has these tokens of an issuer with a transfer fee, and Bob can hold some. */
function ledgerWithFee(TransferRate: number, held: string): TokenLedger {
  const ledger = new TokenLedger();
  for (const account of [ALICE, BOB]) ledger.fund(account);
  ledger.fund(ISSUER, { Flags: EntryFlags.AccountRoot.lsfDefaultRipple, TransferRate });
  for (const holder of [ALICE, BOB]) ledger.trust(holder, ISSUER, '100');
  ledger.pay(ISSUER, ALICE, held, ISSUER);
  return ledger;
}

test('a payment of tokens costs the amount and its transfer fee, to within the last of sixteen digits', () => {
  const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((value) => `0.${String(value).padStart(9, '0')}`);
  const property = fc.property(amount, fc.integer({ min: BILLION, max: 2 * BILLION }), (paid, rate) => {
    const ledger = ledgerWithFee(rate, '100');
    const { result } = ledger.pay(ALICE, BOB, paid, ISSUER, { SendMax: tokens('10', ISSUER) });
    assert.deepEqual([result, Number(ledger.held(BOB, ISSUER))], ['tesSUCCESS', Number(paid)]);
    const left = Number(ledger.held(ALICE, ISSUER));
    assert.ok(Math.abs(100 - (Number(paid) * rate) / BILLION - left) < 1e-12);
  });
  fc.assert(property, { seed: 11, numRuns: 60 });
});

test('a line that counts its tokens as nine tenths gets more of them, rounded up to sixteen digits', () => {
  const ledger = new TokenLedger();
  for (const account of [BOB, ISSUER]) ledger.fund(account);
  ledger.trust(BOB, ISSUER, '100', { QualityIn: (9 * BILLION) / 10 });
  const { result } = ledger.pay(ISSUER, BOB, '1', ISSUER, { SendMax: tokens('2', ISSUER) });
  assert.deepEqual([result, ledger.held(BOB, ISSUER)], ['tesSUCCESS', '1.111111111111112']);
});

test('an amount with its transfer fee is rounded up to sixteen digits, as the reference does it', () => {
  const ledger = ledgerWithFee(1_123_456_789, '9');
  // 1.111111111111111 at this rate is 1.248285321111110986…: nearest is …111, and one unit is added for the lost digits.
  const { result } = ledger.pay(ALICE, BOB, '1.111111111111111', ISSUER, { SendMax: tokens('2', ISSUER) });
  assert.deepEqual([result, ledger.held(ALICE, ISSUER)], ['tesSUCCESS', '7.751714678888888']);
});
