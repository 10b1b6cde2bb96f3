import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { httpStatusOfErrorCode, RPC_ERRORS } from './error-table.ts';
import { expectedField, invalidField, missingField, RpcError } from './errors.ts';

describe('request faults', () => {
  test('carry token, number and the default text of the table', () => {
    assert.deepEqual(new RpcError('actNotFound').toResult(), {
      error: 'actNotFound',
      error_code: 19,
      error_message: 'Account not found.',
    });
  });

  test('name the field in the words of the reference', () => {
    assert.equal(missingField('account').message, "Missing field 'account'.");
    assert.equal(invalidField('account').message, "Invalid field 'account'.");
    assert.equal(expectedField('limit', 'unsigned integer').message, "Invalid field 'limit', not unsigned integer.");
    assert.equal(missingField('account').code, 31);
  });

  test('keep the fields that were known before the fault', () => {
    const error = new RpcError('actMalformed', undefined, { ledger_current_index: 5 }).withExtra({ validated: false });
    assert.deepEqual(error.toResult(), {
      validated: false,
      ledger_current_index: 5,
      error: 'actMalformed',
      error_code: 35,
      error_message: 'Account malformed.',
    });
  });

  test('have distinct numbers, and an HTTP status by number', () => {
    const codes = Object.values(RPC_ERRORS).map((error) => error.code);
    assert.equal(new Set(codes).size, codes.length);
    assert.equal(httpStatusOfErrorCode(32), 405);
    assert.equal(httpStatusOfErrorCode(35), 200);
    assert.equal(httpStatusOfErrorCode(5), 200);
  });
});
