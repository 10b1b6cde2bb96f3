/**
 * Keys from a seed, in the page. The private key is only in a private field: users of the object can sign, and read the
 * public key and the address.
 */
import { ed25519, ripemd160, secp256k1, sha256, sha512 } from '../vendor/noble.js';
import { addressOfAccount, bytesToHex, concat, decodeBase58, hexToBytes, uintToBytes } from './bytes.js';

const SEED_BYTES = 16;
const FAMILY_SEED_PREFIX = Uint8Array.of(33);
const ED25519_SEED_PREFIX = Uint8Array.of(0x01, 0xe1, 0x4b);
const ED25519_KEY_PREFIX = Uint8Array.of(0xed);
const ORDER = secp256k1.Point.Fn.ORDER;

/** The first half of a SHA-512. */
export function sha512Half(...parts) {
  return sha512(concat(...parts)).subarray(0, 32);
}

export class Keys {
  #privateKey;

  /** `seed` has 16 bytes, `type` is `secp256k1` or `ed25519`. */
  constructor(seed, type) {
    this.type = type;
    this.#privateKey = type === 'ed25519' ? sha512Half(seed) : familyKey(seed);
    const publicKey =
      type === 'ed25519'
        ? concat(ED25519_KEY_PREFIX, ed25519.getPublicKey(this.#privateKey))
        : secp256k1.getPublicKey(this.#privateKey);
    this.publicKey = bytesToHex(publicKey);
    this.address = addressOfAccount(ripemd160(sha256(publicKey)));
  }

  /** The signature of a message in hex. */
  sign(message) {
    if (this.type === 'ed25519') return bytesToHex(ed25519.sign(message, this.#privateKey));
    return bytesToHex(secp256k1.sign(sha512Half(message), this.#privateKey, { prehash: false, format: 'der' }));
  }
}

/** The keys of a secret: one pair for `sEd…`, one of each type for `s…` and for 32 hex digits. Empty if invalid. */
export function keysOfSecret(text) {
  const secret = text.trim();
  const ed25519Seed = decodeBase58(secret, ED25519_SEED_PREFIX, SEED_BYTES);
  if (ed25519Seed !== undefined) return [new Keys(ed25519Seed, 'ed25519')];
  const seed = hexToBytes(secret, SEED_BYTES) ?? decodeBase58(secret, FAMILY_SEED_PREFIX, SEED_BYTES);
  return seed === undefined ? [] : [new Keys(seed, 'secp256k1'), new Keys(seed, 'ed25519')];
}

/** The account's key is member 0 of the seed's key family. */
function familyKey(seed) {
  const root = firstScalar(seed);
  const member = firstScalar(secp256k1.getPublicKey(scalarBytes(root)), uintToBytes(0, 4));
  return scalarBytes((root + member) % ORDER);
}

function firstScalar(...parts) {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = BigInt(`0x${bytesToHex(sha512Half(...parts, uintToBytes(attempt, 4)))}`);
    if (scalar > 0n && scalar < ORDER) return scalar;
  }
}

function scalarBytes(scalar) {
  return uintToBytes(scalar, 32);
}
