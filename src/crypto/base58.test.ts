import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { codec } from 'ripple-address-codec';
import { decodeBase58Check, encodeBase58Check } from './base58.ts';

const ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';

/** Payloads with runs of zeros and of 255 at their head, where the arithmetic has its edges. */
const payloads = fc
  .tuple(fc.nat({ max: 10 }), fc.constantFrom(0, 255), fc.uint8Array({ maxLength: 23 }))
  .map(([count, value, tail]) => Buffer.concat([Buffer.alloc(count, value), tail]));

describe('base58 with a checksum', () => {
  test('encodes as the public codec does and decodes to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 1 }), payloads, (prefix, payload) => {
        const bytes = Buffer.concat([prefix, payload]);
        const text = encodeBase58Check(prefix, payload);
        assert.equal(text, codec.encodeChecked(bytes));
        assert.deepEqual(decodeBase58Check(text), bytes);
      }),
      { numRuns: 1000 },
    );
  });

  test('refuses a text with one digit changed, added or removed', () => {
    fc.assert(
      fc.property(payloads, fc.nat(), fc.constantFrom(...ALPHABET), (payload, place, digit) => {
        const text = encodeBase58Check(Uint8Array.of(7), payload);
        const index = place % text.length;
        const changed = `${text.slice(0, index)}${digit}${text.slice(index + 1)}`;
        if (changed !== text) assert.equal(decodeBase58Check(changed), undefined);
        assert.equal(decodeBase58Check(`${text}${digit}`), undefined);
        assert.equal(decodeBase58Check(text.slice(1)), undefined);
      }),
    );
  });

  test('refuses text that is not base58, of any length, without throwing', () => {
    for (const text of ['', 'r', 'rrrr', '0', 'O', 'l', 'ré', '\u{1F600}', ' rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh']) {
      assert.equal(decodeBase58Check(text), undefined, text);
    }
    assert.equal(decodeBase58Check('r'.repeat(10_000_000)), undefined);
  });

  test('refuses to encode more than a public key with its type', () => {
    assert.equal(decodeBase58Check(encodeBase58Check(Uint8Array.of(255), Buffer.alloc(33, 255)))?.length, 34);
    assert.throws(() => encodeBase58Check(Uint8Array.of(28), Buffer.alloc(34)), RangeError);
  });
});
