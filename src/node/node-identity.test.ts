import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publicKeyType } from '../crypto/key-pair.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { ensureMarkerKey } from './chain-parameters.ts';
import { nodePublicKey } from './node-identity.ts';

function storeOf(byte: number): MemoryStore {
  const store = new MemoryStore();
  ensureMarkerKey(store, (count) => Buffer.alloc(count, byte));
  return store;
}

describe("a server's public key", () => {
  test('follows from the key of its markers', () => {
    const store = storeOf(1);
    assert.equal(publicKeyType(nodePublicKey(store)), 'secp256k1');
    assert.equal(nodePublicKey(store), nodePublicKey(storeOf(1)));
    assert.notEqual(nodePublicKey(store), nodePublicKey(storeOf(2)));
  });

  test('is the one that is kept in older stores', () => {
    const store = storeOf(1);
    store.setMetaValue('node_public_key', '02'.repeat(33));
    assert.equal(nodePublicKey(store), '02'.repeat(33));
  });
});
