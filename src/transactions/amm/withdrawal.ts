/**
 * Withdrawals from a pool, for `AMMWithdraw` and `AMMClawback` (rippled: AMMWithdraw.cpp, withdraw,
 * equalWithdrawTokens, deleteAMMAccountIfEmpty).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { catchAmountError } from '../../protocol/amounts/amount-errors.ts';
import {
  accountReserve,
  amountToNum,
  assetOf,
  compareAmounts,
  type Fees,
  isZeroAmount,
  NO_ISSUE,
} from '../../protocol/amounts/amount-math.ts';
import { divide } from '../../protocol/amounts/amount-product.ts';
import { compareIssued, signOfIssued, subtractIssued } from '../../protocol/amounts/issued-amount.ts';
import type { AMM } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type IssuedAmount, isNative, type TradedAmount } from '../../protocol/values.ts';
import { accountSend, directSend } from '../trust-lines/token-transfer.ts';
import { deleteAmm } from './delete-amm.ts';
import { lpTokensHeld, type Pool, poolOf } from './pool.ts';
import { adjustLpTokens, roundedAsset } from './pool-math.ts';

/** The amounts that leave the pool, and the LP tokens redeemed for them. */
export interface Withdrawal {
  readonly amount: TradedAmount;
  /** Absent for a withdrawal of one asset. */
  readonly amount2?: TradedAmount;
  readonly lpTokens: IssuedAmount;
}

export interface WithdrawalTerms {
  readonly fees: Fees;
  /** The account that redeems LP tokens and receives the assets. */
  readonly account: AccountId;
  /** The sender's balance before the fee, in drops. */
  readonly balanceBeforeFeeDrops: bigint;
  /** Whether frozen assets of the pool count as zero. */
  readonly zeroIfFrozen: boolean;
}

/**
 * Withdraws both assets in proportion. LP tokens are not adjusted if they are the account's whole balance (`isAll`).
 */
export function equalWithdrawal(
  pool: Pool,
  tokens: IssuedAmount,
  { isAll }: { readonly isAll: boolean },
): Withdrawal | Ter {
  if (compareIssued(tokens, pool.lpTokens) === 0) {
    return { amount: pool.balance, amount2: pool.balance2, lpTokens: tokens };
  }
  const lpTokens = isAll ? tokens : adjustLpTokens(pool.lpTokens, tokens, 'withdraw');
  if (signOfIssued(lpTokens) === 0) return 'tecAMM_INVALID_TOKENS';
  return catchAmountError('tecINTERNAL', () => {
    const fraction = amountToNum(divide(lpTokens, pool.lpTokens, NO_ISSUE));
    const amount = roundedAsset(pool.balance, fraction, 'withdraw');
    const amount2 = roundedAsset(pool.balance2, fraction, 'withdraw');
    // So few LP tokens that one of the amounts rounds to zero.
    if (isZeroAmount(amount) || isZeroAmount(amount2)) return 'tecAMM_FAILED';
    return { amount, amount2, lpTokens };
  });
}

/** Pays the assets out, redeems the LP tokens, and removes an AMM that becomes empty. */
export function withdraw(sandbox: Sandbox, amm: AMM, pool: Pool, withdrawal: Withdrawal, terms: WithdrawalTerms): Ter {
  const possible = checkWithdrawal(sandbox, amm, pool, withdrawal, terms);
  if (possible !== 'tesSUCCESS') return possible;
  const { amount, amount2, lpTokens } = withdrawal;
  for (const leaving of amount2 === undefined ? [amount] : [amount, amount2]) {
    const sent = payOut(sandbox, amm.Account, leaving, terms);
    if (sent !== 'tesSUCCESS') return sent;
  }
  const redeemed = directSend(sandbox, terms.account, amm.Account, lpTokens);
  if (redeemed !== 'tesSUCCESS') return redeemed;
  return settle(sandbox, amm, subtractIssued(pool.lpTokens, lpTokens));
}

/** An empty AMM with too many trust lines for one transaction remains until it is deleted with `AMMDelete`. */
function settle(sandbox: Sandbox, amm: AMM, lpTokens: IssuedAmount): Ter {
  if (signOfIssued(lpTokens) === 0) {
    const deleted = deleteAmm(sandbox, amm);
    if (deleted !== 'tecINCOMPLETE') return deleted;
  }
  amm.LPTokenBalance = lpTokens;
  sandbox.update(amm);
  return 'tesSUCCESS';
}

function checkWithdrawal(
  sandbox: Sandbox,
  amm: AMM,
  { lpTokens: allLpTokens }: Pool,
  { amount, amount2, lpTokens }: Withdrawal,
  { account, zeroIfFrozen }: WithdrawalTerms,
): Ter {
  const held = lpTokensHeld(sandbox, amm, account);
  const current = poolOf(sandbox, amm, assetOf(amount), { zeroIfFrozen });
  if (current === undefined) return 'tecAMM_INVALID_TOKENS';
  if (signOfIssued(lpTokens) <= 0 || compareIssued(lpTokens, held) > 0) return 'tecAMM_INVALID_TOKENS';
  if (compareIssued(lpTokens, allLpTokens) > 0) return 'tecINTERNAL';
  const order = compareAmounts(amount, current.balance);
  const order2 = amount2 === undefined ? -1 : compareAmounts(amount2, current.balance2);
  // One side of the pool cannot be emptied alone, and redeeming all LP tokens empties both.
  if ((order === 0) !== (order2 === 0)) return 'tecAMM_BALANCE';
  if (compareIssued(lpTokens, allLpTokens) === 0 && (order !== 0 || order2 !== 0)) return 'tecAMM_BALANCE';
  return order > 0 || order2 > 0 ? 'tecAMM_BALANCE' : 'tesSUCCESS';
}

function payOut(sandbox: Sandbox, ammAccount: AccountId, amount: TradedAmount, terms: WithdrawalTerms): Ter {
  const affordable = checkReserve(sandbox, amount, terms);
  if (affordable !== 'tesSUCCESS') return affordable;
  return accountSend(sandbox, ammAccount, terms.account, amount, { waivesFee: true });
}

/** Checks the reserve for a new trust line. As with `TrustSet`, the first two owned entries need none. */
function checkReserve(
  sandbox: Sandbox,
  amount: TradedAmount,
  { fees, account, balanceBeforeFeeDrops }: WithdrawalTerms,
): Ter {
  if (isNative(amount) || sandbox.read(lineKeylet(account, amount.issuer, amount.currency)) !== undefined) {
    return 'tesSUCCESS';
  }
  const root = sandbox.read(accountKeylet(account));
  if (root === undefined) return 'tecINTERNAL';
  const reserveDrops = root.OwnerCount < 2 ? 0n : accountReserve(fees, root.OwnerCount + 1);
  const drops = balanceBeforeFeeDrops > root.Balance ? balanceBeforeFeeDrops : root.Balance;
  return drops < reserveDrops ? 'tecINSUFFICIENT_RESERVE' : 'tesSUCCESS';
}
