/** Sentences of payment channels and escrows. */

import { difference } from '../decimals.js';
import { account, amount, say, soft, time } from '../values/parts.js';

const tfRenew = 0x00010000;
const tfClose = 0x00020000;

const channelOf = ({ entry }) => entry('PayChannel');
const tagOf = ({ DestinationTag: tag }) => tag !== undefined && soft(` · tag ${tag}`);

/** What is in the channel and not yet paid. */
const leftIn = ({ Amount: all, Balance: paid = '0' }) => difference(all, paid);

/** Drops that the claim paid. */
function paidOf(channel) {
  const { fields: { Balance: after = '0' } = {}, previous: { Balance: before } = {} } = channel ?? {};
  return before === undefined ? '0' : difference(after, before);
}

function claim(facts) {
  const { tx } = facts;
  const channel = channelOf(facts);
  if (channel === undefined) return say`made no change to a channel`;
  const { fields, kind, previous } = channel;
  const paid = paidOf(channel);
  const isPayee = fields.Destination === tx.Account;
  const other = account(isPayee ? fields.Account : fields.Destination);
  const left = say`${amount(leftIn(fields))} left in the channel`;
  const moved = isPayee
    ? say`redeemed ${amount(paid)} from ${other}`
    : say`paid ${other} ${amount(paid)} from a channel`;
  if (kind === 'deleted') {
    const end = leftIn(fields) === '0' ? say`closed it` : say`closed it, ${amount(leftIn(fields))} went back`;
    if (paid !== '0') return say`${moved} and ${end}`;
    return say`closed the channel ${isPayee ? 'from' : 'to'} ${other}${leftIn(fields) !== '0' && say`, ${amount(leftIn(fields))} went back`}`;
  }
  if (paid !== '0') return say`${moved}, ${left}`;
  if ((tx.Flags & tfClose) !== 0 && fields.Expiration !== undefined && fields.Expiration !== previous.Expiration)
    return say`asked to close the channel to ${other}`;
  if ((tx.Flags & tfRenew) !== 0) return say`keeps the channel to ${other} open, ${left}`;
  return say`made no change to the channel ${isPayee ? 'from' : 'to'} ${other}`;
}

function claimSeenBy(viewer, facts) {
  const channel = channelOf(facts);
  const paid = paidOf(channel);
  if (channel === undefined || paid === '0' || facts.tx.Account === viewer) return undefined;
  const { Account: from, Destination: to } = channel.fields;
  const left = say`${amount(leftIn(channel.fields))} left in the channel`;
  if (viewer === from) return say`paid ${account(to)} ${amount(paid)} from a channel, ${left}`;
  return viewer === to ? say`received ${amount(paid)} from a channel of ${account(from)}, ${left}` : undefined;
}

const escrowOf = ({ deleted }) => deleted('Escrow')?.fields;

function created({ tx }) {
  const when = [
    tx.FinishAfter !== undefined && say`, can be released after ${time(tx.FinishAfter)}`,
    tx.CancelAfter !== undefined && say`, can be cancelled after ${time(tx.CancelAfter)}`,
    tx.Condition !== undefined && ', under a condition',
  ];
  const to = tx.Destination === tx.Account ? say`itself` : account(tx.Destination);
  return say`locked ${amount(tx.Amount)} in an escrow for ${to}${when}${tagOf(tx)}`;
}

function finished(facts) {
  const escrow = escrowOf(facts);
  if (escrow === undefined) return say`released an escrow of ${account(facts.tx.Owner)}`;
  return say`released ${amount(escrow.Amount)} of ${account(escrow.Account)} to ${account(escrow.Destination)}`;
}

export const CHANNELS = {
  PaymentChannelCreate: {
    done: ({ tx }) => say`opened a channel of ${amount(tx.Amount)} to ${account(tx.Destination)}${tagOf(tx)}`,
    attempt: (tx) => say`open a channel of ${amount(tx.Amount)} to ${account(tx.Destination)}`,
    figure: ({ tx }) => tx.Amount,
  },
  PaymentChannelFund: {
    done: (facts) => {
      const { fields } = channelOf(facts) ?? {};
      if (fields === undefined) return say`added ${amount(facts.tx.Amount)} to a channel`;
      // An expired channel closes instead.
      if (facts.deleted('PayChannel') !== undefined)
        return say`closed the channel to ${account(fields.Destination)}, ${amount(leftIn(fields))} went back`;
      return say`added ${amount(facts.tx.Amount)} to the channel to ${account(fields.Destination)}, ${amount(leftIn(fields))} left in it`;
    },
    attempt: (tx) => say`add ${amount(tx.Amount)} to a channel`,
    figure: ({ tx }) => tx.Amount,
  },
  PaymentChannelClaim: {
    done: claim,
    seenBy: claimSeenBy,
    attempt: (tx) =>
      tx.Balance === undefined ? say`change a channel` : say`redeem a claim of ${amount(tx.Balance)} in all`,
    figure: (facts) => {
      const paid = paidOf(channelOf(facts));
      return paid === '0' ? undefined : paid;
    },
  },
  EscrowCreate: {
    done: created,
    attempt: (tx) => say`lock ${amount(tx.Amount)} in an escrow for ${account(tx.Destination)}`,
    figure: ({ tx }) => tx.Amount,
  },
  EscrowFinish: {
    done: finished,
    seenBy: (viewer, facts) => {
      const escrow = escrowOf(facts);
      if (escrow?.Destination !== viewer || facts.tx.Account === viewer) return undefined;
      return say`received ${amount(escrow.Amount)} from an escrow of ${account(escrow.Account)}`;
    },
    attempt: (tx) => say`release an escrow of ${account(tx.Owner)}`,
    figure: (facts) => escrowOf(facts)?.Amount,
  },
  EscrowCancel: {
    done: (facts) => {
      const escrow = escrowOf(facts);
      if (escrow === undefined) return say`cancelled an escrow of ${account(facts.tx.Owner)}`;
      return say`cancelled an escrow, ${amount(escrow.Amount)} went back to ${account(escrow.Account)}`;
    },
    attempt: (tx) => say`cancel an escrow of ${account(tx.Owner)}`,
    figure: (facts) => escrowOf(facts)?.Amount,
  },
};
