/** Offers: filled in part, not placed, own offers in the way, and offers to cancel that are gone. */

import { ofAsset } from '../sentences/facts.js';
import { assetOf } from '../values/assets.js';
import { amount, count, list, say } from '../values/parts.js';
import { isLess } from './amounts.js';

const tfImmediateOrCancel = 0x00020000;
const tfSell = 0x00080000;

const ownDeleted = ({ tx, allDeleted }) => allDeleted('Offer').filter(({ fields }) => fields.Account === tx.Account);

function placed({ tx, allCreated }) {
  return allCreated('Offer').find(({ fields }) => fields.Account === tx.Account)?.fields;
}

/** What was sold of TakerGets for a sale, else what was bought of TakerPays; undefined if nothing was exchanged. */
function filled({ tx, gained, lost }) {
  const gave = ofAsset(lost(tx.Account), assetOf(tx.TakerGets));
  const got = ofAsset(gained(tx.Account), assetOf(tx.TakerPays));
  if ((tx.Flags & tfSell) !== 0) return gave && say`${amount(gave)} of ${amount(tx.TakerGets)} were sold`;
  return got && say`${amount(got)} of ${amount(tx.TakerPays)} were bought`;
}

function isFull({ tx, gained, lost }) {
  const isSale = (tx.Flags & tfSell) !== 0;
  const asked = isSale ? tx.TakerGets : tx.TakerPays;
  const moved = ofAsset((isSale ? lost : gained)(tx.Account), assetOf(asked));
  return moved !== undefined && !isLess(moved, asked);
}

function partlyFilled(facts) {
  const words = filled(facts);
  if (words === undefined || isFull(facts)) return undefined;
  const rest = placed(facts);
  if (rest !== undefined) return say`${words}; ${amount(rest.TakerGets)} remain on offer`;
  if ((facts.tx.Flags & tfImmediateOrCancel) !== 0) return say`${words}; the rest was cancelled`;
  return say`${words}; the rest was not placed, since the account has no more funds or no reserve for an offer`;
}

function notPlaced(facts) {
  if (placed(facts) !== undefined || filled(facts) !== undefined) return undefined;
  return say`nothing was exchanged and no offer was placed: the amounts are so small that they round to zero`;
}

/** An account does not trade with itself. */
function ownRemoved(facts) {
  const removed = ownDeleted(facts)
    .filter(({ fields, previous }) => fields.Sequence !== facts.tx.OfferSequence && previous.TakerGets === undefined)
    .map(({ fields }) => String(fields.Sequence));
  if (removed.length === 0) return undefined;
  return removed.length === 1
    ? say`the sender's own offer ${removed[0]}, which was in the way, was removed`
    : say`the sender's own offers ${list(removed)}, which were in the way, were removed`;
}

function toReplaceAbsent(facts) {
  const { OfferSequence: sequence } = facts.tx;
  if (ownDeleted(facts).some(({ fields }) => fields.Sequence === sequence)) return undefined;
  return say`there was no offer ${String(sequence)} to replace`;
}

function toCancelAbsent({ tx, deleted }) {
  return deleted('Offer') === undefined ? say`there was no offer ${String(tx.OfferSequence)}` : undefined;
}

function nftOffersAbsent({ tx, at }) {
  const { NFTokenOffers: ids } = tx;
  const absent = ids.filter((id) => at(id)?.kind !== 'deleted');
  if (absent.length === 0) return undefined;
  return say`${String(absent.length)} of ${count(ids.length, 'offer')} did not exist`;
}

export const OFFERS = [
  {
    code: 'offer_partly_filled',
    when: 'The offer was filled in part. The rest is on offer, or was cancelled (tfImmediateOrCancel), or could not be placed because funds or reserve are missing.',
    types: ['OfferCreate'],
    parts: partlyFilled,
  },
  {
    code: 'offer_not_placed',
    when: 'Nothing was exchanged and no offer was placed: with the tick size of the issuer its amounts round to zero.',
    types: ['OfferCreate'],
    parts: notPlaced,
  },
  {
    code: 'own_offer_removed',
    when: 'The offer would have met offers of the same account. These were removed without an exchange.',
    types: ['OfferCreate'],
    parts: ownRemoved,
  },
  {
    code: 'offer_absent',
    when: 'The offer to be cancelled or replaced did not exist: it was filled, cancelled or removed before.',
    types: ['OfferCreate'],
    isPossible: ({ OfferSequence: sequence }) => sequence !== undefined,
    parts: toReplaceAbsent,
  },
  { code: 'offer_absent', types: ['OfferCancel'], parts: toCancelAbsent },
  { code: 'offer_absent', types: ['NFTokenCancelOffer'], parts: nftOffersAbsent },
];
