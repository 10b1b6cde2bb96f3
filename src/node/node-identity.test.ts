import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicKeyType } from '../crypto/key-pair.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { nodePublicKey } from './node-identity.ts';

test('a store gets one public key and keeps it', () => {
  const store = new MemoryStore();
  const key = nodePublicKey(store, (count) => Buffer.alloc(count, 1));
  assert.equal(publicKeyType(key), 'secp256k1');
  assert.equal(
    nodePublicKey(store, () => assert.fail('there is a key')),
    key,
  );
  assert.notEqual(
    nodePublicKey(new MemoryStore(), (count) => Buffer.alloc(count, 2)),
    key,
  );
});
