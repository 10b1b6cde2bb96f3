/**
 * Offers to buy or sell an NFToken, created by NFTokenCreateOffer and NFTokenMint. An offer is listed in its maker's
 * owner directory and in the token's directory of buy or sell offers (rippled: NFTokenHelpers.cpp).
 */
import { directoryInsert } from '../../ledger/directory.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { type Fees, isZeroAmount, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import type { Keylet } from '../../protocol/entries/entries.ts';
import {
  accountKeylet,
  lineKeylet,
  nftBuysKeylet,
  nftOfferById,
  nftOfferKeylet,
  nftSellsKeylet,
  pageKeylet,
} from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { NftokenFlags, type NftokenIdParts } from '../../protocol/entries/nftoken-id.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type Hash256,
  isMpt,
  isNative,
  type TradedAmount,
} from '../../protocol/values.ts';
import { assert } from '../../util/assert.ts';
import { insertOwnedEntry, removeNftokenOffer } from '../accounts/owned-entries.ts';
import { coversReserve } from '../accounts/owner-directory.ts';
import { accountFunds } from '../trust-lines/account-funds.ts';
import { isFrozen } from '../trust-lines/trust-line-freeze.ts';
import { checkLineAuthorized } from './nftoken-trust-lines.ts';

export interface NftokenOfferTerms {
  readonly maker: AccountId;
  readonly isSell: boolean;
  readonly amount: Amount;
  /** The token's owner, for buy offers. */
  readonly owner?: AccountId | undefined;
  /** The only account that may accept it. */
  readonly destination?: AccountId | undefined;
  /** Seconds since 2000-01-01T00:00:00Z. */
  readonly expiration?: number | undefined;
}

/** The parts of the token's ID that offers depend on. */
type TokenTerms = Pick<NftokenIdParts, 'flags' | 'transferFee' | 'issuer'>;

const { AccountRoot: Bits, DirectoryNode: DirectoryBits, NFTokenOffer: OfferBits } = EntryFlags;

/** The checks without a ledger (tokenOfferCreatePreflight). */
export function preflightNftokenOffer(offer: NftokenOfferTerms, { flags }: Pick<TokenTerms, 'flags'>): NotTec {
  const { maker, isSell, amount, owner, destination, expiration } = offer;
  if (signOfAmount(amount) < 0) return 'temBAD_AMOUNT';
  if (!isNative(amount) && ((flags & NftokenFlags.onlyXrp) !== 0 || isZeroAmount(amount))) return 'temBAD_AMOUNT';
  // A sell offer may be for zero XRP; a buy offer may not.
  if (!isSell && isZeroAmount(amount)) return 'temBAD_AMOUNT';
  if (expiration === 0) return 'temBAD_EXPIRATION';
  if ((owner !== undefined) === isSell || owner === maker) return 'temMALFORMED';
  return destination === maker ? 'temMALFORMED' : 'tesSUCCESS';
}

/** The checks against the ledger; callers check that the token exists (tokenOfferCreatePreclaim). */
export function preclaimNftokenOffer(view: ReadView, fees: Fees, offer: NftokenOfferTerms, token: TokenTerms): Ter {
  const { maker, isSell, amount, owner, destination } = offer;
  const royalty = checkRoyaltyLine(view, amount, token);
  if (royalty !== 'tesSUCCESS') return royalty;
  if (!mayTransfer(view, maker, token)) return 'tefNFTOKEN_IS_NOT_TRANSFERABLE';
  // Local checks reject such an amount; without them, as in a simulation, rippled throws.
  if (isMpt(amount)) return 'tefEXCEPTION';
  if (!isNative(amount) && isFrozen(view, maker, amount)) return 'tecFROZEN';
  if (!isSell && signOfAmount(accountFunds(view, maker, amount, fees)) <= 0) return 'tecUNFUNDED_OFFER';
  if (destination !== undefined) {
    const accepts = checkAcceptsOffers(view, destination, 'tecNO_DST');
    if (accepts !== 'tesSUCCESS') return accepts;
  }
  if (owner !== undefined) {
    const accepts = checkAcceptsOffers(view, owner, 'tecNO_TARGET');
    if (accepts !== 'tesSUCCESS') return accepts;
  }
  return isNative(amount) ? 'tesSUCCESS' : checkLineAuthorized(view, maker, amount);
}

