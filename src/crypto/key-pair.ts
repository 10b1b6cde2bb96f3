/**
 * Key pairs and their derivation from a 16-byte seed (rippled: SecretKey.cpp). The key of a secp256k1 account is not
 * the seed's root key, but the first of the keys derived from it (number 0). Validators use the root key itself.
 */
import { bytesToHex, isHex } from '../util/hex.ts';
import { ed25519 } from './ed25519.ts';
import { sha512Half } from './hash.ts';
import { secp256k1 } from './secp256k1.ts';

export type KeyType = 'secp256k1' | 'ed25519';

const PUBLIC_KEY_BYTES = 33;
/** A digest is outside the curve's range about once in 2^128; rippled gives up after the same number of attempts. */
const MAX_ATTEMPTS = 128;

/** The private key is behind an accessor, so that `JSON.stringify`, `util.inspect` and logs do not show it. */
export class KeyPair {
  readonly keyType: KeyType;
  /** 33 bytes, upper-case hex. */
  readonly publicKey: string;
  readonly #privateKey: Buffer;

  constructor(keyType: KeyType, publicKey: string, privateKey: Buffer) {
    this.keyType = keyType;
    this.publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** 32 bytes: the secp256k1 scalar or the Ed25519 seed. */
  get privateKey(): Buffer {
    return this.#privateKey;
  }
}

/**
 * The type of a public key given as hex; undefined unless it is 33 bytes with a known prefix (rippled: PublicKey.cpp).
 */
export function publicKeyType(publicKeyHex: string): KeyType | undefined {
  if (!isHex(publicKeyHex, PUBLIC_KEY_BYTES)) return undefined;
  switch (publicKeyHex.slice(0, 2).toUpperCase()) {
    case 'ED':
      return 'ed25519';
    case '02':
    case '03':
      return 'secp256k1';
    default:
      return undefined;
  }
}

/** The account keys of a 16-byte seed (rippled: SecretKey.cpp, generateKeyPair). */
export function deriveKeyPair(seed: Uint8Array, keyType: KeyType): KeyPair {
  return keyType === 'ed25519'
    ? ed25519KeyPair(sha512Half(seed))
    : secp256k1KeyPair(familyMember(firstScalar(seed), 0));
}

/** The validator or node keys of a 16-byte seed: the secp256k1 root key (rippled: SecretKey.cpp, generateSecretKey). */
export function deriveNodeKeyPair(seed: Uint8Array): KeyPair {
  return secp256k1KeyPair(firstScalar(seed));
}

function ed25519KeyPair(privateKey: Buffer): KeyPair {
  return new KeyPair('ed25519', `ED${bytesToHex(ed25519().publicKey(privateKey))}`, privateKey);
}

function secp256k1KeyPair(privateKey: Buffer): KeyPair {
  return new KeyPair('secp256k1', bytesToHex(secp256k1().publicKeyCreate(privateKey)), privateKey);
}

function familyMember(root: Buffer, sequence: number): Buffer {
  const tweak = firstScalar(Buffer.concat([secp256k1().publicKeyCreate(root), uint32(sequence)]));
  const privateKey = Buffer.from(root);
  secp256k1().privateKeyTweakAdd(privateKey, tweak);
  return privateKey;
}

/** The first digest of the bytes and a counter that is a valid scalar of the curve. */
function firstScalar(bytes: Uint8Array): Buffer {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const scalar = sha512Half(bytes, uint32(attempt));
    if (secp256k1().privateKeyVerify(scalar)) return scalar;
  }
  throw new Error('no secp256k1 key could be derived from the seed');
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
