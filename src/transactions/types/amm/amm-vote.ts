/**
 * AMMVote: votes on an AMM's fee, weighted by LP tokens. Up to eight votes are kept, those with most LP tokens; the fee
 * is their weighted mean (rippled: AMMVote.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { compareIssued, issuedToNum, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import {
  NUM_ZERO,
  numAdd,
  numDivide,
  numMultiply,
  numOf,
  numSubtract,
  numToInteger,
} from '../../../protocol/amounts/number.ts';
import type { AMM } from '../../../protocol/entries/entries.ts';
import { ammKeylet } from '../../../protocol/entries/keylets.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { AccountId, IssuedAmount, StObject } from '../../../protocol/values.ts';
import { checkAssetPair, includesMpt, MAX_TRADING_FEE } from '../../amm/asset-pair.ts';
import {
  auctionSlotOf,
  discountedFee,
  setTradingFee,
  VOTE_WEIGHT_SCALE,
  voteElement,
  voteEntriesOf,
} from '../../amm/auction-slot.ts';
import { lpTokensHeld } from '../../amm/pool.ts';
import { defineTransaction } from '../../transaction-type.ts';

type AmmVote = TransactionOf<'AMMVote'>;

const MAX_VOTES = 8;

interface Vote {
  readonly account: AccountId;
  readonly lpTokens: IssuedAmount;
  readonly fee: number;
}

export const ammVote = defineTransaction({
  name: 'AMMVote',

  isDisabled({ Asset, Asset2 }) {
    return includesMpt([Asset, Asset2], []);
  },

  preflight({ tx }) {
    const pair = checkAssetPair([tx.Asset, tx.Asset2]);
    if (pair !== 'tesSUCCESS') return pair;
    return tx.TradingFee > MAX_TRADING_FEE ? 'temBAD_FEE' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const amm = view.read(ammKeylet(tx.Asset, tx.Asset2));
    if (amm === undefined) return 'terNO_AMM';
    if (signOfIssued(amm.LPTokenBalance) === 0) return 'tecAMM_EMPTY';
    return signOfIssued(lpTokensHeld(view, amm, tx.Account)) === 0 ? 'tecAMM_INVALID_TOKENS' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const amm = sandbox.peek(ammKeylet(tx.Asset, tx.Asset2));
    if (amm === undefined) return 'tecINTERNAL';
    const poll = newPoll(sandbox, amm, tx);
    amm.VoteSlots = poll.votes.map((vote) => voteElement(vote.account, vote.fee, weightOf(vote, amm)));
    applyFee(amm, meanFee(poll));
    sandbox.update(amm);
    return 'tesSUCCESS';
  },
});

/** The result of a vote. */
interface Poll {
  readonly votes: readonly Vote[];
  /**
   * The terms of the mean, in order of summation. Sums are rounded, so a replaced vote must be added and subtracted
   * again.
   */
  readonly counted: readonly (Vote & { readonly isOff?: true })[];
}

/** The votes of accounts that still have LP tokens, with the sender's if it has enough. */
function newPoll(sandbox: Sandbox, amm: AMM, { Account: sender, TradingFee: newFee }: Readonly<AmmVote>): Poll {
  const votes = voteEntriesOf(amm)
    .map(({ Account: account, TradingFee: fee = 0 }): Vote => {
      return { account, lpTokens: lpTokensHeld(sandbox, amm, account), fee: account === sender ? newFee : fee };
    })
    .filter(({ lpTokens }) => signOfIssued(lpTokens) !== 0);
  if (votes.some(({ account }) => account === sender)) return { votes, counted: votes };
  const vote: Vote = { account: sender, lpTokens: lpTokensHeld(sandbox, amm, sender), fee: newFee };
  if (votes.length < MAX_VOTES) return { votes: [...votes, vote], counted: [...votes, vote] };
  const least = leastOf(votes);
  if (!weighsMore(vote, least)) return { votes, counted: votes };
  return {
    votes: votes.map((one) => (one === least ? vote : one)),
    counted: [...votes, { ...least, isOff: true }, vote],
  };
}

/** The mean weighted by LP tokens, rounded to an integer fee. */
function meanFee({ counted }: Poll): number {
  let total = NUM_ZERO;
  let weight = NUM_ZERO;
  for (const { lpTokens, fee, isOff } of counted) {
    const add = isOff ? numSubtract : numAdd;
    total = add(total, numMultiply(numOf(BigInt(fee)), issuedToNum(lpTokens)));
    weight = add(weight, issuedToNum(lpTokens));
  }
  return Number(numToInteger(numDivide(total, weight)));
}

/** The auction slot's discounted fee is a tenth of the new fee. */
function applyFee(amm: AMM, fee: number): void {
  setTradingFee(amm, fee);
  const slot = auctionSlotOf(amm);
  if (slot === undefined) return;
  const { DiscountedFee: _former, ...rest } = slot;
  amm.AuctionSlot = { ...rest, ...discountedFee(fee) } as StObject;
}

function weighsMore(vote: Vote, other: Vote): boolean {
  const order = compareIssued(vote.lpTokens, other.lpTokens);
  return order > 0 || (order === 0 && vote.fee > other.fee);
}

/** Fewest LP tokens, then lowest fee, then lowest account. */
function leastOf(votes: readonly Vote[]): Vote {
  return votes.reduce((least, vote) => {
    if (weighsMore(least, vote)) return vote;
    return !weighsMore(vote, least) && vote.account < least.account ? vote : least;
  });
}

function weightOf({ lpTokens }: Vote, amm: AMM): number {
  const scaled = numMultiply(issuedToNum(lpTokens), numOf(BigInt(VOTE_WEIGHT_SCALE)));
  return Number(numToInteger(numDivide(scaled, issuedToNum(amm.LPTokenBalance))));
}
