/**
 * Crypto-conditions of the only type that rippled supports, PREIMAGE-SHA-256: a condition is the hash of a preimage and
 * its length, a fulfillment is the preimage, both in DER. Parsing follows rippled, which is less strict than DER
 * (conditions/Condition.cpp, Fulfillment.cpp, PreimageSha256.h, detail/utils.h).
 */
import { sha256 } from '../../crypto/hash.ts';
import type { Hex } from '../../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../../util/hex.ts';

interface PreimageCondition {
  /** SHA-256 of the preimage. */
  readonly fingerprint: Hex;
  /** Length of the preimage in bytes. */
  readonly cost: number;
}

/** One DER element: its tag byte, its length, and its content with all bytes after it. */
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
/** A 32-bit number with a leading zero byte that keeps it positive. */
const MAX_INTEGER_BYTES = 5;
const LONG_TAG = 0x1f;
const HIGH_BIT = 0x80;

/** Context-specific, constructed, tag 0: the type PREIMAGE-SHA-256 of conditions and fulfillments. */
const PREIMAGE_TYPE = 0xa0;
/** Context-specific, primitive, tags 0 and 1: the two parts of a condition. A fulfillment has only the first. */
const FIRST_PART = 0x80;
const SECOND_PART = 0x81;

/** True for a valid escrow condition. */
export function isCondition(condition: Hex): boolean {
  return parseCondition(condition) !== undefined;
}

/** True if the fulfillment contains the preimage of the condition. */
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

/** Reads tag and length. A length need not be in its shortest form, but a long form of zero is invalid. */
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

/** The integer of the element; undefined if negative, above 32 bits or not the last element. */
function readInteger({ length, rest }: Element): number | undefined {
  const [first] = rest;
  if (first === undefined || length !== rest.length || length > MAX_INTEGER_BYTES) return undefined;
  if ((first & HIGH_BIT) !== 0 || (length === MAX_INTEGER_BYTES && first !== 0)) return undefined;
  return bigEndian(rest);
}

/** Exact up to 2^53; only small numbers are used. */
function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}
