import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import * as addressCodec from 'ripple-address-codec';
import * as keypairs from 'ripple-keypairs';
import { accountIdOfPublicKey, accountIdToAddress, encodeNodePublicKey } from './address.ts';
import { sha512Half } from './hash.ts';
import { deriveKeyPair, deriveNodeKeyPair, type KeyType, publicKeyType } from './key-pair.ts';
import { seedOfPassphrase } from './seed.ts';
import { sign, verify } from './signature.ts';

const MASTER_SEED = seedOfPassphrase('masterpassphrase');
const seeds = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('key pairs', () => {
  for (const keyType of ['secp256k1', 'ed25519'] as const) {
    test(`${keyType} keys and addresses agree with the public library for every seed`, () => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const expected = keypairs.deriveKeypair(addressCodec.encodeSeed(seed, keyType));
          const keyPair = deriveKeyPair(seed, keyType);
          assert.equal(keyPair.keyType, keyType);
          assert.equal(keyPair.publicKey, expected.publicKey);
          assert.equal(keyPair.privateKey.toString('hex').toUpperCase(), expected.privateKey.slice(2));
          const address = accountIdToAddress(accountIdOfPublicKey(keyPair.publicKey));
          assert.equal(address, keypairs.deriveAddress(expected.publicKey));
        }),
        { numRuns: 20 },
      );
    });
  }

  test('a node has the root of the family', () => {
    const text = addressCodec.encodeSeed(MASTER_SEED, 'secp256k1');
    const expected = keypairs.deriveKeypair(text, { validator: true });
    assert.equal(deriveNodeKeyPair(MASTER_SEED).publicKey, expected.publicKey);
    assert.equal(encodeNodePublicKey(expected.publicKey), 'n94a1u4jAz288pZLtw6yFWVbi89YamiC6JBXPVUj5zmExe5fTVg9');
  });

  test('the private key shows in no printed form', () => {
    const keyPair = deriveKeyPair(MASTER_SEED, 'ed25519');
    const secret = keyPair.privateKey.toString('hex').toLowerCase();
    const printed = [
      JSON.stringify(keyPair),
      inspect(keyPair, { showHidden: true, depth: null }),
      JSON.stringify({ ...keyPair }),
      String(keyPair),
    ];
    for (const text of printed) {
      assert.ok(!text.toLowerCase().includes(secret.slice(0, 8)));
      assert.ok(!text.toLowerCase().includes(secret.slice(0, 8).replace(/../g, '$& ').trim()));
    }
  });

  test('a public key has 33 bytes and a prefix that gives its type', () => {
    assert.equal(publicKeyType('02'.repeat(33)), 'secp256k1');
    assert.equal(publicKeyType('03'.repeat(33)), 'secp256k1');
    assert.equal(publicKeyType('ED'.repeat(33)), 'ed25519');
    for (const key of [
      '',
      '02'.repeat(32),
      '02'.repeat(34),
      '04'.repeat(33),
      '00'.repeat(33),
      '02'.repeat(32).concat('0G'),
    ]) {
      assert.equal(publicKeyType(key), undefined, key);
    }
  });
});

const SECP256K1_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const ED25519_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const MESSAGE = Buffer.from('a message to sign');
const KEYS = {
  secp256k1: deriveKeyPair(seedOfPassphrase('masterpassphrase'), 'secp256k1'),
  ed25519: deriveKeyPair(seedOfPassphrase('masterpassphrase'), 'ed25519'),
};
const cases = fc.record({
  seed: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  message: fc.uint8Array({ maxLength: 300 }),
  keyType: fc.constantFrom<KeyType>('secp256k1', 'ed25519'),
});

/** A positive integer in DER, with padding only where its sign needs it. */
function derInteger(value: bigint, padding = ''): string {
  let digits = value.toString(16).toUpperCase();
  if (digits.length % 2 === 1) digits = `0${digits}`;
  if (Number.parseInt(digits.slice(0, 2), 16) >= 0x80) digits = `00${digits}`;
  digits = padding + digits;
  return `02${hexByte(digits.length / 2)}${digits}`;
}

function der(r: string, s: string): string {
  return `30${hexByte((r.length + s.length) / 2)}${r}${s}`;
}

function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0').toUpperCase();
}

function derParts(signature: string): { r: bigint; s: bigint } {
  const rEnd = 8 + 2 * Number.parseInt(signature.slice(6, 8), 16);
  return { r: BigInt(`0x${signature.slice(8, rEnd)}`), s: BigInt(`0x${signature.slice(rEnd + 4)}`) };
}

function reverseHex(hex: string): string {
  return Buffer.from(hex, 'hex').reverse().toString('hex').toUpperCase();
}

