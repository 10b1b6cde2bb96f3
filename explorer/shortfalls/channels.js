/** Payment channels: a channel that expired is closed by the next transaction on it, which does nothing else. */

import { difference } from '../decimals.js';
import { account, amount, say, time } from '../values/parts.js';

const tfRenew = 0x00010000;
const tfClose = 0x00020000;

/** When it expired: the earlier of its two ends. */
function endOf({ Expiration: one, CancelAfter: other }) {
  return Math.min(one ?? other, other ?? one);
}

/** What the transaction did not do, if it closed the channel instead. */
function undone({ tx }, { fields, previous }) {
  if (tx.TransactionType === 'PaymentChannelFund') return say`${amount(tx.Amount)} were not added`;
  if (tx.Balance !== undefined && previous.Balance === undefined) return unpaid(tx.Balance, fields);
  return (tx.Flags & tfRenew) !== 0 && say`it was not renewed`;
}

/** `claimed` is the total after the claim. One that an open channel could not have paid has no rest. */
function unpaid(claimed, { Amount: all, Balance: paid = '0', Destination: to }) {
  const rest = difference(claimed, paid);
  const isPayable = BigInt(rest) > 0n && BigInt(claimed) <= BigInt(all);
  return isPayable
    ? say`${amount(rest)} were not paid to ${account(to)}`
    : say`the claim of ${amount(claimed)} in all was not paid`;
}

function expired(facts) {
  const channel = facts.deleted('PayChannel');
  const what = channel !== undefined && undone(facts, channel);
  return what ? say`the channel had expired at ${time(endOf(channel.fields))} and was closed: ${what}` : undefined;
}

/** A request to close of the payer, who must give the payee time. */
function closesLater({ tx, entry }) {
  const channel = entry('PayChannel');
  if ((tx.Flags & tfClose) === 0 || channel?.kind === 'deleted') return undefined;
  // A request that does not make the end earlier changes nothing.
  if (channel === undefined) return say`the channel is still open: it had an expiration that is not later`;
  return say`the channel is still open: its payee can redeem claims until ${time(endOf(channel.fields))}`;
}

function notRenewed({ tx, entry }) {
  if ((tx.Flags & tfRenew) === 0 || entry('PayChannel') !== undefined) return undefined;
  return say`the channel had no expiration to remove`;
}

const CLAIM = ['PaymentChannelClaim'];

export const CHANNELS = [
  {
    code: 'channel_expired',
    when: 'The channel had expired. It was closed and its rest went back to the payer; nothing was paid, added or renewed.',
    types: ['PaymentChannelClaim', 'PaymentChannelFund'],
    parts: expired,
  },
  {
    code: 'channel_closes_later',
    when: 'The payer asked for the close. The channel is open until the settle delay is over, and then until a transaction closes it.',
    types: CLAIM,
    isPossible: ({ Flags: flags }) => (flags & tfClose) !== 0,
    parts: closesLater,
  },
  {
    code: 'nothing_changed',
    when: 'The channel had no expiration that the payer could remove.',
    types: CLAIM,
    isPossible: ({ Flags: flags }) => (flags & tfRenew) !== 0,
    parts: notRenewed,
  },
];
