/**
 * The id of a non-fungible token holds its constant properties. Its 32 bytes are, in order: flags (2), transfer fee
 * (2), issuer (20), scrambled taxon (4), serial number (4). Pages keep tokens by the last twelve of them, the issuer's
 * last four bytes and what follows (rippled: nft.h, nftPageMask.h).
 */
import type { AccountId, Hash256, Hex } from '../values.ts';
import { uint32Hex } from './index-hash.ts';

/** What may be done with a token: the bits of the first two bytes of its id. */
export const NftokenFlags = {
  burnable: 0x0001,
  onlyXrp: 0x0002,
  /** Old tokens only: a payment of the transfer fee may create a trust line for the issuer. No longer mintable. */
  createTrustLines: 0x0004,
  transferable: 0x0008,
  mutable: 0x0010,
} as const;

/** What an id is made of. */
export interface NftokenIdParts {
  /** Bits of `NftokenFlags`. */
  readonly flags: number;
  /** What the issuer gets of each sale, in hundred-thousandths. */
  readonly transferFee: number;
  readonly issuer: AccountId;
  /** A number that the issuer chooses to group tokens. */
  readonly taxon: number;
  /** The number of this token among those of its issuer. */
  readonly serial: number;
}

/** Length of the owner's account in the key of a page, in hex digits. */
const ACCOUNT_DIGITS = 40;

/** The id of the token with these parts (rippled: NFTokenMint.cpp, createNFTokenID). */
export function nftokenId({ flags, transferFee, issuer, taxon, serial }: NftokenIdParts): Hash256 {
  return (
    uint16Hex(flags) + uint16Hex(transferFee) + issuer + uint32Hex(cipheredTaxon(serial, taxon)) + uint32Hex(serial)
  );
}

/** The parts of a token's id. */
export function nftokenIdParts(id: Hash256): NftokenIdParts {
  const serial = Number.parseInt(id.slice(56), 16);
  return {
    flags: Number.parseInt(id.slice(0, 4), 16),
    transferFee: Number.parseInt(id.slice(4, 8), 16),
    issuer: id.slice(8, 48),
    taxon: cipheredTaxon(serial, Number.parseInt(id.slice(48, 56), 16)),
    serial,
  };
}

/**
 * The digits that select a token's page. In the key of a page they are an upper limit: its tokens have smaller digits.
 * Tokens with equal digits are on one page.
 */
export function pageDigits(id: Hash256): Hex {
  return id.slice(ACCOUNT_DIGITS);
}

/** The owner's account in the key of a page. */
export function ownerDigits(pageKey: Hash256): AccountId {
  return pageKey.slice(0, ACCOUNT_DIGITS);
}

/** The order of tokens on their pages: negative where `a` comes before `b` (rippled: compareTokens). */
export function compareNftokenIds(a: Hash256, b: Hash256): number {
  // The same as comparing their page digits, whose texts would have to be made first.
  for (let at = ACCOUNT_DIGITS; at < a.length; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The taxon is combined with a linear congruential generator's value for the serial number, so that tokens of one taxon
 * spread over pages. Applying it twice gives the taxon back.
 */
function cipheredTaxon(serial: number, taxon: number): number {
  return (taxon ^ (Math.imul(384_160_001, serial) + 2459)) >>> 0;
}

function uint16Hex(value: number): Hex {
  return uint32Hex(value).slice(4);
}
