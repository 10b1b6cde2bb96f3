/**
 * The key that names a server among others, `pubkey_node` (rippled: NodeIdentity.cpp). It is made once and kept with
 * the chain. Its private half is not: there are no other servers to prove anything to.
 */
import { deriveKeyPair } from '../crypto/key-pair.ts';
import type { NamedValues } from '../storage/ledger-store.ts';

const NODE_PUBLIC_KEY = 'node_public_key';
const SEED_BYTES = 16;

/** The public key of the store's server, 33 bytes hex; a new one from unpredictable bytes if the store has none. */
export function nodePublicKey(store: NamedValues, randomBytes: (count: number) => Uint8Array): string {
  const kept = store.metaValue(NODE_PUBLIC_KEY);
  if (kept !== undefined) return kept;
  const { publicKey } = deriveKeyPair(randomBytes(SEED_BYTES), 'secp256k1');
  store.setMetaValue(NODE_PUBLIC_KEY, publicKey);
  return publicKey;
}
