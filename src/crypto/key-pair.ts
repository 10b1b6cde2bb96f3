/**
 * Key pairs and their derivation from a 16-byte seed (rippled: SecretKey.cpp). A secp256k1 account key is not the
 * seed's own key: that root key starts a family, and the account has its member 0. Validators use the root key itself.
 *
 * Signatures: made deterministically, so that their bytes equal the reference's, and verified strictly, so that nobody
 * can change a signature into another valid one and with it a transaction's hash (rippled: PublicKey.cpp, verify).
 * Secp256k1 signs the half SHA-512 of the message, Ed25519 the message itself.
 *
 * The one DER spelling of a secp256k1 signature that the ledger accepts. A looser reading would let anyone re-spell a
 * signature (padding, trailing bytes, or the order minus S) and give the same transaction a second hash.
 */

import { BoundedCache } from '../util/bounded-cache.ts';
import { bytesToHex, hexToBytes, isHex } from '../util/hex.ts';
import { sha512Half } from './hash.ts';
import { secp256k1 } from './secp256k1.ts';
import { sodium } from './sodium.ts';

export type KeyType = 'secp256k1' | 'ed25519';

const PUBLIC_KEY_BYTES = 33;
/** A digest is out of the curve's range about once in 2^128; the reference gives up after as many attempts. */
const MAX_ATTEMPTS = 128;

/** The private key lies behind an accessor, where neither `JSON.stringify`, `util.inspect` nor a log finds it. */
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
 * The kind of a public key given as hex; undefined unless it is 33 bytes with a known prefix (rippled: PublicKey.cpp).
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

/** The validator or node keys of a 16-byte seed: the root of its secp256k1 family (generateSecretKey). */
export function deriveNodeKeyPair(seed: Uint8Array): KeyPair {
  return secp256k1KeyPair(firstScalar(seed));
}

function ed25519KeyPair(privateKey: Buffer): KeyPair {
  const publicKey = Buffer.alloc(32);
  sodium().crypto_sign_seed_keypair(publicKey, Buffer.alloc(64), privateKey);
  return new KeyPair('ed25519', `ED${bytesToHex(publicKey)}`, privateKey);
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

/** The first of the digests of bytes and a counter that is a scalar of the curve: of a seed, its root key. */
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

const ED25519_SIGNATURE_BYTES = 64;
/** The order of the Ed25519 group, big-endian. */
const ED25519_ORDER = hexToBytes('1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED');

/** The signature of a message as upper-case hex: DER with low S, or the 64 bytes of Ed25519. */
export function sign(message: Uint8Array, keyPair: KeyPair): string {
  if (keyPair.keyType === 'ed25519') {
    const signature = Buffer.alloc(ED25519_SIGNATURE_BYTES);
    const publicKey = hexToBytes(keyPair.publicKey).subarray(1);
    sodium().crypto_sign_detached(signature, message, Buffer.concat([keyPair.privateKey, publicKey]));
    return bytesToHex(signature);
  }
  const { signature } = secp256k1().ecdsaSign(sha512Half(message), keyPair.privateKey);
  return bytesToHex(secp256k1().signatureExport(signature));
}

/** True when the signature is canonical and the key's over this message; false for anything malformed. */
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
    // Thrown for 33 bytes that are no point of the curve.
    return false;
  }
}

/** So many are kept, or twice as many: 250 bytes each. */
const KNOWN_POINTS = 2_000;
const points = new BoundedCache<string, Uint8Array>(KNOWN_POINTS);

/** Both coordinates of a key: to find the second one takes a tenth of the time of a verification. Throws if there is none. */
function pointOf(publicKeyHex: string): Uint8Array {
  const known = points.get(publicKeyHex);
  if (known !== undefined) return known;
  const point = secp256k1().publicKeyConvert(hexToBytes(publicKeyHex), false);
  points.set(publicKeyHex, point);
  return point;
}

/**
 * Libsodium also refuses keys and points of small order, which the reference's ed25519-donna lets pass. Only keys made
 * to be weak are concerned: with one of small order, anybody can sign anything. We refuse them.
 */
function verifyEd25519(message: Uint8Array, publicKey: Buffer, signature: Buffer): boolean {
  return isCanonicalEd25519(signature) && sodium().crypto_sign_verify_detached(signature, message, publicKey);
}

function isCanonicalEd25519(signature: Buffer): boolean {
  if (signature.length !== ED25519_SIGNATURE_BYTES) return false;
  return Buffer.compare(Buffer.from(signature.subarray(32)).reverse(), ED25519_ORDER) < 0;
}

const MIN_BYTES = 8;
const MAX_BYTES = 72;
const SEQUENCE_TAG = 0x30;
const INTEGER_TAG = 0x02;
const SCALAR_BYTES = 32;
const ORDER = hexToBytes('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141');
/** Half of the order, rounded down: the highest S that is fully canonical. */
const HALF_ORDER = hexToBytes('7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0');

/**
 * R then S, 32 bytes each, of a fully canonical signature; undefined for any other bytes (rippled: PublicKey.cpp,
 * ecdsaCanonicality and sigPart).
 */
export function parseCanonicalDer(signature: Buffer): Buffer | undefined {
  if (signature.length < MIN_BYTES || signature.length > MAX_BYTES) return undefined;
  if (signature[0] !== SEQUENCE_TAG || signature[1] !== signature.length - 2) return undefined;
  const scalars = Buffer.alloc(2 * SCALAR_BYTES);
  const endOfR = readInteger(signature, 2, scalars, SCALAR_BYTES);
  if (endOfR === undefined) return undefined;
  if (readInteger(signature, endOfR, scalars, 2 * SCALAR_BYTES) !== signature.length) return undefined;
  const isBelowOrder = scalars.compare(ORDER, 0, SCALAR_BYTES, 0, SCALAR_BYTES) < 0;
  return isBelowOrder && scalars.compare(HALF_ORDER, 0, SCALAR_BYTES, SCALAR_BYTES) <= 0 ? scalars : undefined;
}

/**
 * Writes a positive integer of at most 32 bytes without needless padding so that it ends at `until`. Gives the offset after
 * it; undefined if there is none.
 */
function readInteger(bytes: Buffer, start: number, scalars: Buffer, until: number): number | undefined {
  if (bytes[start] !== INTEGER_TAG) return undefined;
  const length = bytes[start + 1] ?? 0;
  const first = start + 2;
  const end = first + length;
  if (length < 1 || end > bytes.length) return undefined;
  const leading = bytes[first] as number;
  if (leading >= 0x80) return undefined;
  const isPadded = leading === 0;
  if (isPadded && (length === 1 || (bytes[first + 1] as number) < 0x80)) return undefined;
  const firstDigit = isPadded ? first + 1 : first;
  if (end - firstDigit > SCALAR_BYTES) return undefined;
  bytes.copy(scalars, until - (end - firstDigit), firstDigit, end);
  return end;
}
