/**
 * The key that names a server among others, `pubkey_node` (rippled: NodeIdentity.cpp). It follows from the key of the
 * chain's markers, which is made once and kept with the chain, and is worked out when somebody asks. Nothing is ever proven
 * with its private half: there are no other servers.
 */
import { sha512Half } from '../crypto/hash.ts';
import { deriveKeyPair } from '../crypto/key-pair.ts';
import type { NamedValues } from '../storage/ledger-store.ts';
import { readMarkerKey } from './chain-parameters.ts';

/** Older stores have a key of its own under this name. */
const NODE_PUBLIC_KEY = 'node_public_key';
const SEED_BYTES = 16;

/** The public key of the store's server, 33 bytes hex. The store has a key for markers. */
export function nodePublicKey(store: Pick<NamedValues, 'metaValue'>): string {
  const kept = store.metaValue(NODE_PUBLIC_KEY);
  if (kept !== undefined) return kept;
  const seed = sha512Half(Buffer.from(NODE_PUBLIC_KEY), readMarkerKey(store)).subarray(0, SEED_BYTES);
  return deriveKeyPair(seed, 'secp256k1').publicKey;
}
