/**
 * The ledger's hash functions. The first half of SHA-512 identifies every object, so it is optimized: libsodium's
 * binding, if it is installed, has the smallest cost per call; OpenSSL is faster per byte, and for longer inputs wins if
 * it returns its digest as a string instead of a buffer.
 */
import { hash } from 'node:crypto';
import { type Sodium, sodium } from './sodium.ts';

/** Inputs up to this size are hashed by libsodium, longer ones by OpenSSL. */
const SHORT_SHA512_BYTES = 200;
const SHORT_SHA256_BYTES = 256;
/** Loading libsodium takes longer than hashing this many short inputs, so OpenSSL hashes these too. */
const SHORT_INPUTS_BEFORE_LIBSODIUM = 1_000;
const SHA512_BYTES = 64;
/** Of SHA-256, and of half a SHA-512. */
const HASH_BYTES = 32;
const HALF_DIGITS = 64;
/** Parts up to this total size are joined in one reused buffer. */
const GATHERED_BYTES = 1024;
const gathered = Buffer.alloc(GATHERED_BYTES);
/** Views of its first n bytes, by n: creating a view costs as much as filling it. */
const gatheredViews: Buffer[] = [];
/** The output buffer of the libraries. */
const digest = Buffer.alloc(SHA512_BYTES);
const sha256Digest = digest.subarray(0, HASH_BYTES);
let shortInputs = 0;

/** The first 32 bytes of SHA-512 over the concatenated parts. The caller owns the buffer. */
export function sha512Half(...parts: readonly Uint8Array[]): Buffer {
  const bytes = concatenated(parts);
  const library = libraryFor(bytes, SHORT_SHA512_BYTES);
  if (library === undefined) digest.write(hash('sha512', bytes, 'binary'), 0, HASH_BYTES, 'latin1');
  else library.crypto_hash_sha512(digest, bytes);
  return ownHash();
}

/** The same as upper-case hex. */
export function sha512HalfHex(...parts: readonly Uint8Array[]): string {
  const bytes = concatenated(parts);
  const library = libraryFor(bytes, SHORT_SHA512_BYTES);
  if (library === undefined) return hash('sha512', bytes, 'hex').slice(0, HALF_DIGITS).toUpperCase();
  library.crypto_hash_sha512(digest, bytes);
  return digest.toString('hex', 0, HASH_BYTES).toUpperCase();
}

/** SHA-256, 32 bytes. The caller owns the buffer. */
export function sha256(bytes: Uint8Array): Buffer {
  const library = libraryFor(bytes, SHORT_SHA256_BYTES);
  if (library === undefined) digest.write(hash('sha256', bytes, 'binary'), 0, HASH_BYTES, 'latin1');
  else library.crypto_hash_sha256(sha256Digest, bytes);
  return ownHash();
}

/** RIPEMD-160 of SHA-256, 20 bytes: the account ID of a public key (rippled: AccountID.cpp, calcAccountID). */
export function hash160(bytes: Uint8Array): Buffer {
  return hash('ripemd160', sha256(bytes), 'buffer');
}

/**
 * A copy of the digest in a buffer of its own: a slice of Node's pool would keep 64 KiB alive for 32 bytes. V8 keeps
 * arrays this small on its heap and moves them out when a native function first writes to them, so the loop is faster.
 */
function ownHash(): Buffer {
  const copy = Buffer.allocUnsafeSlow(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at++) copy[at] = digest[at] as number;
  return copy;
}

/** Libsodium if it hashes an input faster, undefined for OpenSSL. Counts short inputs until libsodium is worth loading. */
function libraryFor(bytes: Uint8Array, shortBytes: number): Sodium | undefined {
  if (bytes.length > shortBytes) return undefined;
  if (shortInputs === SHORT_INPUTS_BEFORE_LIBSODIUM) return sodium();
  shortInputs += 1;
  return undefined;
}

/** The joined parts. The next call may overwrite them. */
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