/**
 * With a transfer fee, the issuer receives a part of payments in tokens, so it needs a trust line unless it issues
 * them.
 */
function checkRoyaltyLine(view: ReadView, amount: Amount, { flags, transferFee, issuer }: TokenTerms): Ter {
  if (isNative(amount) || transferFee === 0 || (flags & NftokenFlags.createTrustLines) !== 0) return 'tesSUCCESS';
  if (view.read(accountKeylet(issuer)) === undefined) return 'tecNO_ISSUER';
  if (isMpt(amount)) return 'tefEXCEPTION';
  const needsLine = issuer !== amount.issuer;
  if (needsLine && view.read(lineKeylet(issuer, amount.issuer, amount.currency)) === undefined) return 'tecNO_LINE';
  return isFrozen(view, issuer, amount) ? 'tecFROZEN' : 'tesSUCCESS';
}

/** A token without tfTransferable is traded with its issuer or the issuer's authorized minter. */
function mayTransfer(view: ReadView, maker: AccountId, { flags, issuer }: TokenTerms): boolean {
  if (issuer === maker || (flags & NftokenFlags.transferable) !== 0) return true;
  return view.read(accountKeylet(issuer))?.NFTokenMinter === maker;
}

function checkAcceptsOffers(view: ReadView, account: AccountId, missing: Ter): Ter {
  const root = view.read(accountKeylet(account));
  if (root === undefined) return missing;
  return hasFlag(root, Bits.lsfDisallowIncomingNFTokenOffer) ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

/** Inserts an offer if its maker's balance before the fee covers the reserve (tokenOfferCreateApply). */
export function placeNftokenOffer(
  {
    sandbox,
    fees,
    balanceBeforeFeeDrops,
  }: {
    readonly sandbox: Sandbox;
    readonly fees: Fees;
    readonly balanceBeforeFeeDrops: bigint;
  },
  { maker, isSell, amount, destination, expiration }: NftokenOfferTerms,
  nftokenId: Hash256,
  sequence: number,
): Ter {
  const account = sandbox.read(accountKeylet(maker));
  if (account === undefined) return 'tefINTERNAL';
  if (!coversReserve(fees, account, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
  const offer = newEntry(nftOfferKeylet(maker, sequence));
  const directory = isSell ? nftSellsKeylet(nftokenId) : nftBuysKeylet(nftokenId);
  const page = directoryInsert(sandbox, directory, offer.index, (added) => {
    added.Flags = isSell ? DirectoryBits.lsfNFTokenSellOffers : DirectoryBits.lsfNFTokenBuyOffers;
    added.NFTokenID = nftokenId;
  });
  if (page === undefined) return 'tecDIR_FULL';
  offer.Owner = maker;
  offer.NFTokenID = nftokenId;
  offer.Amount = amount as TradedAmount;
  offer.Flags = isSell ? OfferBits.lsfSellNFToken : 0;
  offer.NFTokenOfferNode = page;
  if (expiration !== undefined) offer.Expiration = expiration;
  if (destination !== undefined) offer.Destination = destination;
  return insertOwnedEntry(sandbox, offer);
}

/**
 * Removes up to `limit` of a token's buy or sell offers, each page from its end. Returns the number removed
 * (removeTokenOffersWithLimit).
 */
export function removeOffersOfToken(sandbox: Sandbox, directory: Keylet<'DirectoryNode'>, limit: number): number {
  let removed = 0;
  let next = 0n;
  do {
    const page = sandbox.peek(pageKeylet(directory.key, next));
    if (page === undefined) break;
    next = page.IndexNext ?? 0n;
    for (const key of page.Indexes.toReversed()) {
      if (removed === limit) return removed;
      const offer = sandbox.peek(nftOfferById(key));
      if (offer === undefined) continue;
      const result = removeNftokenOffer(sandbox, offer);
      assert(result === 'tesSUCCESS', 'a listed NFToken offer can be removed');
      removed += 1;
    }
  } while (next !== 0n);
  return removed;
}
