import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import * as addressCodec from 'ripple-address-codec';
import * as keypairs from 'ripple-keypairs';
import { accountIdOfPublicKey, accountIdToAddress, encodeNodePublicKey } from './address.ts';
import { deriveKeyPair, deriveNodeKeyPair, publicKeyType } from './key-pair.ts';
import { seedOfPassphrase } from './seed.ts';

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

  test('the master seed owns the master account', () => {
    const { publicKey } = deriveKeyPair(MASTER_SEED, 'secp256k1');
    assert.equal(accountIdToAddress(accountIdOfPublicKey(publicKey)), 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh');
  });

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

  test('the type of a public key is told by 33 bytes and a known prefix', () => {
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
