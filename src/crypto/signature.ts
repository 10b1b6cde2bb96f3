/**
 * Signatures. They are deterministic, so their bytes equal rippled's, and are verified strictly, so that a valid
 * signature cannot be altered into another one, which would change the transaction's hash (rippled: PublicKey.cpp,
 * verify). Secp256k1 signs the SHA-512Half of the message, Ed25519 the message itself.
 */
import { BoundedCache } from '../util/bounded-cache.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import { parseCanonicalDer } from './canonical-der.ts';
import { ed25519, isStrict } from './ed25519.ts';
import { sha512Half } from './hash.ts';
import { type KeyPair, publicKeyType } from './key-pair.ts';
import { secp256k1 } from './secp256k1.ts';

/** The signature of a message as upper-case hex: DER with low S, or the 64 bytes of Ed25519. */
export function sign(message: Uint8Array, keyPair: KeyPair): string {
  if (keyPair.keyType === 'ed25519') {
    const publicKey = hexToBytes(keyPair.publicKey).subarray(1);
    return bytesToHex(ed25519().sign(message, keyPair.privateKey, publicKey));
  }
  const { signature } = secp256k1().ecdsaSign(sha512Half(message), keyPair.privateKey);
  return bytesToHex(secp256k1().signatureExport(signature));
}

/** True if the signature is canonical and was made with this key for this message; false for anything malformed. */
export function verify(message: Uint8Array, publicKeyHex: string, signatureHex: string): boolean {
  const signature = hexToBytes(signatureHex);
  if (signature.length * 2 !== signatureHex.length) return false;
  switch (publicKeyType(publicKeyHex)) {
    case 'secp256k1':
      return verifySecp256k1(message, publicKeyHex, signature);
    case 'ed25519':
      return verifyEd25519(message, hexToBytes(publicKeyHex).subarray(1), signature);
    default:
      return false;
  }
}

function verifySecp256k1(message: Uint8Array, publicKeyHex: string, signature: Buffer): boolean {
  const canonical = parseCanonicalDer(signature);
  if (canonical === undefined) return false;
  try {
    return secp256k1().ecdsaVerify(canonical, sha512Half(message), pointOf(publicKeyHex));
  } catch {
    // The 33 bytes are not a point of the curve.
    return false;
  }
}

/** Keys kept at least, 250 bytes each; at most twice as many. */
const KNOWN_POINTS = 2_000;
const points = new BoundedCache<string, Uint8Array>(KNOWN_POINTS);

/**
 * Both coordinates of a key: computing the second one takes a tenth of the time of a verification. Throws for an
 * invalid point.
 */
function pointOf(publicKeyHex: string): Uint8Array {
  const known = points.get(publicKeyHex);
  if (known !== undefined) return known;
  const point = secp256k1().publicKeyConvert(hexToBytes(publicKeyHex), false);
  points.set(publicKeyHex, point);
  return point;
}

function verifyEd25519(message: Uint8Array, publicKey: Buffer, signature: Buffer): boolean {
  return isStrict(publicKey, signature) && ed25519().verify(message, publicKey, signature);
}
