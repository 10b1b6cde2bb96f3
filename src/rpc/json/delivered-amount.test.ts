import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deliveredAmount } from './delivered-amount.ts';

describe('what a transaction delivered', () => {
  const payment = { TransactionType: 'Payment', Amount: '10' };

  test('is unknown in ledgers older than the rule', () => {
    const meta = { TransactionResult: 'tesSUCCESS' };
    assert.equal(deliveredAmount(payment, meta, 4_594_094, 446_000_000), 'unavailable');
    assert.equal(deliveredAmount(payment, meta, 4_594_095, 446_000_000), '10');
    assert.equal(deliveredAmount(payment, meta, 3, 446_000_001), '10');
  });
});
