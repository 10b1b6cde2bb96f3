/** Sentences of automated market makers. */

import { assetOf, isPoolShare } from '../values/assets.js';
import { percentOf } from '../values/field-values.js';
import { account, amount, asset, list, say, time } from '../values/parts.js';

const FEE_PLACES = 3;
const AMM_TYPE = 'AMM';

const assetPart = (of) => asset(assetOf({ currency: 'XRP', ...of }));
const pair = (one, other) => say`${assetPart(one)}/${assetPart(other)}`;
const poolOf = ({ Asset: one, Asset2: other }) => say`the pool ${pair(one, other)}`;
const feeText = (fee = 0) => percentOf(fee, FEE_PLACES);

const isShare = (one) => isPoolShare(assetOf(one));
const amounts = (values) => list(values.map((value) => [amount(value)]));

function deposited({ tx, gained, lost }) {
  const given = lost(tx.Account).filter((one) => !isShare(one));
  const shares = gained(tx.Account).find(isShare);
  const what = given.length === 0 ? say`liquidity` : amounts(given);
  return say`added ${what} to ${poolOf(tx)}${shares !== undefined && say`, for ${amount(shares)}`}`;
}

function withdrawn(facts) {
  const { tx, gained, lost, deleted } = facts;
  const taken = gained(tx.Account).filter((one) => !isShare(one));
  const shares = lost(tx.Account).find(isShare);
  const end = deleted(AMM_TYPE) !== undefined && ', which ended it';
  return say`took ${taken.length === 0 ? 'liquidity' : amounts(taken)} out of ${poolOf(tx)}${shares !== undefined && say`, for ${amount(shares)}`}${end}`;
}

function voted({ tx, modified }) {
  const { fields } = modified(AMM_TYPE) ?? {};
  const now = fields !== undefined && say`; it is now ${feeText(fields.TradingFee)}`;
  return say`voted for a fee of ${feeText(tx.TradingFee)} in ${poolOf(tx)}${now}`;
}

function bid({ tx, entry, lost }) {
  const slot = entry(AMM_TYPE)?.fields.AuctionSlot;
  const price = lost(tx.Account).find(isShare);
  return say`won the auction slot of ${poolOf(tx)}${price !== undefined && say` for ${amount(price)}`}${slot?.Expiration !== undefined && say`, until ${time(slot.Expiration)}`}`;
}

function clawedBack({ tx, rows, gained }) {
  const returned = rows
    .filter((row) => row.account === tx.Account && row.isIssuer && !row.value.startsWith('-'))
    .map((row) => row.amount);
  const what = returned.length === 0 ? (tx.Amount === undefined ? [] : [tx.Amount]) : returned;
  const kept = gained(tx.Holder).filter((one) => !isShare(one));
  const rest = kept.length > 0 && say`; ${account(tx.Holder)} received ${amounts(kept)}`;
  return say`clawed back ${what.length === 0 ? 'all' : amounts(what)} of ${account(tx.Holder)} from ${poolOf(tx)}${rest}`;
}

const attempts = {
  AMMCreate: ({ Amount: one, Amount2: other }) => say`create a pool of ${amount(one)} and ${amount(other)}`,
  AMMDeposit: (tx) => say`add ${given(tx)} to ${poolOf(tx)}`,
  AMMWithdraw: (tx) => say`take ${given(tx)} out of ${poolOf(tx)}`,
};

function given({ Amount: one, Amount2: other }) {
  const values = [one, other].filter((value) => value !== undefined);
  return values.length === 0 ? 'liquidity' : amounts(values);
}

export const POOLS = {
  AMMCreate: {
    done: ({ tx: { Amount: one, Amount2: other, TradingFee: fee } }) =>
      say`created the pool ${pair(assetOf(one), assetOf(other))} with ${amount(one)} and ${amount(other)}, fee ${feeText(fee)}`,
    attempt: attempts.AMMCreate,
  },
  AMMDeposit: {
    done: deposited,
    attempt: attempts.AMMDeposit,
    figure: ({ tx, gained }) => gained(tx.Account).find(isShare),
  },
  AMMWithdraw: {
    done: withdrawn,
    attempt: attempts.AMMWithdraw,
    figure: ({ tx, lost }) => lost(tx.Account).find(isShare),
  },
  AMMVote: {
    done: voted,
    attempt: (tx) => say`vote for a fee of ${feeText(tx.TradingFee)} in ${poolOf(tx)}`,
  },
  AMMBid: {
    done: bid,
    attempt: (tx) => say`bid for the auction slot of ${poolOf(tx)}`,
    figure: ({ tx, lost }) => lost(tx.Account).find(isShare),
  },
  AMMDelete: {
    done: ({ tx, deleted }) =>
      deleted(AMM_TYPE) === undefined ? say`removed empty trust lines of ${poolOf(tx)}` : say`deleted ${poolOf(tx)}`,
    attempt: (tx) => say`delete ${poolOf(tx)}`,
  },
  AMMClawback: {
    done: clawedBack,
    attempt: (tx) =>
      say`claw back ${tx.Amount === undefined ? assetPart(tx.Asset) : amount(tx.Amount)} of ${account(tx.Holder)} from ${poolOf(tx)}`,
    figure: ({ tx }) => tx.Amount,
  },
};
