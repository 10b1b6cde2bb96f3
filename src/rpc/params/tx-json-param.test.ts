import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import { RpcError } from '../method/errors.ts';
import { copyOfTx, parseTxJson } from './tx-json-param.ts';

const PAYMENT: JsonObject = { TransactionType: 'Payment', Fee: '10', DeliverMax: '5', hash: 'A'.repeat(64) };

describe('copyOfTx', () => {
  test('copies fields, those that exist in JSON only, and the other name of a payment’s amount', () => {
    const copy = copyOfTx(PAYMENT);
    assert.deepEqual(copy, PAYMENT);
    assert.notEqual(copy, PAYMENT);
  });

  test('keeps one unknown name, the one that the error names', () => {
    for (const names of [
      ['zebra', 'apple', 'mango'],
      ['', 'x'],
      ['constructor', 'toString'],
      ['__proto__', 'a'],
    ]) {
      const { DeliverMax, ...fields } = PAYMENT;
      const tx = { ...fields, ...Object.fromEntries(names.map((name) => [name, '1'])) };
      const copy = copyOfTx(tx);
      assert.equal(Object.keys(copy).length, Object.keys(fields).length + 1);
      assert.equal(faultOf(copy), faultOf(tx));
    }
  });

  test('is short however many names there are', () => {
    const names = Array.from({ length: 60_000 }, (_, number) => [`x${number}`, number]);
    assert.equal(Object.keys(copyOfTx({ ...PAYMENT, ...Object.fromEntries(names) })).length, 5);
  });
});

function faultOf(tx: JsonObject): string {
  try {
    parseTxJson(tx);
  } catch (error) {
    if (error instanceof RpcError) return error.message;
    throw error;
  }
  assert.fail('there is an unknown name');
}
