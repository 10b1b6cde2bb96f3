import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryObject } from '../../../test/support/arbitrary-object.ts';
import { JsonBuffer } from '../../util/json-buffer.ts';
import { encodeObject } from '../codec/encode.ts';
import { decodeToJson } from './to-json.ts';
import { writeOpenObject } from './to-json-text.ts';

const CLOSE_BRACE = 0x7d;

function textOf(bytes: Uint8Array): string {
  const out = new JsonBuffer(16);
  writeOpenObject(out, bytes);
  out.reserve(1);
  out.byte(CLOSE_BRACE);
  return out.bytes.toString('latin1', 0, out.length);
}

const viaObjects = (bytes: Uint8Array) => JSON.stringify(decodeToJson(bytes));

describe('JSON text from bytes', () => {
  test('is what the objects in between would give, for any object', () => {
    fc.assert(
      fc.property(arbitraryObject(), (object) => {
        const bytes = encodeObject(object);
        assert.equal(textOf(bytes), viaObjects(bytes));
      }),
      { numRuns: 300 },
    );
  });

  test('spells amounts of every size as the objects do', () => {
    const issue = { currency: `${'0'.repeat(24)}5553440000000000`, issuer: 'AB'.repeat(20) };
    const mantissa = fc.bigInt({ min: 1_000_000_000_000_000n, max: 9_999_999_999_999_999n });
    const amount = fc.oneof(
      fc.bigInt({ min: 0n, max: 0x1fff_ffff_ffff_ffffn }),
      fc.record({ mantissa, exponent: fc.integer({ min: -96, max: 80 }), negative: fc.boolean() }).map((parts) => ({
        ...issue,
        mantissa: parts.negative ? -parts.mantissa : parts.mantissa,
        exponent: parts.exponent,
      })),
      fc.record({ zeros: fc.nat(15), exponent: fc.integer({ min: -30, max: 1 }) }).map(({ zeros, exponent }) => ({
        ...issue,
        mantissa: 12n * 10n ** 14n + 10n ** BigInt(zeros),
        exponent,
      })),
    );
    fc.assert(
      fc.property(amount, (Amount) => {
        const bytes = encodeObject({ Amount });
        assert.equal(textOf(bytes), viaObjects(bytes));
      }),
      { numRuns: 1000 },
    );
  });
});
