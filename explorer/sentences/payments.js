/** Sentences of payments and checks. */

import { assetOf, isSameAsset, isXrp } from '../values/assets.js';
import { account, amount, say, soft } from '../values/parts.js';
import { issues } from './facts.js';

const asked = (tx) => tx.DeliverMax ?? tx.Amount;
const tagOf = ({ DestinationTag: tag }) => tag !== undefined && soft(` · tag ${tag}`);

/** What the payment delivered, or else what it asked for: old ledgers do not have it. */
const deliveredOf = ({ tx, meta }) => knownDelivery(meta) ?? asked(tx);

/** What the cashed check paid, or else what was asked for. */
const cashedOf = ({ tx, meta }) => knownDelivery(meta) ?? tx.Amount ?? tx.DeliverMin;

function knownDelivery(meta) {
  const delivered = meta.delivered_amount ?? meta.DeliveredAmount;
  return delivered === 'unavailable' ? undefined : delivered;
}

/** What the sender spent, if it is another asset than what arrived. */
function spentOf({ tx, lost }, delivered) {
  const others = lost(tx.Account).filter((one) => !isSameKind(one, delivered));
  return others.length === 0 ? undefined : others[0];
}

/** Tokens of one currency of several issuers count as the same. */
function isSameKind(one, other) {
  const [a, b] = [assetOf(one), assetOf(other)];
  return (
    isSameAsset(a, b) || (!isXrp(a) && a.currency !== undefined && a.currency === b.currency && a.issuer !== undefined)
  );
}

function payment(facts) {
  const { tx, allCreated } = facts;
  const { Account: from, Destination: to } = tx;
  const delivered = deliveredOf(facts);
  const spent = spentOf(facts, delivered);
  if (from === to)
    return say`converted ${spent === undefined ? amount(tx.SendMax ?? delivered) : amount(spent)} to ${amount(delivered)}`;
  const tail = say`${spent !== undefined && say`, spending ${amount(spent)}`}${tagOf(tx)}`;
  if (allCreated('AccountRoot').some(({ fields }) => fields.Account === to))
    return say`created ${account(to)} with ${amount(delivered)}${tail}`;
  if (spent === undefined && issues(from, delivered)) return say`issued ${amount(delivered)} to ${account(to)}${tail}`;
  if (spent === undefined && issues(to, delivered))
    return say`redeemed ${amount(delivered)} with ${account(to)}${tail}`;
  return say`paid ${account(to)} ${amount(delivered)}${tail}`;
}

function paymentSeenBy(viewer, facts) {
  const { tx } = facts;
  if (tx.Destination !== viewer || tx.Account === viewer) return undefined;
  const delivered = deliveredOf(facts);
  const [verb, joint] = issues(viewer, delivered) ? ['redeemed', 'for'] : ['received', 'from'];
  return say`${verb} ${amount(delivered)} ${joint} ${account(tx.Account)}${tagOf(tx)}`;
}

/** The check that was cashed or cancelled. */
const checkOf = ({ deleted }) => deleted('Check')?.fields;

function cashed(facts) {
  const check = checkOf(facts);
  const delivered = cashedOf(facts);
  return say`cashed a check of ${check === undefined ? 'another account' : account(check.Account)} for ${amount(delivered)}`;
}

function cancelledCheck(facts) {
  const { tx } = facts;
  const check = checkOf(facts);
  if (check === undefined) return say`cancelled a check`;
  const whose =
    check.Account === tx.Account
      ? say`its check to ${account(check.Destination)}`
      : say`a check of ${account(check.Account)}`;
  return say`cancelled ${whose}, of up to ${amount(check.SendMax)}`;
}

export const PAYMENTS = {
  Payment: {
    done: payment,
    seenBy: paymentSeenBy,
    attempt: (tx) =>
      tx.Account === tx.Destination
        ? say`convert ${tx.SendMax === undefined ? 'its funds' : amount(tx.SendMax)} to ${amount(asked(tx))}`
        : say`pay ${account(tx.Destination)} ${amount(asked(tx))}${tagOf(tx)}`,
    figure: deliveredOf,
  },
  CheckCreate: {
    done: ({ tx }) => say`wrote ${account(tx.Destination)} a check of up to ${amount(tx.SendMax)}${tagOf(tx)}`,
    attempt: (tx) => say`write ${account(tx.Destination)} a check of up to ${amount(tx.SendMax)}`,
    figure: ({ tx }) => tx.SendMax,
  },
  CheckCash: {
    done: cashed,
    seenBy: (viewer, facts) =>
      checkOf(facts)?.Account === viewer &&
      say`paid ${amount(cashedOf(facts))} for a check to ${account(facts.tx.Account)}`,
    attempt: (tx) =>
      say`cash a check for ${tx.Amount === undefined ? say`at least ${amount(tx.DeliverMin)}` : amount(tx.Amount)}`,
    figure: cashedOf,
  },
  CheckCancel: { done: cancelledCheck, attempt: () => say`cancel a check` },
  Clawback: {
    done: ({ tx, lost }) => {
      const holder = tx.Holder ?? tx.Amount.issuer;
      return say`clawed back ${amount(lost(holder)[0] ?? clawed(tx))} from ${account(holder)}`;
    },
    seenBy: (viewer, { tx, lost }) =>
      (tx.Holder ?? tx.Amount.issuer) === viewer &&
      say`lost ${amount(lost(viewer)[0] ?? clawed(tx))}, clawed back by ${account(tx.Account)}`,
    attempt: (tx) => say`claw back ${amount(clawed(tx))} from ${account(tx.Holder ?? tx.Amount.issuer)}`,
    figure: ({ tx, lost }) => lost(tx.Holder ?? tx.Amount.issuer)[0] ?? clawed(tx),
  },
};

/** In a Clawback of a token the amount's issuer is the holder. */
function clawed({ Account: issuer, Amount }) {
  return Amount.mpt_issuance_id === undefined ? { ...Amount, issuer } : Amount;
}
