import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import * as addressCodec from 'ripple-address-codec';
import { encodeAccountPublicKey, encodeNodePublicKey } from './address.ts';
import { encodeToken, TOKEN_TYPE } from './base58.ts';
import { encodeSeed, parseEd25519Seed, parseGenericSeed, parseSeed, parseSeedHex, seedOfPassphrase } from './seed.ts';

const MASTER_SEED = Buffer.from('DEDCE9CE67B451D852FD4E846FCDE31C', 'hex');
const PUBLIC_KEY = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020';
const seeds = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('seeds', () => {
  test('agree with the public codec in both base58 forms', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const text = addressCodec.encodeSeed(seed, 'secp256k1');
        const ed25519Text = addressCodec.encodeSeed(seed, 'ed25519');
        assert.equal(encodeSeed(seed), text);
        assert.deepEqual(parseSeed(text), Buffer.from(seed));
        assert.deepEqual(parseEd25519Seed(ed25519Text), Buffer.from(seed));
        assert.equal(parseSeed(ed25519Text), undefined);
        assert.equal(parseEd25519Seed(text), undefined);
      }),
    );
  });

  test('hex is 32 digits of either case, or a single zero', () => {
    assert.deepEqual(parseSeedHex('dedce9ce67b451d852fd4E846FCDE31C'), MASTER_SEED);
    assert.deepEqual(parseSeedHex('0'), Buffer.alloc(16));
    for (const text of ['', '00', 'DEDCE9CE67B451D852FD4E846FCDE31', 'GEDCE9CE67B451D852FD4E846FCDE31C']) {
      assert.equal(parseSeedHex(text), undefined);
    }
  });
});

describe('a seed of any spelling', () => {
  test('is read as hex, base58, words, and else as a passphrase', () => {
    const spellings = [
      'DEDCE9CE67B451D852FD4E846FCDE31C',
      'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
      'I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE',
      'masterpassphrase',
    ];
    for (const text of spellings) assert.deepEqual(parseGenericSeed(text), MASTER_SEED, text);
  });

  test('words with a wrong parity, broken base58 and other Ed25519 spellings are passphrases', () => {
    const spellings = [
      'I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARK',
      'snoPBrXtMeMyMHUVTgbuqAfg1SUTc',
      addressCodec.encodeSeed(MASTER_SEED, 'ed25519'),
      'пароль',
    ];
    for (const text of spellings) assert.deepEqual(parseGenericSeed(text), seedOfPassphrase(text));
  });

  test('is never an address, a public key, a private key or nothing', () => {
    const tokens = [
      '',
      'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      encodeNodePublicKey(PUBLIC_KEY),
      encodeAccountPublicKey(PUBLIC_KEY),
      encodeToken(TOKEN_TYPE.nodePrivate, Buffer.alloc(32, 1)),
      encodeToken(TOKEN_TYPE.accountSecret, Buffer.alloc(32, 1)),
    ];
    for (const text of tokens) assert.equal(parseGenericSeed(text), undefined, text);
  });
});
