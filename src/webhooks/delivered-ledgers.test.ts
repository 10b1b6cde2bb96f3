import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDelivered, type DeliveredLedger } from './delivered-ledgers.ts';

describe('the list of delivered ledgers', () => {
  let delivered: readonly DeliveredLedger[] = [[100, 'start', 0]];

  test('has a ledger near each earlier one, and stays short', () => {
    for (let count = 1; count <= 20_000; count++) {
      delivered = addDelivered(delivered, [100 + 3 * count, `hash ${count}`]);
      assert.ok(delivered.length <= 64, `${delivered.length} ledgers`);
      if (count % 997 !== 0) continue;
      for (let earlier = 1; earlier <= count; earlier++) {
        const nearest = delivered.findLast(([, , other]) => other <= earlier)![2];
        assert.ok(earlier - nearest <= 1 + (count - earlier) / 2, `${earlier} of ${count}: ${nearest}`);
      }
    }
    assert.deepEqual(delivered[0], [100, 'start', 0]);
    assert.deepEqual(delivered.at(-1), [60_100, 'hash 20000', 20_000]);
  });

  test('has a ledger once', () => {
    assert.equal(addDelivered(delivered, [60_100, 'hash 20000']), delivered);
  });
});
