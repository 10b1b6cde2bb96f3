import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../test/support/map-view.ts';
import { testAccount } from '../../test/support/test-view.ts';
import { ZERO_ACCOUNT } from '../protocol/values.ts';
import { PaymentSandbox, recordCredit, usableBalance } from './payment-sandbox.ts';

const ALICE = testAccount('A');

describe('a payment sandbox', () => {
  test('counts drops towards the account of zeros, and never below nothing', () => {
    const sandbox = new PaymentSandbox(new MapView());
    recordCredit(sandbox, ZERO_ACCOUNT, ALICE, 100n, -5n);
    assert.equal(usableBalance(sandbox, ALICE, ZERO_ACCOUNT, 105n), 5n);
    recordCredit(sandbox, ALICE, ZERO_ACCOUNT, 50n, 105n);
    assert.equal(usableBalance(sandbox, ALICE, ZERO_ACCOUNT, 55n), 0n);
  });
});
