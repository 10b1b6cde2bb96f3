/**
 * Signatures: made deterministically, so that their bytes equal the reference's, and verified strictly, so that nobody
 * can change a signature into another valid one and with it a transaction's hash (rippled: PublicKey.cpp, verify).
 * Secp256k1 signs the half SHA-512 of the message, Ed25519 the message itself.
 *
 * The one DER spelling of a secp256k1 signature that the ledger accepts. A looser reading would let anyone re-spell a
 * signature (padding, trailing bytes, or the order minus S) and give the same transaction a second hash.
 */
import sodium from 'sodium-native';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import { sha512Half } from './hash.ts';
import { type KeyPair, publicKeyType } from './key-pair.ts';
import { secp256k1 } from './secp256k1.ts';

const ED25519_SIGNATURE_BYTES = 64;
/** The order of the Ed25519 group, big-endian. */
const ED25519_ORDER = hexToBytes('1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED');

/** The signature of a message as upper-case hex: DER with low S, or the 64 bytes of Ed25519. */
export function sign(message: Uint8Array, keyPair: KeyPair): string {
  if (keyPair.keyType === 'ed25519') {
    const signature = Buffer.alloc(ED25519_SIGNATURE_BYTES);
    const publicKey = hexToBytes(keyPair.publicKey).subarray(1);
    sodium.crypto_sign_detached(signature, message, Buffer.concat([keyPair.privateKey, publicKey]));
    return bytesToHex(signature);
  }
  const { signature } = secp256k1.ecdsaSign(sha512Half(message), keyPair.privateKey);
  return bytesToHex(secp256k1.signatureExport(signature));
}

/** True when the signature is canonical and the key's over this message; false for anything malformed. */
export function verify(message: Uint8Array, publicKeyHex: string, signatureHex: string): boolean {
  const signature = hexToBytes(signatureHex);
  if (signature.length * 2 !== signatureHex.length) return false;
  switch (publicKeyType(publicKeyHex)) {
    case 'secp256k1':
      return verifySecp256k1(message, hexToBytes(publicKeyHex), signature);
    case 'ed25519':
      return verifyEd25519(message, hexToBytes(publicKeyHex).subarray(1), signature);
    default:
      return false;
  }
}

function verifySecp256k1(message: Uint8Array, publicKey: Buffer, signature: Buffer): boolean {
  const canonical = parseCanonicalDer(signature);
  if (canonical === undefined) return false;
  try {
    return secp256k1.ecdsaVerify(canonical, sha512Half(message), publicKey);
  } catch {
    // Thrown for 33 bytes that are no point of the curve; asking first would decompress every good key twice.
    return false;
  }
}

/**
 * Libsodium also refuses keys and points of small order, which the reference's ed25519-donna lets pass. Only keys made
 * to be weak are concerned: with one of small order, anybody can sign anything. We refuse them.
 */
function verifyEd25519(message: Uint8Array, publicKey: Buffer, signature: Buffer): boolean {
  return isCanonicalEd25519(signature) && sodium.crypto_sign_verify_detached(signature, message, publicKey);
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
  const r = parseInteger(signature, 2);
  if (r === undefined) return undefined;
  const s = parseInteger(signature, r.end);
  if (s === undefined || s.end !== signature.length) return undefined;
  if (Buffer.compare(r.scalar, ORDER) >= 0 || Buffer.compare(s.scalar, HALF_ORDER) > 0) return undefined;
  return Buffer.concat([r.scalar, s.scalar]);
}

/** A positive integer of at most 32 bytes without needless padding, and the offset after it. */
function parseInteger(bytes: Buffer, start: number): { scalar: Buffer; end: number } | undefined {
  if (bytes[start] !== INTEGER_TAG) return undefined;
  const length = bytes[start + 1] ?? 0;
  const first = start + 2;
  const end = first + length;
  if (length < 1 || end > bytes.length) return undefined;
  const leading = bytes[first] as number;
  if (leading >= 0x80) return undefined;
  const isPadded = leading === 0;
  if (isPadded && (length === 1 || (bytes[first + 1] as number) < 0x80)) return undefined;
  const digits = bytes.subarray(isPadded ? first + 1 : first, end);
  if (digits.length > SCALAR_BYTES) return undefined;
  const scalar = Buffer.alloc(SCALAR_BYTES);
  scalar.set(digits, SCALAR_BYTES - digits.length);
  return { scalar, end };
}
