/** Hex and accounts in JSON text (rippled: base_uint.h, parseHex; AccountID.cpp, toIssuer). */

import { addressToAccountId } from '../../crypto/address.ts';
import { isHex } from '../../util/hex.ts';
import type { AccountId, Hex } from '../values.ts';

/** Exactly that many bytes of hex in either case; `0` alone stands for all zeros. Undefined for anything else. */
export function parseHexBytes(text: string, byteLength: number): Hex | undefined {
  if (text === '0') return '0'.repeat(byteLength * 2);
  return isHex(text, byteLength) ? text.toUpperCase() : undefined;
}

/** An account as address or as 40 hex digits; undefined for anything else. */
export function parseAccount(text: string): AccountId | undefined {
  return parseHexBytes(text, 20) ?? addressToAccountId(text);
}
