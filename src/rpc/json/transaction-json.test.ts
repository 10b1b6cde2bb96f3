import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeCtid, deliveredAmount, encodeCtid } from './transaction-json.ts';

describe('concise transaction ids', () => {
  test('spell ledger, position and network', () => {
    assert.equal(encodeCtid({ ledgerIndex: 5, position: 0, networkId: 0 }), 'C000000500000000');
    assert.equal(encodeCtid({ ledgerIndex: 0x0fffffff, position: 0xffff, networkId: 0xffff }), 'CFFFFFFFFFFFFFFF');
  });

  test('do not exist where a number is too large', () => {
    assert.equal(encodeCtid({ ledgerIndex: 0x10000000, position: 0, networkId: 0 }), undefined);
    assert.equal(encodeCtid({ ledgerIndex: 1, position: 0x10000, networkId: 0 }), undefined);
    assert.equal(encodeCtid({ ledgerIndex: 1, position: 0, networkId: 0x10000 }), undefined);
  });

  test('are read back, in either case', () => {
    const place = fc.record({
      ledgerIndex: fc.nat(0x0fffffff),
      position: fc.nat(0xffff),
      networkId: fc.nat(0xffff),
    });
    fc.assert(
      fc.property(place, (expected) => {
        const text = encodeCtid(expected) as string;
        assert.deepEqual(decodeCtid(text), { ...expected });
        assert.deepEqual(decodeCtid(text.toLowerCase()), { ...expected });
      }),
    );
  });

  test('are refused when malformed', () => {
    for (const text of ['', 'x', 'D000000500000000', 'C00000050000000', 'C0000005000000000', 'C00000050000000G']) {
      assert.equal(decodeCtid(text), undefined, text);
    }
  });
});

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
