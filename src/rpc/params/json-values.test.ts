import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonInteger, isJsonObject, isUInt32, jsonToBoolean, jsonToText } from './json-values.ts';

describe('json values read as the reference does', () => {
  test('nonzero and nonempty is true', () => {
    for (const value of [true, 1, -1, 0.5, 'false', [0], { a: null }]) assert.equal(jsonToBoolean(value), true);
    for (const value of [false, 0, '', null, undefined, [], {}]) assert.equal(jsonToBoolean(value), false);
  });

  test('scalars have a text, containers have none', () => {
    assert.deepEqual(
      [null, undefined, true, 7, -7, 1.5, 'x', [], {}].map((value) => jsonToText(value)),
      ['', '', 'true', '7', '-7', '1.500000', 'x', undefined, undefined],
    );
  });

  test('only whole numbers of 32 bits are integers', () => {
    assert.deepEqual([0, 0xffffffff, -1, 1.5, 0x100000000, '1'].map(isUInt32), [
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    assert.deepEqual([-0x80000000, -0x80000001, 0xffffffff].map(isJsonInteger), [true, false, true]);
    assert.deepEqual([{}, [], null, 'x'].map(isJsonObject), [true, false, false, false]);
  });
});
