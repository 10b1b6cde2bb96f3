import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deliveredAmount } from './delivered-amount.ts';

const RECENT_SECONDS = 800_000_000;

describe('what a transaction delivered', () => {
  const payment = { TransactionType: 'Payment', Amount: '10' };

  test('is its Amount unless metadata says otherwise', () => {
    const meta = { TransactionResult: 'tesSUCCESS' };
    assert.equal(deliveredAmount(payment, meta, 3, RECENT_SECONDS), '10');
    assert.equal(deliveredAmount(payment, { ...meta, DeliveredAmount: '7' }, 3, RECENT_SECONDS), '7');
  });

  test('is unknown in ledgers older than the rule', () => {
    const meta = { TransactionResult: 'tesSUCCESS' };
    assert.equal(deliveredAmount(payment, meta, 4_594_094, 446_000_000), 'unavailable');
    assert.equal(deliveredAmount(payment, meta, 4_594_095, 446_000_000), '10');
    assert.equal(deliveredAmount(payment, meta, 3, 446_000_001), '10');
  });

  test('is nothing for failures and for types that deliver nothing', () => {
    assert.equal(deliveredAmount(payment, { TransactionResult: 'tecPATH_DRY' }, 3, RECENT_SECONDS), undefined);
    const trust = { TransactionType: 'TrustSet' };
    assert.equal(deliveredAmount(trust, { TransactionResult: 'tesSUCCESS' }, 3, RECENT_SECONDS), undefined);
  });
});
