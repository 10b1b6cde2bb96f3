/**
 * NFTokenAcceptOffer, preclaim: checks against the ledger (rippled: NFTokenAcceptOffer.cpp, preclaim). Apply checks
 * expiration, because it can remove expired offers.
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import { compareAmounts, signOfAmount, subtractAmounts } from '../../../protocol/amounts/amount-math.ts';
import type { NFTokenOffer } from '../../../protocol/entries/entries.ts';
import { lineKeylet, nftOfferById } from '../../../protocol/entries/keylets.ts';
import { NftokenFlags, nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import { firstFailure, isTesSuccess, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AccountId, type Hash256, isNative, type TradedAmount } from '../../../protocol/values.ts';
import { findToken } from '../../nftokens/nftoken-pages.ts';
import { checkCanReceive, checkLineAuthorized, checkLineNotDeepFrozen } from '../../nftokens/nftoken-trust-lines.ts';
import type { PreclaimContext } from '../../transaction-type.ts';
import { accountFunds } from '../../trust-lines/account-funds.ts';

export type NFTokenAcceptOffer = TransactionOf<'NFTokenAcceptOffer'>;

type Context = PreclaimContext<NFTokenAcceptOffer>;
type Offer = Readonly<NFTokenOffer>;

const { lsfSellNFToken } = EntryFlags.NFTokenOffer;

/** Looks up the offers, and checks them against each other, each by itself, and the issuer's transfer fee. */
export function preclaimSale(context: Context): Ter {
  const { view, tx } = context;
  const buy = findOffer(view, tx.NFTokenBuyOffer);
  if (typeof buy === 'string') return buy;
  const sell = findOffer(view, tx.NFTokenSellOffer);
  if (typeof sell === 'string') return sell;
  const checks = [
    () => (buy !== undefined && sell !== undefined ? checkBrokered(context, buy, sell) : 'tesSUCCESS'),
    () => (buy === undefined ? 'tesSUCCESS' : checkBuyOffer(context, buy, sell !== undefined)),
    () => (sell === undefined ? 'tesSUCCESS' : checkSellOffer(context, sell, buy !== undefined)),
    () => checkRoyalty(view, (buy ?? sell)!),
  ] as const;
  return firstFailure(checks);
}

/** The offer with that ID; undefined if no ID is given. */
function findOffer(view: ReadView, id: Hash256 | undefined): Offer | Ter | undefined {
  if (id === undefined) return undefined;
  const offer = view.read(nftOfferById(id));
  if (offer === undefined) return 'tecOBJECT_NOT_FOUND';
  return signOfAmount(offer.Amount) < 0 ? 'temBAD_OFFER' : offer;
}

/** Checks that the two offers match and cover the broker's fee. */
function checkBrokered({ view, tx }: Context, buy: Offer, sell: Offer): Ter {
  if (buy.NFTokenID !== sell.NFTokenID || !isSameAsset(buy.Amount, sell.Amount)) return 'tecNFTOKEN_BUY_SELL_MISMATCH';
  if (buy.Owner === sell.Owner) return 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER';
  if (compareAmounts(sell.Amount, buy.Amount) > 0) return 'tecINSUFFICIENT_PAYMENT';
  if (!isFor(buy, tx.Account) || !isFor(sell, tx.Account)) return 'tecNO_PERMISSION';
  const fee = tx.NFTokenBrokerFee as TradedAmount | undefined;
  if (fee === undefined) return 'tesSUCCESS';
  if (!isSameAsset(fee, buy.Amount)) return 'tecNFTOKEN_BUY_SELL_MISMATCH';
  if (compareAmounts(fee, buy.Amount) >= 0) return 'tecINSUFFICIENT_PAYMENT';
  if (compareAmounts(sell.Amount, subtractAmounts(buy.Amount, fee)) > 0) return 'tecINSUFFICIENT_PAYMENT';
  return isNative(fee) ? 'tesSUCCESS' : checkCanReceive(view, tx.Account, fee);
}

function checkBuyOffer({ view, tx, fees }: Context, buy: Offer, isBrokered: boolean): Ter {
  const { Account: account } = tx;
  if (hasFlag(buy, lsfSellNFToken)) return 'tecNFTOKEN_OFFER_TYPE_MISMATCH';
  if (buy.Owner === account) return 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER';
  if (!isBrokered) {
    const ownsToken = findToken(view, account, buy.NFTokenID) !== undefined;
    if (!ownsToken || !isFor(buy, account)) return 'tecNO_PERMISSION';
  }
  const { Amount: price } = buy;
  if (compareAmounts(accountFunds(view, buy.Owner, price, fees), price) < 0) return 'tecINSUFFICIENT_FUNDS';
  if (isNative(price)) return 'tesSUCCESS';
  const authorized = checkLineAuthorized(view, buy.Owner, price);
  return isTesSuccess(authorized) && !isBrokered ? checkCanReceive(view, account, price) : authorized;
}

function checkSellOffer({ view, tx, fees }: Context, sell: Offer, isBrokered: boolean): Ter {
  const { Account: account } = tx;
  if (!hasFlag(sell, lsfSellNFToken)) return 'tecNFTOKEN_OFFER_TYPE_MISMATCH';
  if (sell.Owner === account) return 'tecCANT_ACCEPT_OWN_NFTOKEN_OFFER';
  if (findToken(view, sell.Owner, sell.NFTokenID) === undefined) return 'tecNO_PERMISSION';
  if (!isBrokered && !isFor(sell, account)) return 'tecNO_PERMISSION';
  const { Amount: price } = sell;
  // In brokered mode the buy offer determines payer and price.
  if (!isBrokered && compareAmounts(accountFunds(view, account, price, fees), price) < 0) {
    return 'tecINSUFFICIENT_FUNDS';
  }
  if (isNative(price)) return 'tesSUCCESS';
  const authorized = checkLineAuthorized(view, sell.Owner, price);
  const isGood = isTesSuccess(authorized) && !isBrokered ? checkLineAuthorized(view, account, price) : authorized;
  return isTesSuccess(isGood) ? checkLineNotDeepFrozen(view, sell.Owner, price) : isGood;
}

/** For a price in tokens, the issuer needs a trust line to receive the transfer fee. */
function checkRoyalty(view: ReadView, { NFTokenID: id, Amount: price }: Offer): Ter {
  const { flags, transferFee, issuer } = nftokenIdParts(id);
  if (transferFee === 0 || isNative(price)) return 'tesSUCCESS';
  const needsLine = (flags & NftokenFlags.createTrustLines) === 0 && issuer !== price.issuer;
  const line = lineKeylet(issuer, price.issuer, price.currency);
  if (needsLine && view.read(line) === undefined) return 'tecNO_LINE';
  return checkCanReceive(view, issuer, price);
}

/** True if the account may accept the offer: it is the destination, or there is none. */
function isFor({ Destination: destination }: Offer, account: AccountId): boolean {
  return destination === undefined || destination === account;
}

function isSameAsset(a: TradedAmount, b: TradedAmount): boolean {
  if (isNative(a) || isNative(b)) return isNative(a) && isNative(b);
  return a.currency === b.currency && a.issuer === b.issuer;
}
