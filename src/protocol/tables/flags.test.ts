import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EntryFlags, TransactionFlags, transactionFlagMask } from './flags.ts';

describe('flags', () => {
  test('a mask forbids all flags but those of the type and the universal ones', () => {
    assert.equal(transactionFlagMask('Payment'), 0x3ff8ffff);
    assert.equal(transactionFlagMask('TrustSet'), 0x3f08ffff);
    assert.equal(transactionFlagMask('PaymentChannelClaim'), 0x3ffcffff);
  });

  test('every flag is one bit', () => {
    for (const group of [...Object.values(TransactionFlags), ...Object.values(EntryFlags)]) {
      for (const [name, bit] of Object.entries(group)) assert.ok(Number.isInteger(Math.log2(bit)), name);
    }
  });
});
