/**
 * Base58 with the ledger's alphabet and a checksum: the text form of addresses, seeds and keys. Both directions convert
 * groups of three bytes (2^24) and four digits (58^4), whose products are exact in a double. BigInt is ten times slower
 * at these sizes.
 *
 * A token is base58 text whose first byte gives its type (rippled: tokens.h, TokenType, and tokens.cpp).
 */
import { sha256 } from './hash.ts';

const ALPHABET = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz';
const CHECKSUM_BYTES = 4;
/** The longest token: a type byte, a public key of 33 bytes and the checksum. Longer text is rejected unread. */
const MAX_BYTES = 38;
const MAX_DIGITS = 52;

const BYTE_GROUP = 2 ** 24;
const DIGIT_GROUP = 58 ** 4;
const ZERO_DIGIT = ALPHABET.charCodeAt(0);

const digitCodes = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0));
const digitValues = new Int8Array(128).fill(-1);
for (const [value, code] of digitCodes.entries()) digitValues[code] = value;

/** Little-endian groups of the number being converted. Conversions are synchronous, so they share one buffer. */
const groups = new Float64Array(16);
const digits = Buffer.alloc(64 + MAX_BYTES);

/** The text of prefix, payload and checksum; prefix and payload together have at most 34 bytes. */
export function encodeBase58Check(prefix: Uint8Array, payload: Uint8Array): string {
  const checkedLength = prefix.length + payload.length;
  const bytes = Buffer.allocUnsafe(checkedLength + CHECKSUM_BYTES);
  if (bytes.length > MAX_BYTES) throw new RangeError(`${checkedLength} bytes are too many for base58`);
  bytes.set(prefix, 0);
  bytes.set(payload, prefix.length);
  bytes.set(checksum(bytes.subarray(0, checkedLength)), checkedLength);
  return encode(bytes);
}

/** Prefix and payload of a text with a correct checksum; undefined for any other text. */
export function decodeBase58Check(text: string): Buffer | undefined {
  const bytes = decode(text);
  if (bytes === undefined || bytes.length < CHECKSUM_BYTES) return undefined;
  const checked = bytes.subarray(0, bytes.length - CHECKSUM_BYTES);
  return bytes.subarray(checked.length).equals(checksum(checked)) ? checked : undefined;
}

function checksum(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES);
}

function encode(bytes: Buffer): string {
  let groupCount = 0;
  for (let end = bytes.length % 3 || 3; end <= bytes.length; end += 3) {
    const start = Math.max(0, end - 3);
    groupCount = multiplyAdd(groupCount, DIGIT_GROUP, BYTE_GROUP, bytes.readUIntBE(start, end - start));
  }
  let position = digits.length;
  for (let index = 0; index < groupCount; index += 1) {
    let group = groups[index] as number;
    for (let count = 0; count < 4; count += 1) {
      position -= 1;
      digits[position] = digitCodes[group % 58] as number;
      group = Math.trunc(group / 58);
    }
  }
  while (position < digits.length && digits[position] === ZERO_DIGIT) position += 1;
  for (let index = 0; index < bytes.length && bytes[index] === 0; index += 1) {
    position -= 1;
    digits[position] = ZERO_DIGIT;
  }
  return digits.toString('latin1', position);
}

function decode(text: string): Buffer | undefined {
  if (text.length > MAX_DIGITS) return undefined;
  let groupCount = 0;
  let group = 0;
  for (let index = 0; index < text.length; index += 1) {
    const value = digitValues[text.charCodeAt(index)] ?? -1;
    if (value < 0) return undefined;
    group = group * 58 + value;
    if ((text.length - index) % 4 === 1) {
      groupCount = multiplyAdd(groupCount, BYTE_GROUP, DIGIT_GROUP, group);
      group = 0;
    }
  }
  const number = Buffer.allocUnsafe(groupCount * 3);
  for (let index = 0; index < groupCount; index += 1) {
    number.writeUIntBE(groups[index] as number, number.length - 3 * (index + 1), 3);
  }
  let first = 0;
  while (first < number.length && number[first] === 0) first += 1;
  let zeroBytes = 0;
  while (zeroBytes < text.length && text.charCodeAt(zeroBytes) === ZERO_DIGIT) zeroBytes += 1;
  return Buffer.concat([Buffer.alloc(zeroBytes), number.subarray(first)]);
}

/** Sets the number in the first `count` groups of `base` to number * factor + addend; returns the new count. */
function multiplyAdd(count: number, base: number, factor: number, addend: number): number {
  let carry = addend;
  for (let index = 0; index < count; index += 1) {
    const product = (groups[index] as number) * factor + carry;
    carry = Math.floor(product / base);
    groups[index] = product - carry * base;
  }
  let newCount = count;
  for (; carry > 0; newCount += 1) {
    const rest = Math.floor(carry / base);
    groups[newCount] = carry - rest * base;
    carry = rest;
  }
  return newCount;
}

export const TOKEN_TYPE = {
  accountId: 0,
  /** Never written by rippled; Ed25519 seeds of client libraries (`sEd…`) begin with it. */
  none: 1,
  nodePublic: 28,
  nodePrivate: 32,
  familySeed: 33,
  accountSecret: 34,
  accountPublic: 35,
} as const;

export function encodeToken(type: number, payload: Uint8Array): string {
  return encodeBase58Check(Uint8Array.of(type), payload);
}

/** A valid token of any type, with a payload of at least one byte. */
export interface Token {
  readonly type: number;
  readonly payload: Buffer;
}

/** The token of a text; undefined if it is not a token. */
export function readToken(text: string): Token | undefined {
  const bytes = decodeBase58Check(text);
  return bytes !== undefined && bytes.length > 1 ? { type: bytes[0]!, payload: bytes.subarray(1) } : undefined;
}

/** The payload of a token of this type; undefined for any other text. */
export function decodeToken(type: number, text: string): Buffer | undefined {
  const token = readToken(text);
  return token?.type === type ? token.payload : undefined;
}
