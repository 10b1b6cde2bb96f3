import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { optionalBoolean, optionalString, readLimit, requireString } from './params.ts';

const RANGE = { min: 10, fallback: 200, max: 400 };

describe('parameter checkers', () => {
  test('a text must be there and must be a text', () => {
    assert.equal(requireString({ account: 'r' }, 'account'), 'r');
    assert.throws(() => requireString({}, 'account'), { message: "Missing field 'account'." });
    assert.throws(() => requireString({ account: null }, 'account'), { message: "Invalid field 'account'." });
  });

  test('what is optional may be absent but not of another type', () => {
    assert.equal(optionalString({}, 'x'), undefined);
    assert.throws(() => optionalString({ x: 1 }, 'x'), { message: "Invalid field 'x'." });
    assert.equal(optionalBoolean({ x: false }, 'x'), false);
    assert.throws(() => optionalBoolean({ x: 0 }, 'x'), { message: "Invalid field 'x'." });
  });

  test('a limit is clamped for everybody but the operator', () => {
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
