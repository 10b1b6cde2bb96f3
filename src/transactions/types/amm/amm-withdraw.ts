/** AMMWithdraw: takes assets out of an AMM's pool for LP tokens (rippled: AMMWithdraw.cpp). */
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import { assetOf, compareAmounts, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { compareIssued, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import type { AMM } from '../../../protocol/entries/entries.ts';
import { ammKeylet } from '../../../protocol/entries/keylets.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { isSameIssue, type TradedAmount } from '../../../protocol/values.ts';
import { includesMpt } from '../../amm/asset-pair.ts';
import { verifyAndAdjustLpTokenBalance } from '../../amm/liquidity-provider.ts';
import { lpTokensHeld, type Pool, poolOf, tradingFee } from '../../amm/pool.ts';
import { withdraw } from '../../amm/withdrawal.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkFrozen, checkIndividualFrozen } from '../../assets/asset-freeze.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { assetOfGiven } from './amm-modes.ts';
import { planWithdrawal, tokensToWithdraw } from './amm-withdraw-modes.ts';
import { type AmmWithdraw, preflightWithdraw } from './amm-withdraw-preflight.ts';

const Tf = TransactionFlags.AMMWithdraw;

export const ammWithdraw = defineTransaction({
  name: 'AMMWithdraw',

  isDisabled({ Asset, Asset2, Amount, Amount2 }) {
    return includesMpt([Asset, Asset2], [Amount, Amount2]);
  },

  preflight({ tx }) {
    return preflightWithdraw(tx);
  },

  preclaim(context) {
    const { view, tx } = context;
    const amm = view.read(ammKeylet(tx.Asset, tx.Asset2));
    if (amm === undefined) return 'terNO_AMM';
    const pool = poolOf(view, amm, assetOfGiven(tx.Amount));
    if (pool === undefined) return 'tecAMM_INVALID_TOKENS';
    if (signOfIssued(pool.lpTokens) === 0) return 'tecAMM_EMPTY';
    if ([pool.balance, pool.balance2, pool.lpTokens].some((amount) => signOfAmount(amount) <= 0)) return 'tecINTERNAL';
    const wanted = checkAmounts(context, amm, pool);
    if (wanted !== 'tesSUCCESS') return wanted;
    const tokens = checkTokens(context, amm);
    if (tokens !== 'tesSUCCESS' || !(hasFlag(tx, Tf.tfLPToken) || hasFlag(tx, Tf.tfWithdrawAll))) return tokens;
    const first = checkAmount(context, amm, pool.balance, pool.balance);
    return first === 'tesSUCCESS' ? checkAmount(context, amm, pool.balance2, pool.balance2) : first;
  },

  apply(context) {
    return catchAmountError('tefEXCEPTION', () => applyWithdrawal(context));
  },
});

function checkAmounts(context: PreclaimContext<AmmWithdraw>, amm: Readonly<AMM>, pool: Pool): Ter {
  const { Amount: amount, Amount2: amount2 } = context.tx;
  const first = checkAmount(context, amm, amount as TradedAmount | undefined, pool.balance);
  return first === 'tesSUCCESS' ? checkAmount(context, amm, amount2 as TradedAmount | undefined, pool.balance2) : first;
}

/** Checks that the pool has the amount, and that the sender may receive it. */
function checkAmount(
  { view, tx }: PreclaimContext<AmmWithdraw>,
  amm: Readonly<AMM>,
  amount: TradedAmount | undefined,
  balance: TradedAmount,
): Ter {
  if (amount === undefined) return 'tesSUCCESS';
  if (compareAmounts(amount, balance) > 0) return 'tecAMM_BALANCE';
  const asset = assetOf(amount);
  const permitted = requireAuth(view, tx.Account, asset, 'weak');
  if (permitted !== 'tesSUCCESS') return permitted;
  const frozen = checkFrozen(view, amm.Account, asset);
  return frozen === 'tesSUCCESS' ? checkIndividualFrozen(view, tx.Account, asset) : frozen;
}

/** Checks that the sender has the LP tokens, and that LPTokenIn and EPrice are in LP tokens. */
function checkTokens({ view, tx }: PreclaimContext<AmmWithdraw>, amm: Readonly<AMM>): Ter {
  const held = lpTokensHeld(view, amm, tx.Account);
  const lpToken = assetOf(held);
  if (signOfIssued(held) <= 0) return 'tecAMM_BALANCE';
  const tokens = tokensToWithdraw(tx, held);
  if (tokens !== undefined && !isSameIssue(assetOf(tokens), lpToken)) return 'temBAD_AMM_TOKENS';
  if (tokens !== undefined && compareIssued(tokens, held) > 0) return 'tecAMM_INVALID_TOKENS';
  const isOtherPrice = tx.EPrice !== undefined && !isSameIssue(assetOf(tx.EPrice), lpToken);
  return isOtherPrice ? 'temBAD_AMM_TOKENS' : 'tesSUCCESS';
}

function applyWithdrawal({ sandbox, tx, fees, balanceBeforeFeeDrops }: ApplyContext<AmmWithdraw>): Ter {
  const amm = sandbox.peek(ammKeylet(tx.Asset, tx.Asset2));
  if (amm === undefined) return 'tecINTERNAL';
  const held = lpTokensHeld(sandbox, amm, tx.Account);
  const adjusted = verifyAndAdjustLpTokenBalance(sandbox, amm, tx.Account, held);
  if (adjusted !== 'tesSUCCESS') return adjusted;
  const pool = poolOf(sandbox, amm, assetOfGiven(tx.Amount), { zeroIfFrozen: true });
  if (pool === undefined) return 'tecAMM_INVALID_TOKENS';
  const plan = planWithdrawal(tx, pool, held, tradingFee(sandbox, amm, tx.Account));
  if (typeof plan === 'string') return plan;
  return withdraw(sandbox, amm, pool, plan, { fees, account: tx.Account, balanceBeforeFeeDrops, zeroIfFrozen: true });
}
