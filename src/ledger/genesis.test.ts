import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountIdOfPublicKey } from '../crypto/address.ts';
import { deriveKeyPair } from '../crypto/key-pair.ts';
import { seedOfPassphrase } from '../crypto/seed.ts';
import { MASTER_PASSPHRASE, masterAccount } from './genesis.ts';

test('the master account is that of the key which its passphrase gives', () => {
  const { publicKey } = deriveKeyPair(seedOfPassphrase(MASTER_PASSPHRASE), 'secp256k1');
  assert.equal(masterAccount(), accountIdOfPublicKey(publicKey));
});
