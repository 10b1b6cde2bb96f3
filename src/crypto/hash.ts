/**
 * The hashes of the ledger. Every object identity is the first half of a SHA-512, so that one is tuned: libsodium's
 * binding costs less than half of `node:crypto` a call for the 100 to 600 bytes of a typical entry; OpenSSL's faster
 * compression wins back its call overhead on longer input, and with SHA-256 much earlier.
 */
import { hash } from 'node:crypto';
import { sodium } from './sodium.ts';

/** Inputs up to this size are gathered in one buffer and go to libsodium; longer ones go to OpenSSL. */
const SHORT_SHA512_BYTES = 1024;
const SHORT_SHA256_BYTES = 256;
const gathered = Buffer.alloc(SHORT_SHA512_BYTES);
const sha512Digest = Buffer.alloc(sodium.crypto_hash_sha512_BYTES);

/** The first 32 bytes of SHA-512 over the concatenation of the parts. The buffer is the caller's to keep. */
export function sha512Half(...parts: Uint8Array[]): Buffer {
  let byteLength = 0;
  for (const part of parts) byteLength += part.length;
  if (byteLength > SHORT_SHA512_BYTES) {
    const bytes = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, byteLength);
    return hash('sha512', bytes, 'buffer').subarray(0, 32);
  }
  sodium.crypto_hash_sha512(sha512Digest, parts.length === 1 ? (parts[0] as Uint8Array) : gather(parts, byteLength));
  return Buffer.from(sha512Digest.subarray(0, 32));
}

/** SHA-256, 32 bytes. */
export function sha256(bytes: Uint8Array): Buffer {
  if (bytes.length > SHORT_SHA256_BYTES) return hash('sha256', bytes, 'buffer');
  const digest = Buffer.allocUnsafe(sodium.crypto_hash_sha256_BYTES);
  sodium.crypto_hash_sha256(digest, bytes);
  return digest;
}

/** RIPEMD-160 of SHA-256, 20 bytes: how a public key becomes an account id (rippled: AccountID.cpp, calcAccountID). */
export function hash160(bytes: Uint8Array): Buffer {
  return hash('ripemd160', sha256(bytes), 'buffer');
}

function gather(parts: readonly Uint8Array[], byteLength: number): Uint8Array {
  let offset = 0;
  for (const part of parts) {
    gathered.set(part, offset);
    offset += part.length;
  }
  return gathered.subarray(0, byteLength);
}
