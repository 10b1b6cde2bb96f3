/**
 * The public key that identifies a server, `pubkey_node` (rippled: NodeIdentity.cpp). It is derived on demand from the key that
 * signs markers, which is kept with the chain. Its private half is never used, since there are no peers.
 */
import { sha512Half } from '../crypto/hash.ts';
import { deriveKeyPair } from '../crypto/key-pair.ts';
import type { NamedValues } from '../storage/ledger-store.ts';
import { readMarkerKey } from './chain-parameters.ts';

/** Older stores have a separate key under this name. */
const NODE_PUBLIC_KEY = 'node_public_key';
const SEED_BYTES = 16;

/** The public key of the store's server, 33 bytes hex. The store must have a key for markers. */
export function nodePublicKey(store: Pick<NamedValues, 'metaValue'>): string {
  const kept = store.metaValue(NODE_PUBLIC_KEY);
  if (kept !== undefined) return kept;
  const seed = sha512Half(Buffer.from(NODE_PUBLIC_KEY), readMarkerKey(store)).subarray(0, SEED_BYTES);
  return deriveKeyPair(seed, 'secp256k1').publicKey;
}
