import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, payment, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';
import { paymentFlagMask } from './payment-preflight.ts';

const { tfPartialPayment, tfLimitQuality, tfNoRippleDirect } = TransactionFlags.Payment;
const { tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const { lsfMPTLocked, lsfMPTAuthorized } = EntryFlags.MPToken;
const DOMAIN = '12'.repeat(32);

/** Alice and Bob have 100 of at most 1000; passing on costs a quarter. */
function scene(terms: StObject = {}): { ledger: MptLedger; id: string } {
  const ledger = new MptLedger();
  const id = ledger.issue({ Flags: EVERYDAY_FLAGS, TransferFee: 25_000, MaximumAmount: 1000n, ...terms });
  ledger.distribute(id, 100n, ALICE, BOB);
  return { ledger, id };
}

describe('a payment of multi-purpose tokens', () => {
  test('from and to the issuer is free of fees', () => {
    const { ledger, id } = scene();
    ledger.expect('tesSUCCESS', payment(ISSUER, ALICE, units(id, 10n)));
    ledger.expect('tesSUCCESS', payment(BOB, ISSUER, units(id, 30n)));
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [180n, 110n, 70n]);
  });

  test('between holders costs the fee, which SendMax must allow', () => {
    const { ledger, id } = scene();
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 40n))), 'tecPATH_PARTIAL');
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 40n), { SendMax: units(id, 49n) })), 'tecPATH_PARTIAL');
    const outcome = ledger.outcome(payment(ALICE, BOB, units(id, 40n), { SendMax: units(id, 50n) }));
    assert.deepEqual(outcome, { result: 'tesSUCCESS', delivered: undefined });
    assert.deepEqual(ledger.balances(id, ALICE, BOB), [190n, 50n, 140n]);
  });

  test('delivers what it can if it may be partial, and says so', () => {
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

  test('of more than may be issued, or than is held, fails', () => {
    const { ledger, id } = scene();
    assert.equal(ledger.result(payment(ISSUER, ALICE, units(id, 801n))), 'tecPATH_PARTIAL');
    assert.equal(ledger.result(payment(ALICE, ISSUER, units(id, 101n))), 'tecPATH_PARTIAL');
    assert.equal(ledger.result(payment(ISSUER, ALICE, units(id, 800n))), 'tesSUCCESS');
  });

  test('needs holdings, and permission where the token asks', () => {
    const { ledger, id } = scene();
    ledger.fund(testAccount('Q'));
    assert.equal(ledger.result(payment(ISSUER, testAccount('Q'), units(id, 1n))), 'tecNO_AUTH');
    assert.equal(ledger.result(payment(testAccount('Q'), ISSUER, units(id, 1n))), 'tecNO_AUTH');
    assert.equal(ledger.result(payment(ISSUER, testAccount('R'), units(id, 1n))), 'tecNO_DST');
    assert.equal(ledger.result(payment(ISSUER, ALICE, units('00'.repeat(24), 1n))), 'tecOBJECT_NOT_FOUND');
    const asking = ledger.issue({ Flags: tfMPTRequireAuth });
    ledger.distribute(asking, 0n, ALICE);
    assert.equal(ledger.result(payment(ISSUER, ALICE, units(asking, 1n))), 'tecNO_AUTH');
    ledger.amend(ledger.token(asking, ALICE), { Flags: lsfMPTAuthorized });
    assert.equal(ledger.result(payment(ISSUER, ALICE, units(asking, 1n))), 'tesSUCCESS');
  });

  test('between holders needs a token that can be passed on', () => {
    const { ledger, id } = scene({ Flags: 0, TransferFee: 0 });
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 1n))), 'tecNO_AUTH');
    assert.equal(ledger.result(payment(ALICE, ISSUER, units(id, 1n))), 'tesSUCCESS');
  });

  for (const [what, lock] of [
    ['everybody', (ledger: MptLedger, id: string) => ledger.amend(ledger.issuance(id), { Flags: EVERYDAY_FLAGS | 1 })],
    ['the sender', (ledger: MptLedger, id: string) => ledger.amend(ledger.token(id, ALICE), { Flags: lsfMPTLocked })],
    ['the receiver', (ledger: MptLedger, id: string) => ledger.amend(ledger.token(id, BOB), { Flags: lsfMPTLocked })],
  ] as const) {
    test(`of one locked for ${what} goes from and to the issuer only`, () => {
      const { ledger, id } = scene({ TransferFee: 0 });
      lock(ledger, id);
      assert.equal(ledger.result(payment(ALICE, BOB, units(id, 1n))), 'tecLOCKED');
      assert.equal(ledger.result(payment(ALICE, ISSUER, units(id, 1n))), 'tesSUCCESS');
      assert.equal(ledger.result(payment(ISSUER, BOB, units(id, 1n))), 'tesSUCCESS');
    });
  }

  test('asks a destination that wants to be asked', () => {
    const { ledger, id } = scene({ TransferFee: 0 });
    ledger.view.rawReplace({ ...ledger.account(BOB), Flags: EntryFlags.AccountRoot.lsfDepositAuth });
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 1n))), 'tecNO_PERMISSION');
    ledger.expect('tesSUCCESS', { TransactionType: 'DepositPreauth', Account: BOB, Authorize: ALICE });
    assert.equal(ledger.result(payment(ALICE, BOB, units(id, 1n))), 'tesSUCCESS');
  });

  test('has its own form', () => {
    const { ledger, id } = scene();
    const other = `00000063${ISSUER}`;
    const refusals: readonly [StObject, string][] = [
      [{ Paths: [[{ account: BOB }]] }, 'temMALFORMED'],
      [{ SendMax: 5n }, 'temMALFORMED'],
      [{ SendMax: units(other, 5n) }, 'temMALFORMED'],
      [{ Amount: 5n, SendMax: units(id, 5n) }, 'temMALFORMED'],
      [{ DomainID: '0'.repeat(64) }, 'temMALFORMED'],
      [{ Destination: ALICE }, 'temREDUNDANT'],
      [{ Amount: units(id, 0n) }, 'temBAD_AMOUNT'],
      [{ SendMax: units(id, 0n) }, 'temBAD_AMOUNT'],
      [{ DeliverMin: units(id, 1n) }, 'temBAD_AMOUNT'],
      [{ DeliverMin: units(id, 41n), Flags: tfPartialPayment }, 'temBAD_AMOUNT'],
      [{ DeliverMin: units(other, 1n), Flags: tfPartialPayment }, 'temBAD_AMOUNT'],
      [{ DeliverMin: 1n, Flags: tfPartialPayment }, 'temBAD_AMOUNT'],
      [{ DomainID: DOMAIN }, 'tecNO_PERMISSION'],
    ];
    for (const [fields, expected] of refusals) {
      assert.equal(
        ledger.result(payment(ALICE, BOB, units(id, 40n), fields)),
        expected,
        JSON.stringify(Object.keys(fields)),
      );
    }
    const { fields } = ledger.transaction(payment(ALICE, BOB, units(id, 40n)));
    const mask = paymentFlagMask(fields as unknown as Parameters<typeof paymentFlagMask>[0]);
    assert.deepEqual(
      [tfPartialPayment, tfLimitQuality, tfNoRippleDirect].map((flag) => (mask & flag) === 0),
      [true, false, false],
    );
  });
});

describe('a payment of tokens by way of a multi-purpose one', () => {
  const { tfMPTCanTrade } = TransactionFlags.MPTokenIssuanceCreate;

  for (const [Flags, expected] of [
    [tfMPTCanTrade, 'tecPATH_DRY'],
    [0, 'tecNO_PERMISSION'],
  ] as const) {
    test(`finds no offers of it, whether it may be traded or not: ${expected}`, () => {
      const ledger = new MptLedger();
      const mptIssuanceId = ledger.issue({ Flags });
      ledger.trust(BOB, ISSUER, '10');
      const usd = tokens('1', ISSUER);
      const Paths = [[{ mptIssuanceId }, { currency: usd.currency, issuer: ISSUER }]];
      const fields = { Amount: usd, SendMax: 1_000_000n, Paths, Flags: tfNoRippleDirect };
      assert.equal(ledger.result({ ...payment(ALICE, BOB, units(mptIssuanceId, 1n)), ...fields }), expected);
    });
  }
});
