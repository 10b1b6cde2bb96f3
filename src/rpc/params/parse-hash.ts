/** Hashes in requests (rippled: base_uint.h, parseHex). */
import { type Hash256, ZERO_HASH } from '../../protocol/values.ts';
import { isHex } from '../../util/hex.ts';

/** 64 hex digits of either case, or a single `0` for the hash of zeros; undefined for any other text. */
export function parseHash(text: string | undefined): Hash256 | undefined {
  if (text === undefined) return undefined;
  if (text === '0') return ZERO_HASH;
  return isHex(text, 32) ? text.toUpperCase() : undefined;
}