describe('signatures', () => {
  test('are the same bytes as the public library makes, and verify', () => {
    fc.assert(
      fc.property(cases, ({ seed, message, keyType }) => {
        const keyPair = deriveKeyPair(seed, keyType);
        const signature = sign(message, keyPair);
        const libraryKey = (keyType === 'ed25519' ? 'ED' : '00') + keyPair.privateKey.toString('hex').toUpperCase();
        assert.equal(signature, keypairs.sign(Buffer.from(message).toString('hex'), libraryKey));
        assert.ok(verify(message, keyPair.publicKey, signature));
      }),
      { numRuns: 40 },
    );
  });

  test('fail with one bit of message, key or signature changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(KEYS.secp256k1, KEYS.ed25519), fc.nat(), (keyPair, place) => {
        const flip = (hex: string) => {
          const bytes = Buffer.from(hex, 'hex');
          const index = place % (bytes.length * 8);
          bytes[index >> 3] = (bytes[index >> 3] as number) ^ (1 << (index & 7));
          return bytes.toString('hex').toUpperCase();
        };
        const signature = sign(MESSAGE, keyPair);
        assert.ok(!verify(Buffer.from(flip(MESSAGE.toString('hex')), 'hex'), keyPair.publicKey, signature));
        assert.ok(!verify(MESSAGE, flip(keyPair.publicKey), signature));
        assert.ok(!verify(MESSAGE, keyPair.publicKey, flip(signature)));
      }),
    );
  });

  test('that are malformed are refused without throwing', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    );
    fc.assert(
      fc.property(texts, texts, (key, signature) => {
        assert.equal(verify(MESSAGE, key, signature), false);
        assert.equal(verify(MESSAGE, KEYS.secp256k1.publicKey, signature), false);
        assert.equal(verify(MESSAGE, KEYS.ed25519.publicKey, signature), false);
        assert.equal(verify(MESSAGE, key, sign(MESSAGE, KEYS.ed25519)), false);
      }),
    );
  });

  test('need a key of 33 bytes with a known prefix that is a point of the curve', () => {
    for (const keyPair of [KEYS.secp256k1, KEYS.ed25519]) {
      const signature = sign(MESSAGE, keyPair);
      for (const key of [keyPair.publicKey.slice(2), `${keyPair.publicKey}00`, `04${keyPair.publicKey.slice(2)}`]) {
        assert.equal(verify(MESSAGE, key, signature), false, key);
      }
      assert.equal(verify(MESSAGE, `02${'FF'.repeat(32)}`, signature), false);
      assert.equal(verify(MESSAGE, `${keyPair.publicKey.slice(0, -1)}G`, signature), false);
      assert.equal(verify(MESSAGE, keyPair.publicKey, `${signature}0`), false);
      assert.equal(verify(MESSAGE, keyPair.publicKey, signature.toLowerCase()), true);
    }
  });
});

describe('secp256k1 signatures', () => {
  const { publicKey } = KEYS.secp256k1;
  const signature = sign(MESSAGE, KEYS.secp256k1);
  const { r, s } = derParts(signature);
  const [rDer, sDer] = [derInteger(r), derInteger(s)];

  test('have one accepted encoding', () => {
    assert.equal(der(rDer, sDer), signature);
    assert.ok(verify(MESSAGE, publicKey, signature));
  });

  test('have no shorter encoding if R needs a zero byte', () => {
    for (let at = 0, seen = 0; seen < 4; at++) {
      const message = Buffer.from(`message ${at}`);
      const whole = sign(message, KEYS.secp256k1);
      const parts = derParts(whole);
      if (parts.r >> 255n === 0n) continue;
      seen++;
      assert.ok(verify(message, publicKey, whole));
      const negative = `0220${parts.r.toString(16).padStart(64, '0')}`;
      assert.equal(verify(message, publicKey, der(negative, derInteger(parts.s))), false);
    }
  });

  const refused: Record<string, string> = {
    'S above half of the order': der(rDer, derInteger(SECP256K1_ORDER - s)),
    'R plus the order': der(derInteger(r + SECP256K1_ORDER), sDer),
    'S plus the order': der(rDer, derInteger(s + SECP256K1_ORDER)),
    'R of zero': der('020100', sDer),
    'S of zero': der(rDer, '020100'),
    'an empty S': der(rDer, '0200'),
    'a padded R': der(derInteger(r, '00'), sDer),
    'a padded S': der(rDer, derInteger(s, '00')),
    'a negative S': der(rDer, `0220${'F'.repeat(64)}`),
    'a byte after the sequence': `${signature}00`,
    'a byte inside the sequence': der(rDer, `${sDer}00`),
    'a missing byte': signature.slice(0, -2),
    'a wrong length': `3000${signature.slice(4)}`,
    'a long-form length': `3081${signature.slice(2)}`,
    'another tag': `31${signature.slice(2)}`,
    'another integer tag': der(`03${rDer.slice(2)}`, sDer),
    'R and S without DER': r.toString(16).padStart(64, '0') + s.toString(16).padStart(64, '0'),
    nothing: '',
  };
  for (const [what, spelling] of Object.entries(refused)) {
    test(`are refused with ${what}`, () => assert.equal(verify(MESSAGE, publicKey, spelling), false));
  }
});

describe('ed25519 signatures', () => {
  const { publicKey } = KEYS.ed25519;
  const signature = sign(MESSAGE, KEYS.ed25519);

  test('are refused when the scalar is not reduced', () => {
    const scalar = BigInt(`0x${reverseHex(signature.slice(64))}`);
    const unreduced = reverseHex((scalar + ED25519_ORDER).toString(16).padStart(64, '0'));
    assert.equal(verify(MESSAGE, publicKey, signature.slice(0, 64) + unreduced), false);
  });

  test('are refused with a byte more or less', () => {
    assert.equal(verify(MESSAGE, publicKey, `${signature}00`), false);
    assert.equal(verify(MESSAGE, publicKey, signature.slice(2)), false);
  });

  test('are over the message, not its digest', () => {
    assert.equal(verify(sha512Half(MESSAGE), publicKey, signature), false);
  });

  test('are refused from keys of small order, for which anyone can sign', () => {
    const basePoint = `58${'66'.repeat(31)}`;
    const one = `01${'00'.repeat(31)}`;
    for (const key of [one, `EE${'FF'.repeat(30)}7F`, `01${'00'.repeat(30)}80`]) {
      assert.equal(verify(MESSAGE, `ED${key}`, basePoint + one), false, key);
    }
  });
});
