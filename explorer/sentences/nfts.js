/** Sentences of non-fungible tokens. */

import { textOfHex } from '../values/hex-text.js';
import { account, amount, count, hash, say } from '../values/parts.js';

const lsfSellNFToken = 0x00000001;
const isFree = (price) => price === '0' || price?.value === '0';
const tokenPart = (id) => (id === undefined ? 'an NFT' : say`NFT ${hash(id, 'nft')}`);

function uriPart(hex) {
  const text = textOfHex(hex ?? '');
  return text !== undefined && say` ${{ text, hex }}`;
}

const idOf = ({ meta, tx }) => meta.nftoken_id ?? tx.NFTokenID;

function minted(facts) {
  const { tx } = facts;
  const forOther = tx.Issuer !== undefined && say` for ${account(tx.Issuer)}`;
  const price = tx.Amount !== undefined && say`, on sale for ${isFree(tx.Amount) ? 'nothing' : amount(tx.Amount)}`;
  return say`minted ${tokenPart(idOf(facts))}${uriPart(tx.URI)} in collection ${String(tx.NFTokenTaxon)}${forOther}${price}`;
}

function offered({ tx }) {
  const isSale = (tx.Flags & lsfSellNFToken) !== 0;
  if (!isSale) return say`offered ${amount(tx.Amount)} to ${account(tx.Owner)} for ${tokenPart(tx.NFTokenID)}`;
  const to = tx.Destination !== undefined && say` to ${account(tx.Destination)}`;
  return say`offers ${tokenPart(tx.NFTokenID)}${to} for ${isFree(tx.Amount) ? 'nothing' : amount(tx.Amount)}`;
}

/** The accepted offers: seller, buyer and price. */
function dealOf({ tx, at }) {
  const sell = at(tx.NFTokenSellOffer)?.fields;
  const buy = at(tx.NFTokenBuyOffer)?.fields;
  return {
    seller: sell?.Owner ?? tx.Account,
    buyer: buy?.Owner ?? tx.Account,
    price: (buy ?? sell)?.Amount,
    isBrokered: sell !== undefined && buy !== undefined,
  };
}

function accepted(facts) {
  const { tx } = facts;
  const { seller, buyer, price, isBrokered } = dealOf(facts);
  const token = tokenPart(idOf(facts));
  if (price === undefined) return say`accepted an NFT offer`;
  const sum = isFree(price) ? 'nothing' : amount(price);
  if (isBrokered) {
    const fee = tx.NFTokenBrokerFee !== undefined && say`, for a fee of ${amount(tx.NFTokenBrokerFee)}`;
    return say`brokered ${token} from ${account(seller)} to ${account(buyer)} for ${sum}${fee}`;
  }
  return seller === tx.Account
    ? say`sold ${token} to ${account(buyer)} for ${sum}`
    : say`bought ${token} from ${account(seller)} for ${sum}`;
}

function acceptedSeenBy(viewer, facts) {
  const { seller, buyer, price } = dealOf(facts);
  if (facts.tx.Account === viewer || price === undefined) return undefined;
  const sum = isFree(price) ? 'nothing' : amount(price);
  if (viewer === seller) return say`sold ${tokenPart(idOf(facts))} to ${account(buyer)} for ${sum}`;
  return viewer === buyer && say`bought ${tokenPart(idOf(facts))} from ${account(seller)} for ${sum}`;
}

export const NFTS = {
  NFTokenMint: { done: minted, attempt: (tx) => say`mint an NFT in collection ${String(tx.NFTokenTaxon)}` },
  NFTokenBurn: {
    done: ({ tx }) =>
      say`burned ${tokenPart(tx.NFTokenID)}${tx.Owner !== undefined && tx.Owner !== tx.Account && say` of ${account(tx.Owner)}`}`,
    attempt: (tx) => say`burn ${tokenPart(tx.NFTokenID)}`,
  },
  NFTokenCreateOffer: {
    done: offered,
    attempt: (tx) =>
      (tx.Flags & lsfSellNFToken) === 0
        ? say`offer ${amount(tx.Amount)} for ${tokenPart(tx.NFTokenID)}`
        : say`offer ${tokenPart(tx.NFTokenID)} for ${isFree(tx.Amount) ? 'nothing' : amount(tx.Amount)}`,
    figure: ({ tx }) => tx.Amount,
  },
  NFTokenCancelOffer: {
    done: ({ tx, allDeleted }) => {
      const { length } = allDeleted('NFTokenOffer');
      return length === 0
        ? say`asked to cancel ${count(tx.NFTokenOffers.length, 'NFT offer')}`
        : say`cancelled ${count(length, 'NFT offer')}`;
    },
    attempt: (tx) => say`cancel ${count(tx.NFTokenOffers.length, 'NFT offer')}`,
  },
  NFTokenAcceptOffer: {
    done: accepted,
    seenBy: acceptedSeenBy,
    attempt: () => say`accept an NFT offer`,
    figure: (facts) => dealOf(facts).price,
  },
  NFTokenModify: {
    done: ({ tx }) =>
      say`${tx.URI === undefined ? 'removed the URI of' : 'changed the URI of'} ${tokenPart(tx.NFTokenID)}${tx.URI !== undefined && say` to${uriPart(tx.URI)}`}`,
    attempt: (tx) => say`change the URI of ${tokenPart(tx.NFTokenID)}`,
  },
};
