import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, payment, units } from '../../../../test/support/mpt-ledger.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

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

describe('a payment of tokens by way of a multi-purpose one', () => {
  const { tfMPTCanTrade } = TransactionFlags.MPTokenIssuanceCreate;

  for (const [Flags, expected] of [[tfMPTCanTrade, 'tecPATH_DRY']] as const) {
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
