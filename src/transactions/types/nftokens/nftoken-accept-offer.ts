/**
 * NFTokenAcceptOffer: sells an NFToken for a buy offer, a sell offer, or both, brought together by a broker for a fee.
 * The checks of preclaim are in `nftoken-accept-preclaim.ts` (rippled: NFTokenAcceptOffer.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import { isZeroAmount, signOfAmount, subtractAmounts } from '../../../protocol/amounts/amount-math.ts';
import { multiplyByRate, transferFeeAsRate } from '../../../protocol/amounts/rate.ts';
import type { NFTokenOffer } from '../../../protocol/entries/entries.ts';
import { accountKeylet, nftOfferById } from '../../../protocol/entries/keylets.ts';
import { nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { AccountId, Hash256, TradedAmount } from '../../../protocol/values.ts';
import { removeNftokenOffer } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { findToken, insertToken } from '../../nftokens/nftoken-pages.ts';
import { removeToken } from '../../nftokens/nftoken-removal.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';
import { accountFunds } from '../../trust-lines/account-funds.ts';
import { accountSend } from '../../trust-lines/token-transfer.ts';
import { type NFTokenAcceptOffer, preclaimSale } from './nftoken-accept-preclaim.ts';

type Context = ApplyContext<NFTokenAcceptOffer>;

interface Sale {
  readonly buyer: AccountId;
  readonly seller: AccountId;
  readonly nftokenId: Hash256;
}

export const nftokenAcceptOffer = defineTransaction({
  name: 'NFTokenAcceptOffer',

  preflight({ tx }) {
    const { NFTokenBuyOffer: buy, NFTokenSellOffer: sell, NFTokenBrokerFee: brokerFee } = tx;
    if (buy === undefined && sell === undefined) return 'temMALFORMED';
    if (brokerFee === undefined) return 'tesSUCCESS';
    const isBrokered = buy !== undefined && sell !== undefined;
    return isBrokered && signOfAmount(brokerFee) > 0 ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preclaim(context) {
    return preclaimSale(context);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const buy = peekOffer(sandbox, tx.NFTokenBuyOffer);
    const sell = peekOffer(sandbox, tx.NFTokenSellOffer);
    const offers = [buy, sell].filter((offer) => offer !== undefined);
    const expired = offers.filter((offer) => hasExpired(sandbox, offer.Expiration));
    // The transaction fails, but the removal of expired offers persists; see `claimed-removals.ts`.
    for (const offer of expired.length > 0 ? expired : offers) {
      if (removeNftokenOffer(sandbox, offer) !== 'tesSUCCESS') return 'tecINTERNAL';
    }
    if (expired.length > 0) return 'tecEXPIRED';
    return catchAmountError('tefEXCEPTION', () => accept(context, buy, sell));
  },
});

function accept(context: Context, buy: NFTokenOffer | undefined, sell: NFTokenOffer | undefined): Ter {
  const { Account: account } = context.tx;
  if (buy !== undefined && sell !== undefined) return acceptBoth(context, buy, sell);
  if (buy !== undefined) return acceptOne(context, buy, { buyer: buy.Owner, seller: account });
  return sell === undefined ? 'tecINTERNAL' : acceptOne(context, sell, { buyer: account, seller: sell.Owner });
}

function peekOffer(sandbox: Sandbox, id: Hash256 | undefined): NFTokenOffer | undefined {
  return id === undefined ? undefined : sandbox.peek(nftOfferById(id));
}

/** The sender accepts one offer. */
function acceptOne(context: Context, offer: NFTokenOffer, parties: Omit<Sale, 'nftokenId'>): Ter {
  const sale = { ...parties, nftokenId: offer.NFTokenID };
  const { Amount: price } = offer;
  if (!isZeroAmount(price)) {
    const rest = payRoyalty(context, sale, price);
    if (typeof rest === 'string') return rest;
    const paid = pay(context, sale.buyer, sale.seller, rest);
    if (paid !== 'tesSUCCESS') return paid;
  }
  return transferToken(context, sale);
}

/**
 * The buyer pays its offered amount: first the broker's fee, then the issuer's transfer fee from the rest, and the
 * remainder to the seller.
 */
function acceptBoth(context: Context, buy: NFTokenOffer, sell: NFTokenOffer): Ter {
  const { tx } = context;
  const sale = { buyer: buy.Owner, seller: sell.Owner, nftokenId: sell.NFTokenID };
  let rest = buy.Amount;
  const fee = tx.NFTokenBrokerFee as TradedAmount | undefined;
  if (fee !== undefined) {
    const paid = pay(context, sale.buyer, tx.Account, fee);
    if (paid !== 'tesSUCCESS') return paid;
    rest = subtractAmounts(rest, fee);
  }
  const afterRoyalty = isZeroAmount(rest) ? rest : payRoyalty(context, sale, rest);
  if (typeof afterRoyalty === 'string') return afterRoyalty;
  if (signOfAmount(afterRoyalty) > 0) {
    const paid = pay(context, sale.buyer, sale.seller, afterRoyalty);
    if (paid !== 'tesSUCCESS') return paid;
  }
  return transferToken(context, sale);
}

/** Pays the transfer fee, unless the issuer is a party, and returns the rest. */
function payRoyalty(context: Context, { buyer, seller, nftokenId }: Sale, price: TradedAmount): TradedAmount | Ter {
  const { transferFee, issuer } = nftokenIdParts(nftokenId);
  if (transferFee === 0 || seller === issuer || buyer === issuer) return price;
  const royalty = multiplyByRate(price, transferFeeAsRate(transferFee)) as TradedAmount;
  const paid = pay(context, buyer, issuer, royalty);
  return paid === 'tesSUCCESS' ? subtractAmounts(price, royalty) : paid;
}

/** Fails if either account owes tokens afterwards that it has not issued. */
function pay({ sandbox, fees }: Context, from: AccountId, to: AccountId, amount: TradedAmount): Ter {
  const sent = accountSend(sandbox, from, to, amount);
  if (sent !== 'tesSUCCESS') return sent;
  const owes = (account: AccountId) => signOfAmount(accountFunds(sandbox, account, amount, fees)) < 0;
  return owes(from) || owes(to) ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}

/** The buyer may need another page; its balance after the sale must then cover the reserve. */
function transferToken({ sandbox, fees }: Context, { buyer, seller, nftokenId }: Sale): Ter {
  const token = findToken(sandbox, seller, nftokenId);
  if (token === undefined) return 'tecINTERNAL';
  const removed = removeToken(sandbox, seller, nftokenId);
  if (removed !== 'tesSUCCESS') return removed;
  const account = sandbox.peek(accountKeylet(buyer));
  if (account === undefined) return 'tecINTERNAL';
  const ownerCountBefore = account.OwnerCount;
  const inserted = insertToken(sandbox, buyer, token);
  const ownsMore = account.OwnerCount > ownerCountBefore;
  return ownsMore && !coversReserve(fees, account, account.Balance) ? 'tecINSUFFICIENT_RESERVE' : inserted;
}
