import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import type { ApiVersion, RpcContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';
import { signingKey } from './signing-key.ts';

const SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
const HEX = 'DEDCE9CE67B451D852FD4E846FCDE31C';
const SECP256K1 = '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020';
const ED25519 = 'EDAAC3F98BB94F451804EF5993C847DAAA4E6154F455635659D88AA5C80F156303';

const keyPair = (params: JsonObject, apiVersion?: ApiVersion) =>
  signingKey.read({ params } as RpcContext, 'secret', apiVersion);

describe('the key pair of a request', () => {
  test('comes from every spelling of the secret', () => {
    for (const secret of [SEED, HEX, 'masterpassphrase', 'I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE']) {
      assert.equal(keyPair({ secret }).publicKey, SECP256K1, secret);
    }
    assert.equal(keyPair({ seed: SEED, key_type: 'secp256k1' }).publicKey, SECP256K1);
    assert.equal(keyPair({ seed_hex: HEX, key_type: 'ed25519' }).publicKey, ED25519);
    assert.equal(keyPair({ passphrase: 'masterpassphrase', key_type: 'ed25519' }).publicKey, ED25519);
  });

  test('is Ed25519 for seeds of that type', () => {
    const sEd = 'sEdS75rFaAXRGoydCF5EnSsUc5ePJsG';
    assert.equal(keyPair({ secret: sEd }).keyType, 'ed25519');
    assertFault({ seed: sEd, key_type: 'secp256k1' }, 'badSeed', 'Specified seed is for an Ed25519 wallet.');
  });

  test('has one error for each mistake', () => {
    assertFault({}, 'invalidParams', "Missing field 'secret'.");
    const exactlyOne = 'Exactly one of the following must be specified: passphrase, secret, seed or seed_hex';
    assertFault({ secret: SEED, seed: SEED }, 'invalidParams', exactlyOne);
    assertFault({ seed: SEED, key_type: 7 }, 'invalidParams', "Invalid field 'key_type', not string.");
    assertFault({ seed: SEED, key_type: 'rsa' }, 'invalidParams', "Invalid field 'key_type'.");
    assertFault(
      { secret: SEED, key_type: 'secp256k1' },
      'invalidParams',
      'The secret field is not allowed if key_type is used.',
    );
    assertFault({ seed: SEED }, 'invalidParams', "Invalid field 'secret', not string.");
    assertFault({ secret: '' }, 'badSeed', "Invalid field 'secret'.");
    assertFault({ seed: 'x', key_type: 'ed25519' }, 'badSeed', 'Disallowed seed.');
    assertFault({ seed_hex: 7, key_type: 'ed25519' }, 'invalidParams', "Invalid field 'seed_hex', not string.");
    assert.throws(() => keyPair({ seed: SEED, key_type: 'rsa' }, 2), { token: 'badKeyType' });
  });
});

function assertFault(params: JsonObject, token: string, message: string): void {
  assert.throws(
    () => keyPair(params),
    (error) => error instanceof RpcError && error.token === token && error.message === message,
    JSON.stringify(params),
  );
}
