/**
 * The invariants of AMMs: what each transaction type may change, and that the pool covers its LP tokens (rippled:
 * ValidAMM).
 */
import { amountToNum, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { compareIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { type Num, numCompare, numDivide, numMultiply, numOf, numSubtract } from '../../protocol/amounts/number.ts';
import { numSquareRoot } from '../../protocol/amounts/number-root.ts';
import type { AMM } from '../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import type { IssuedAmount, TradedAmount } from '../../protocol/values.ts';
import { poolHolds } from '../amm/pool.ts';
import { initialLpTokens } from '../amm/pool-math.ts';
import type { Invariant, InvariantInput } from './invariant.ts';

const TOLERANCE = numOf(1n, -11);

/** The changes of a transaction to an AMM. */
interface AmmChange {
  /** The new state; undefined if unchanged or deleted. */
  readonly after: Readonly<AMM> | undefined;
  readonly lpTokensBefore: IssuedAmount | undefined;
  readonly isPoolChanged: boolean;
}

type AmmRule = (change: AmmChange, input: InvariantInput) => boolean;

/** A swap changes the account's balances, not the entry. */
const swapLeavesEntry: AmmRule = ({ after }) => after === undefined;

const RULES: Readonly<Record<string, AmmRule>> = {
  AMMCreate: ({ after }, input) => after !== undefined && isNewPool(after, input),
  AMMDeposit: ({ after }, input) => after !== undefined && isPoolSound(after, input, false),
  AMMWithdraw: ({ after }, input) => after === undefined || isPoolSound(after, input, true),
  AMMClawback: ({ after }, input) => after === undefined || isPoolSound(after, input, true),
  AMMBid: (change) => !change.isPoolChanged && burnsLpTokens(change),
  AMMVote: ({ after, lpTokensBefore, isPoolChanged }) =>
    !isPoolChanged && isSameOrNone(after?.LPTokenBalance, lpTokensBefore),
  AMMDelete: ({ after }) => after === undefined,
  CheckCash: swapLeavesEntry,
  OfferCreate: swapLeavesEntry,
  Payment: swapLeavesEntry,
};

export const ammsAreValid: Invariant = (input) => {
  if (!isTesSuccess(input.result) && input.result !== 'tecINCOMPLETE') return true;
  return RULES[input.transaction.fields.TransactionType]?.(changeOf(input), input) ?? true;
};

function changeOf({ changesOf }: InvariantInput): AmmChange {
  const change = changesOf('AMM').findLast(({ isErased }) => !isErased);
  const isPoolChanged =
    changesOf('RippleState').some(
      ({ isErased, after }) => !isErased && hasFlag(after, EntryFlags.RippleState.lsfAMMNode),
    ) || changesOf('AccountRoot').some(({ isErased, after }) => !isErased && after.AMMID !== undefined);
  return { after: change?.after, lpTokensBefore: change?.before?.LPTokenBalance, isPoolChanged };
}

function burnsLpTokens({ after, lpTokensBefore }: AmmChange): boolean {
  if (after === undefined || lpTokensBefore === undefined) return true;
  return compareIssued(after.LPTokenBalance, lpTokensBefore) <= 0 && signOfIssued(after.LPTokenBalance) > 0;
}

function isSameOrNone(one: IssuedAmount | undefined, other: IssuedAmount | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return compareIssued(one, other) === 0;
}

function balancesOf({ Account, Asset, Asset2 }: Readonly<AMM>, { view }: InvariantInput) {
  return poolHolds(view, Account, [Asset, Asset2]);
}

/** The LP tokens equal the square root of the product. */
function isNewPool(amm: Readonly<AMM>, input: InvariantInput): boolean {
  const { LPTokenBalance: lpTokens } = amm;
  const [one, other] = balancesOf(amm, input);
  if (!areBalancesValid([one, other, lpTokens], false)) return false;
  return compareIssued(initialLpTokens(one, other, lpTokens), lpTokens) === 0;
}

/** The square root of the product is at least the LP tokens, within the tolerance for rounding. */
function isPoolSound(amm: Readonly<AMM>, input: InvariantInput, mayBeEmpty: boolean): boolean {
  const { LPTokenBalance: lpTokens } = amm;
  const [one, other] = balancesOf(amm, input);
  if (!areBalancesValid([one, other, lpTokens], mayBeEmpty)) return false;
  const root = numSquareRoot(numMultiply(amountToNum(one), amountToNum(other)));
  const all = amountToNum(lpTokens);
  return numCompare(root, all) >= 0 || (signOfIssued(lpTokens) !== 0 && isWithin(root, all));
}

/** All positive; or all zero, if allowed. */
function areBalancesValid(balances: readonly TradedAmount[], mayBeEmpty: boolean): boolean {
  const signs = balances.map(signOfAmount);
  return signs.every((sign) => sign > 0) || (mayBeEmpty && signs.every((sign) => sign === 0));
}

function isWithin(small: Num, large: Num): boolean {
  return numCompare(numDivide(numSubtract(large, small), large), TOLERANCE) < 0;
}
