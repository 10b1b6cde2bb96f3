/**
 * Crypto-conditions of the one type that the reference knows, PREIMAGE-SHA-256: a condition is the hash of a secret and its
 * length, a fulfillment is the secret itself, both in DER. The bytes are read as the reference reads them, which is less
 * strictly than DER (rippled: conditions/Condition.cpp, Fulfillment.cpp, PreimageSha256.h, detail/utils.h).
 */
import { sha256 } from '../../crypto/hash.ts';
import type { Hex } from '../../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../../util/hex.ts';

/** What a condition demands. */
interface PreimageCondition {
  /** SHA-256 of the secret. */
  readonly fingerprint: Hex;
  /** Length of the secret in bytes. */
  readonly cost: number;
}

/** One element: its first byte, and what it holds with whatever follows. */
interface Element {
  readonly identifier: number;
  readonly length: number;
  readonly rest: Uint8Array;
}

const MAX_CONDITION_BYTES = 128;
const MAX_FULFILLMENT_BYTES = 256;
const MAX_PREIMAGE_BYTES = 128;
const FINGERPRINT_BYTES = 32;
const MAX_LENGTH_BYTES = 8;
/** A 32-bit number, and a zero before it that keeps it positive. */
const MAX_INTEGER_BYTES = 5;
const LONG_TAG = 0x1f;
const HIGH_BIT = 0x80;

/** Context-specific, constructed, tag 0: the type PREIMAGE-SHA-256, of conditions and of fulfillments. */
const PREIMAGE_TYPE = 0xa0;
/** Context-specific, primitive: the first and the second part of a condition; the first is that of a fulfillment too. */
const FIRST_PART = 0x80;
const SECOND_PART = 0x81;

/** True for bytes that an escrow may have as its condition. */
export function isCondition(condition: Hex): boolean {
  return parseCondition(condition) !== undefined;
}

/** True if the fulfillment is the secret that the condition is made from. */
export function isFulfilled(condition: Hex, fulfillment: Hex): boolean {
  const demanded = parseCondition(condition);
  const preimage = parseFulfillment(fulfillment);
  if (demanded === undefined || preimage === undefined) return false;
  return demanded.cost === preimage.length && demanded.fingerprint === bytesToHex(sha256(preimage));
}

function parseCondition(hex: Hex): PreimageCondition | undefined {
  const outer = readElement(hexToBytes(hex));
  if (outer?.identifier !== PREIMAGE_TYPE || outer.length !== outer.rest.length) return undefined;
  if (outer.length > MAX_CONDITION_BYTES) return undefined;
  const first = readElement(outer.rest);
  if (first?.identifier !== FIRST_PART || first.length !== FINGERPRINT_BYTES) return undefined;
  if (first.rest.length < FINGERPRINT_BYTES) return undefined;
  const second = readElement(first.rest.subarray(FINGERPRINT_BYTES));
  const cost = second?.identifier === SECOND_PART ? readInteger(second) : undefined;
  if (cost === undefined || cost > MAX_PREIMAGE_BYTES) return undefined;
  return { fingerprint: bytesToHex(first.rest.subarray(0, FINGERPRINT_BYTES)), cost };
}

function parseFulfillment(hex: Hex): Uint8Array | undefined {
  const outer = readElement(hexToBytes(hex));
  if (outer?.identifier !== PREIMAGE_TYPE || outer.length !== outer.rest.length) return undefined;
  if (outer.length > MAX_FULFILLMENT_BYTES) return undefined;
  const preimage = readElement(outer.rest);
  if (preimage?.identifier !== FIRST_PART || preimage.length !== preimage.rest.length) return undefined;
  return preimage.length > MAX_PREIMAGE_BYTES ? undefined : preimage.rest;
}

/** Reads identifier and length. A length need not be written in its shortest form, but a long form of zero is none. */
function readElement(bytes: Uint8Array): Element | undefined {
  const [identifier, short] = bytes;
  if (identifier === undefined || short === undefined || (identifier & LONG_TAG) === LONG_TAG) return undefined;
  const rest = bytes.subarray(2);
  if ((short & HIGH_BIT) === 0) return { identifier, length: short, rest };
  const count = short & ~HIGH_BIT;
  if (count === 0 || count > MAX_LENGTH_BYTES || count > rest.length) return undefined;
  const length = bigEndian(rest.subarray(0, count));
  return length === 0 ? undefined : { identifier, length, rest: rest.subarray(count) };
}

/** The number that the element is, if it is not negative, fits 32 bits and is the last thing there. */
function readInteger({ length, rest }: Element): number | undefined {
  const [first] = rest;
  if (first === undefined || length !== rest.length || length > MAX_INTEGER_BYTES) return undefined;
  if ((first & HIGH_BIT) !== 0 || (length === MAX_INTEGER_BYTES && first !== 0)) return undefined;
  return bigEndian(rest);
}

/** Exact up to 2^53; only small numbers matter to anybody. */
function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
