/**
 * The hashes of the ledger. Every object identity is the first half of a SHA-512, so that one is tuned: a call of
 * libsodium's binding costs least, OpenSSL is faster by the byte, and soon wins that back if its digest comes as a string
 * instead of as a buffer.
 */
import { hash } from 'node:crypto';
import { sodium } from './sodium.ts';

/** Inputs up to this size go to libsodium, longer ones to OpenSSL. */
const SHORT_SHA512_BYTES = 200;
const SHORT_SHA256_BYTES = 256;
/** Few inputs are hashed faster than libsodium is loaded: the first so many short ones go to OpenSSL too. */
const SHORT_INPUTS_BEFORE_LIBSODIUM = 1_000;
const SHA512_BYTES = 64;
/** Of SHA-256, and of the half of a SHA-512. */
const HASH_BYTES = 32;
const HALF_DIGITS = 64;
/** Parts up to this size in all are gathered in one place. */
const GATHERED_BYTES = 1024;
const gathered = Buffer.alloc(GATHERED_BYTES);
/** The first so many bytes of that place, by their number: to make such a view costs as much as to fill it. */
const gatheredViews: Buffer[] = [];
/** The libraries write here. */
const digest = Buffer.alloc(SHA512_BYTES);
const sha256Digest = digest.subarray(0, HASH_BYTES);
let shortInputs = 0;

/** The first 32 bytes of SHA-512 over the concatenation of the parts. The caller may keep the buffer. */
export function sha512Half(...parts: readonly Uint8Array[]): Buffer {
  const bytes = concatenated(parts);
  if (bytes.length > SHORT_SHA512_BYTES || areShortOnesFew()) {
    digest.write(hash('sha512', bytes, 'binary'), 0, HASH_BYTES, 'latin1');
  } else {
    sodium().crypto_hash_sha512(digest, bytes);
  }
  return ownHash();
}

/** The same, as hex. */
export function sha512HalfHex(...parts: readonly Uint8Array[]): string {
  const bytes = concatenated(parts);
  if (bytes.length > SHORT_SHA512_BYTES || areShortOnesFew()) {
    return hash('sha512', bytes, 'hex').slice(0, HALF_DIGITS).toUpperCase();
  }
  sodium().crypto_hash_sha512(digest, bytes);
  return digest.toString('hex', 0, HASH_BYTES).toUpperCase();
}

/** SHA-256, 32 bytes. The caller may keep the buffer. */
export function sha256(bytes: Uint8Array): Buffer {
  if (bytes.length > SHORT_SHA256_BYTES || areShortOnesFew()) {
    digest.write(hash('sha256', bytes, 'binary'), 0, HASH_BYTES, 'latin1');
  } else {
    sodium().crypto_hash_sha256(sha256Digest, bytes);
  }
  return ownHash();
}

/** RIPEMD-160 of SHA-256, 20 bytes: how a public key becomes an account id (rippled: AccountID.cpp, calcAccountID). */
export function hash160(bytes: Uint8Array): Buffer {
  return hash('ripemd160', sha256(bytes), 'buffer');
}

/**
 * A copy of the digest in memory of its own: a slice of Node's buffer pool would keep 64 KiB alive for 32 bytes. V8 has
 * arrays this small on its own heap, where a native function that writes to one first moves it out: the loop is faster.
 */
function ownHash(): Buffer {
  const copy = Buffer.allocUnsafeSlow(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at++) copy[at] = digest[at] as number;
  return copy;
}

/** Counts a short input. */
function areShortOnesFew(): boolean {
  if (shortInputs === SHORT_INPUTS_BEFORE_LIBSODIUM) return false;
  shortInputs += 1;
  return true;
}

/** In memory that the next call overwrites, unless there is nothing to join or too much. */
function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  let byteLength = 0;
  for (const part of parts) byteLength += part.length;
  if (byteLength > GATHERED_BYTES) return Buffer.concat(parts, byteLength);
  let offset = 0;
  for (const part of parts) {
    gathered.set(part, offset);
    offset += part.length;
  }
  const known = gatheredViews[byteLength];
  if (known !== undefined) return known;
  const view = gathered.subarray(0, byteLength);
  gatheredViews[byteLength] = view;
  return view;
}
