/** Sentences of offers: what was exchanged, with whom, and what is left on the book. */

import { assetOf } from '../values/assets.js';
import { amount, count, list, say, soft } from '../values/parts.js';
import { ofAsset } from './facts.js';

const tfSell = 0x00080000;
/** On the lines of a pool. */
const lsfAMMNode = 0x01000000;

/** Offers of others that were taken, wholly or in part, and whether pools took part. */
export function filledBy({ tx, nodes }) {
  const taken = nodes.filter(
    ({ type, fields, previous }) =>
      type === 'Offer' && previous.TakerGets !== undefined && fields.Account !== tx.Account,
  );
  const pools = nodes.filter(
    ({ kind, type, fields }) =>
      kind === 'modified' &&
      ((type === 'AccountRoot' && fields.AMMID !== undefined) ||
        (type === 'RippleState' && (fields.Flags & lsfAMMNode) !== 0)),
  );
  const words = [];
  if (taken.length > 0) words.push(count(taken.length, 'offer'));
  if (pools.length > 0) words.push('the pool');
  return words;
}

function created(facts) {
  const { tx, allCreated, gained, lost, nodes } = facts;
  const [allGot, allGave] = [gained(tx.Account), lost(tx.Account)];
  const got = ofAsset(allGot, assetOf(tx.TakerPays));
  const gave = ofAsset(allGave, assetOf(tx.TakerGets));
  const rest = allCreated('Offer').find(({ fields }) => fields.Account === tx.Account)?.fields;
  const replaced = nodes.find(
    ({ kind, type, fields }) =>
      kind === 'deleted' && type === 'Offer' && fields.Account === tx.Account && fields.Sequence === tx.OfferSequence,
  );
  const tail = replaced === undefined ? '' : soft(`, replacing offer ${tx.OfferSequence}`);
  if (gave === undefined && got === undefined) {
    if (rest !== undefined) return say`offers ${amount(rest.TakerGets)} for ${amount(rest.TakerPays)}${tail}`;
    return say`offered ${amount(tx.TakerGets)} for ${amount(tx.TakerPays)}${tail}`;
  }
  const words = filledBy(facts);
  const filled = words.length > 0 && say`${rest === undefined ? ', filled by ' : ', partly filled by '}${list(words)}`;
  return say`${traded(tx, gave, got)}${also('got', allGot, got)}${also('gave', allGave, gave)}${filled}${tail}`;
}

/** Changes of other assets: own offers may be taken on the way through XRP. */
function also(verb, changes, named) {
  const others = changes.filter((one) => one !== named);
  return others.length > 0 && say`, and ${verb} ${list(others.map(amount))}`;
}

/** Without the sell flag the amount to buy is what was asked for. */
function traded(tx, gave, got) {
  if (got === undefined) return say`sold ${amount(gave)}`;
  if (gave === undefined) return say`bought ${amount(got)}`;
  const isSale = (tx.Flags & tfSell) !== 0 || typeof tx.TakerPays !== 'object';
  return isSale ? say`sold ${amount(gave)} for ${amount(got)}` : say`bought ${amount(got)} for ${amount(gave)}`;
}

function cancelled({ tx, deleted }) {
  const offer = deleted('Offer')?.fields;
  if (offer === undefined) return say`asked to cancel offer ${String(tx.OfferSequence)}`;
  return say`cancelled its offer of ${amount(offer.TakerGets)} for ${amount(offer.TakerPays)}`;
}

export const OFFERS = {
  OfferCreate: {
    done: created,
    attempt: (tx) => say`offer ${amount(tx.TakerGets)} for ${amount(tx.TakerPays)}`,
    figure: ({ tx, gained }) => ofAsset(gained(tx.Account), assetOf(tx.TakerPays)) ?? tx.TakerPays,
  },
  OfferCancel: { done: cancelled, attempt: (tx) => say`cancel offer ${String(tx.OfferSequence)}` },
};
