import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLimit, refuseLongIntegers } from './params.ts';

const RANGE = { min: 10, fallback: 200, max: 400 };

describe('parameter checkers', () => {
  test('an integer must fit where the method reads one, and nowhere else', () => {
    const rows = [
      { name: 'a', type: 'integer', text: '' },
      { name: 'b', type: 'string or integer', text: '' },
      { name: 'c', type: 'string', text: '' },
    ];
    for (const value of [2 ** 32, -(2 ** 31) - 1, 1e300]) {
      for (const name of ['a', 'b']) {
        const extra = { error_what: `Field '${name}' is an integer outside -2147483648 to 4294967295.` };
        const fault = { token: 'invalidParams', message: 'Invalid parameters.', extra };
        assert.throws(() => refuseLongIntegers(rows, { [name]: value }), fault);
      }
      refuseLongIntegers(rows, { c: value, d: value });
    }
    refuseLongIntegers(rows, { a: 2 ** 32 - 1, b: -(2 ** 31) });
    refuseLongIntegers(rows, { a: 0.5, b: '4294967296' });
  });

  test('a limit is clamped, except for admins', () => {
    assert.equal(readLimit({}, RANGE, 'user'), 200);
    assert.equal(readLimit({ limit: null }, RANGE, 'user'), 200);
    assert.equal(readLimit({ limit: 1 }, RANGE, 'user'), 10);
    assert.equal(readLimit({ limit: 1000 }, RANGE, 'user'), 400);
    assert.equal(readLimit({ limit: 1 }, RANGE, 'admin'), 1);
    assert.throws(() => readLimit({ limit: 0 }, RANGE, 'user'), { message: "Invalid field 'limit'." });
    for (const limit of [-1, 1.5, '10', true]) {
      assert.throws(() => readLimit({ limit }, RANGE, 'user'), {
        message: "Invalid field 'limit', not unsigned integer.",
      });
    }
  });
});
