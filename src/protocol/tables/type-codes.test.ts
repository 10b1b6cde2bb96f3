import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TRANSACTION_TYPES } from 'ripple-binary-codec';
import { permissionName, permissionValue } from './permissions.ts';
import { ledgerEntryTypeCode, ledgerEntryTypeName, transactionTypeCode, transactionTypeName } from './type-codes.ts';

describe('type codes', () => {
  test('cover the transaction types that client libraries know', () => {
    for (const name of ['Payment', 'AccountSet', 'TrustSet', 'PaymentChannelClaim', 'Batch']) {
      assert.ok(TRANSACTION_TYPES.includes(name));
      assert.notEqual(transactionTypeCode(name), undefined, name);
    }
  });

  test('go both ways', () => {
    assert.equal(transactionTypeCode('Payment'), 0);
    assert.equal(transactionTypeName(0), 'Payment');
    assert.equal(ledgerEntryTypeCode('AccountRoot'), 0x61);
    assert.equal(ledgerEntryTypeName(0x61), 'AccountRoot');
  });

  test('are undefined for what does not exist', () => {
    assert.equal(transactionTypeCode('payment'), undefined);
    assert.equal(transactionTypeCode('constructor'), undefined);
    assert.equal(transactionTypeName(9_999), undefined);
    assert.equal(ledgerEntryTypeName(0), undefined);
  });
});

describe('permissions', () => {
  test('are transaction types, one above their code, or parts of them', () => {
    assert.equal(permissionName(1), 'Payment');
    assert.equal(permissionValue('TrustSet'), 21);
    assert.equal(permissionName(65_545), 'PaymentMint');
    assert.equal(permissionValue('PaymentMint'), 65_545);
  });

  test('have no name beyond those', () => {
    assert.equal(permissionName(0), undefined);
    assert.equal(permissionValue('Nothing'), undefined);
  });
});
