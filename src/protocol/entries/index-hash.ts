/**
 * The key of a ledger entry is the hash of what identifies it, tagged with a letter per kind of entry so that two kinds
 * never share a key (rippled: Indexes.cpp, LedgerNameSpace and indexHash). Parts are hex, as they are everywhere in
 * memory.
 */
import { sha512HalfHex } from '../../crypto/hash.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { Hash256, Hex } from '../values.ts';

/** Kind of entry → its tag, a 16-bit number, in hex. */
export const IndexSpace = {
  account: tag('a'),
  directoryPage: tag('d'),
  trustLine: tag('r'),
  offer: tag('o'),
  ownerDirectory: tag('O'),
  bookDirectory: tag('B'),
  skipList: tag('s'),
  escrow: tag('u'),
  amendments: tag('f'),
  feeSettings: tag('e'),
  ticket: tag('T'),
  signerList: tag('S'),
  paymentChannel: tag('x'),
  check: tag('C'),
  depositPreauth: tag('p'),
  depositPreauthCredentials: tag('P'),
  negativeUnl: tag('N'),
  nftokenOffer: tag('q'),
  nftokenBuyOffers: tag('h'),
  nftokenSellOffers: tag('i'),
  amm: tag('A'),
  bridge: tag('H'),
  xchainClaimId: tag('Q'),
  xchainCreateAccountClaimId: tag('K'),
  did: tag('I'),
  oracle: tag('R'),
  mptokenIssuance: tag('~'),
  mptoken: tag('t'),
  credential: tag('D'),
  permissionedDomain: tag('m'),
  delegate: tag('E'),
  vault: tag('V'),
  loanBroker: tag('l'),
  loan: tag('L'),
} as const;

function tag(letter: string): Hex {
  return letter.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
}

/** The key of the entry of this kind that the parts (hex) identify. */
export function indexHash(space: Hex, ...parts: readonly Hex[]): Hash256 {
  return sha512HalfHex(hexToBytes(space + parts.join('')));
}

/** A 32-bit number as a part of `indexHash`. */
export function uint32Hex(value: number): Hex {
  return value.toString(16).padStart(8, '0').toUpperCase();
}

/** A 64-bit number as a part of `indexHash`. */
export function uint64Hex(value: bigint): Hex {
  return value.toString(16).padStart(16, '0').toUpperCase();
}
