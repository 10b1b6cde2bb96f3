import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeCtid, encodeCtid } from './ctid.ts';

describe('concise transaction ids', () => {
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
});
