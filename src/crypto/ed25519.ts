/**
 * Ed25519: libsodium if `sodium-native` is installed, else the OpenSSL of Node.js, which takes two to three times as long.
 * Both accept the same signatures.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { BoundedCache } from '../util/bounded-cache.ts';
import { hexToBytes } from '../util/hex.ts';
import { type Sodium, sodium } from './sodium.ts';

/** Keys are 32 bytes, signatures 64. */
export interface Ed25519 {
  publicKey(seed: Uint8Array): Buffer;
  sign(message: Uint8Array, seed: Uint8Array, publicKey: Uint8Array): Buffer;
  /** Does not check what `isStrict` checks. */
  verify(message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean;
}

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The order of the group, big-endian. */
const ORDER = hexToBytes('1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED');
/** All encodings of points whose order divides eight: little-endian, with a sign bit of 0. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);
const SIGN_BIT = 0x80;

/** The beginnings of keys in DER (RFC 8410). */
const PRIVATE_KEY_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
/** Keys kept at least: reading one takes a third of the time of a verification. At most twice as many. */
const KNOWN_KEYS = 2_000;

let backend: Ed25519 | undefined;

/** Chosen on first use. */
export function ed25519(): Ed25519 {
  if (backend === undefined) {
    const library = sodium();
    backend = library === undefined ? opensslEd25519() : libsodiumEd25519(library);
  }
  return backend;
}

/**
 * True unless S is not below the order, or the key or R is of small order. Rippled's ed25519-donna accepts small orders.
 * Only deliberately weak keys are affected: for these, anyone can make a valid signature.
 */
export function isStrict(publicKey: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const s = Buffer.from(signature.subarray(KEY_BYTES)).reverse();
  return Buffer.compare(s, ORDER) < 0 && !isSmallOrder(publicKey) && !isSmallOrder(signature.subarray(0, KEY_BYTES));
}

function isSmallOrder(point: Uint8Array): boolean {
  const bytes = Buffer.from(point);
  bytes[KEY_BYTES - 1]! &= ~SIGN_BIT;
  return SMALL_ORDER.has(bytes.toString('hex'));
}

export function libsodiumEd25519(library: Sodium): Ed25519 {
  return {
    publicKey: (seed) => {
      const publicKey = Buffer.alloc(KEY_BYTES);
      library.crypto_sign_seed_keypair(publicKey, Buffer.alloc(2 * KEY_BYTES), seed);
      return publicKey;
    },
    sign: (message, seed, publicKey) => {
      const signature = Buffer.alloc(SIGNATURE_BYTES);
      library.crypto_sign_detached(signature, message, Buffer.concat([seed, publicKey]));
      return signature;
    },
    verify: (message, publicKey, signature) => library.crypto_sign_verify_detached(signature, message, publicKey),
  };
}

export function opensslEd25519(): Ed25519 {
  const keys = new BoundedCache<string, KeyObject>(KNOWN_KEYS);
  const keyObject = (publicKey: Uint8Array): KeyObject => {
    const name = Buffer.from(publicKey).toString('latin1');
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_KEY_HEAD, publicKey]), format: 'der', type: 'spki' });
    keys.set(name, key);
    return key;
  };
  return {
    publicKey: (seed) => createPublicKey(privateKey(seed)).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES),
    sign: (message, seed) => sign(null, message, privateKey(seed)),
    verify: (message, publicKey, signature) => verify(null, message, keyObject(publicKey), signature),
  };
}

function privateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_HEAD, seed]), format: 'der', type: 'pkcs8' });
}
