import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sha256, sha512Half, sha512HalfHex } from './hash.ts';

/** More than are hashed without libsodium, all of them short. */
const MANY = 1_200;

describe('hashes', () => {
  test('short inputs have the same hashes from OpenSSL and from libsodium', () => {
    for (let number = 0; number < MANY; number++) {
      const bytes = Buffer.from(`input ${number}`);
      const expected = createHash('sha512').update(bytes).digest().subarray(0, 32);
      assert.deepEqual(sha512Half(bytes), expected);
      assert.equal(sha512HalfHex(bytes), expected.toString('hex').toUpperCase());
      assert.deepEqual(sha256(bytes), createHash('sha256').update(bytes).digest());
    }
  });

  test('half SHA-512 covers the concatenation of its parts, on both sides of the size where it changes library', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 4 }), (parts) => {
        const expected = createHash('sha512').update(Buffer.concat(parts)).digest().subarray(0, 32);
        assert.deepEqual(sha512Half(...parts), expected);
        assert.equal(sha512HalfHex(...parts), expected.toString('hex').toUpperCase());
      }),
    );
  });

  test('a digest does not change when the next one is made', () => {
    const first = sha512Half(Buffer.from('first'));
    const copy = Buffer.from(first);
    sha512Half(Buffer.from('second'));
    assert.deepEqual(first, copy);
  });

  test('a stored digest keeps only its own 32 bytes alive', () => {
    for (const input of [Buffer.alloc(10), Buffer.alloc(1_000)]) {
      assert.equal(sha512Half(input).buffer.byteLength, 32);
      assert.equal(sha256(input).buffer.byteLength, 32);
    }
  });
});
