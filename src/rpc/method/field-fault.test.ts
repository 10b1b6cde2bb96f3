import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { strictText, strictUint } from '../params/readers.ts';
import { invalidField, invalidParams, missingField, RpcError } from './errors.ts';
import { faultResult } from './field-fault.ts';
import type { ParamRow } from './param-row.ts';

const ROWS: readonly ParamRow[] = [
  { name: 'account', ...strictText, required: true, text: 'Address of the account.' },
  { name: 'limit', ...strictUint, text: 'Most lines (200), beside `marker`.' },
  { name: 'role', ...strictText, values: ['source', 'destination'], text: 'Whose.' },
  { name: 'offer, escrow', members: ['offer', 'escrow'], ...strictText, text: 'Its key.' },
];

const whatOf = (error: RpcError) => faultResult(error, ROWS).error_what;

describe('the fault of a parameter', () => {
  test('describes the parameter', () => {
    assert.equal(whatOf(missingField('account')), "Field 'account' is a string: address of the account.");
    assert.equal(whatOf(invalidField('limit')), "Field 'limit' is an integer: most lines (200), beside 'marker'.");
    assert.equal(whatOf(invalidField('escrow')), "Field 'escrow' is a string: its key.");
  });

  test('lists what there is to choose from', () => {
    assert.equal(whatOf(invalidField('role')), "Field 'role' is 'source' or 'destination'.");
  });

  test('leaves the words of the reference, and names a field that these do not name', () => {
    const result = faultResult(invalidParams().about('limit'), ROWS);
    assert.equal(result.error_message, 'Invalid parameters.');
    assert.match(String(result.error_what), /^Field 'limit' is an integer/);
  });

  test("keeps the error's own explanation, and adds none for other fields", () => {
    assert.equal(whatOf(invalidField('account').because('It is one of a kind.')), 'It is one of a kind.');
    assert.equal(whatOf(invalidField('tx_json.Amount')), undefined);
    assert.equal(whatOf(new RpcError('internal')), undefined);
  });
});
