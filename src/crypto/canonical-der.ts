/**
 * The one DER form of a secp256k1 signature that the ledger accepts. A looser parser would accept other forms of the
 * same signature (padding, trailing bytes, the order minus S), which give the transaction a second hash.
 */
import { hexToBytes } from '../util/hex.ts';

const MIN_BYTES = 8;
const MAX_BYTES = 72;
const SEQUENCE_TAG = 0x30;
const INTEGER_TAG = 0x02;
const SCALAR_BYTES = 32;
const ORDER = hexToBytes('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141');
/** Half of the order, rounded down: the highest fully canonical S. */
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
 * Reads a positive integer of at most 32 bytes without needless padding, and writes it so that it ends at `until`.
 * Returns the offset after it; undefined if it is malformed.
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
