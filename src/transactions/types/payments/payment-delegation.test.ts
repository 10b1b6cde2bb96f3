import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../../../test/support/map-view.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { lineKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { IssuedAmount } from '../../../protocol/values.ts';
import { checkGranularPayment } from './payment-delegation.ts';
import type { Payment } from './payment-preflight.ts';

const [ALICE, BOB, CAROL] = [testAccount('A'), testAccount('B'), testAccount('C')];
const USD = '0000000000000000000000005553440000000000';

function dollars(mantissa: bigint, issuer: string): IssuedAmount {
  return { mantissa, exponent: 0, currency: USD, issuer };
}

/** Alice holds `held` of Bob's dollars, or owes them if negative; each accepts those of the other. */
function viewWith(held: bigint): MapView {
  const line = newEntry(lineKeylet(ALICE, BOB, USD));
  line.Balance = dollars(held, BOB);
  line.LowLimit = dollars(100n, ALICE);
  line.HighLimit = dollars(100n, BOB);
  return new MapView([line]);
}

describe('a payment by a delegate with granular permissions', () => {
  const check = (held: bigint, issuer: string, ...permissions: ('PaymentMint' | 'PaymentBurn')[]) => {
    const tx = { Account: ALICE, Destination: BOB, Amount: dollars(1n, issuer) } as unknown as Payment;
    return checkGranularPayment(viewWith(held), tx, new Set(permissions)) === 'tesSUCCESS';
  };

  test('issues or redeems by the balance, whichever end the amount names', () => {
    for (const issuer of [ALICE, BOB]) {
      assert.deepEqual([check(0n, issuer, 'PaymentMint'), check(5n, issuer, 'PaymentMint')], [true, false]);
      assert.deepEqual([check(-5n, issuer, 'PaymentBurn'), check(5n, issuer, 'PaymentBurn')], [false, true]);
    }
  });

  test('moves no tokens of a third account', () => {
    assert.equal(check(5n, CAROL, 'PaymentMint', 'PaymentBurn'), false);
  });
});
