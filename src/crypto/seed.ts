/**
 * Seeds, the 16 bytes that keys are derived from, in all the forms that signing methods accept (rippled: Seed.cpp and
 * RPCHelpers.cpp). Parsers return undefined for text that they do not accept; no message quotes a seed.
 */
import { randomBytes } from 'node:crypto';
import { bytesToHex, hexToBytes, isHex } from '../util/hex.ts';
import { decodeToken, encodeToken, readToken, TOKEN_TYPE, type Token } from './base58.ts';
import { sha512Half } from './hash.ts';
import { publicKeyType } from './key-pair.ts';
import { wordsToSeed } from './rfc1751.ts';

const SEED_BYTES = 16;
const ACCOUNT_ID_BYTES = 20;
const PRIVATE_KEY_BYTES = 32;
/** After the type byte 1, these make the text begin with `sEd`. */
const ED25519_SEED_PREFIX = Buffer.from([0xe1, 0x4b]);

/** A new seed from the system's random generator. */
export function randomSeed(): Buffer {
  return randomBytes(SEED_BYTES);
}

/** The `s…` form, also for seeds of Ed25519 keys, as rippled writes them. */
export function encodeSeed(seed: Uint8Array): string {
  return encodeToken(TOKEN_TYPE.familySeed, seed);
}

/** The `sEd…` form, by which other libraries recognize an Ed25519 key. */
export function encodeEd25519Seed(seed: Uint8Array): string {
  return encodeToken(TOKEN_TYPE.none, Buffer.concat([ED25519_SEED_PREFIX, seed]));
}

/** The seed of an `s…` text. */
export function parseSeed(text: string): Buffer | undefined {
  return seedOfToken(readToken(text));
}

function seedOfToken(token: Token | undefined): Buffer | undefined {
  return token?.type === TOKEN_TYPE.familySeed && token.payload.length === SEED_BYTES ? token.payload : undefined;
}

/** The seed of an `sEd…` text, which implies an Ed25519 key (rippled: RPCHelpers.cpp, parseXrplLibSeed). */
export function parseEd25519Seed(text: string): Buffer | undefined {
  const bytes = decodeToken(TOKEN_TYPE.none, text);
  if (bytes?.length !== ED25519_SEED_PREFIX.length + SEED_BYTES) return undefined;
  const prefix = bytes.subarray(0, ED25519_SEED_PREFIX.length);
  return prefix.equals(ED25519_SEED_PREFIX) ? bytes.subarray(prefix.length) : undefined;
}

/**
 * The seed of 32 hex digits. A single `0` is the zero seed, as in every fixed-size hex field (rippled: base_uint.h).
 */
export function parseSeedHex(text: string): Buffer | undefined {
  if (text === '0') return Buffer.alloc(SEED_BYTES);
  return isHex(text, SEED_BYTES) ? hexToBytes(text) : undefined;
}

/** The seed of a passphrase: the first half of the SHA-512Half of its UTF-8 bytes (rippled: Seed.cpp, generateSeed). */
export function seedOfPassphrase(passphrase: string): Buffer {
  return sha512Half(Buffer.from(passphrase, 'utf8')).subarray(0, SEED_BYTES);
}

/**
 * The seed of any form: hex, `s…`, twelve words, else a passphrase. Undefined for empty text, an address, a public key
 * or a private key (rippled: Seed.cpp, parseGenericSeed).
 */
export function parseGenericSeed(text: string): Buffer | undefined {
  if (text === '') return undefined;
  const token = readToken(text);
  if (token !== undefined && isOtherToken(token)) return undefined;
  return parseSeedHex(text) ?? seedOfToken(token) ?? wordsToSeed(text) ?? seedOfPassphrase(text);
}

/** True if the text is only valid as a passphrase. */
export function isPassphrase(text: string): boolean {
  return (parseEd25519Seed(text) ?? parseSeedHex(text) ?? parseSeed(text) ?? wordsToSeed(text)) === undefined;
}

/** True if the text looks like a seed, valid or not: `s…`, 32 hex digits, or twelve words. */
export function isSeedLike(text: string): boolean {
  return /^\s*(s[0-9A-Za-z]{20,34}|[0-9A-Fa-f]{28,36}|([A-Za-z]{1,4}\s+){10,12}[A-Za-z]{1,4})\s*$/.test(text);
}

function isOtherToken({ type, payload }: Token): boolean {
  switch (type) {
    case TOKEN_TYPE.accountId:
      return payload.length === ACCOUNT_ID_BYTES;
    case TOKEN_TYPE.nodePublic:
    case TOKEN_TYPE.accountPublic:
      return publicKeyType(bytesToHex(payload)) !== undefined;
    case TOKEN_TYPE.nodePrivate:
    case TOKEN_TYPE.accountSecret:
      return payload.length === PRIVATE_KEY_BYTES;
    default:
      return false;
  }
}
