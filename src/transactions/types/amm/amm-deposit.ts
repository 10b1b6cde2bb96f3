/**
 * AMMDeposit: adds assets to an AMM's pool for LP tokens. An empty pool needs both assets, as in AMMCreate (rippled:
 * AMMDeposit.cpp).
 */
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import { compareAmounts, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { addIssued, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import type { AMM } from '../../../protocol/entries/entries.ts';
import { ammKeylet } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { Amount, TradedAmount } from '../../../protocol/values.ts';
import { includesMpt } from '../../amm/asset-pair.ts';
import { initializeFeeAuctionVote } from '../../amm/auction-slot.ts';
import { poolOf, tradingFee } from '../../amm/pool.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';
import { accountSend } from '../../trust-lines/token-transfer.ts';
import { type Deposit, planDeposit } from './amm-deposit-modes.ts';
import { checkFunds, preclaimDeposit } from './amm-deposit-preclaim.ts';
import { type AmmDeposit, preflightDeposit } from './amm-deposit-preflight.ts';
import { assetOfGiven } from './amm-modes.ts';

export const ammDeposit = defineTransaction({
  name: 'AMMDeposit',

  isDisabled({ Asset, Asset2, Amount, Amount2 }) {
    return includesMpt([Asset, Asset2], [Amount, Amount2]);
  },

  preflight({ tx }) {
    return preflightDeposit(tx);
  },

  preclaim(context) {
    return preclaimDeposit(context);
  },

  apply(context) {
    return catchAmountError('tefEXCEPTION', () => applyDeposit(context));
  },
});

function applyDeposit(context: ApplyContext<AmmDeposit>): Ter {
  const { sandbox, tx } = context;
  const amm = sandbox.peek(ammKeylet(tx.Asset, tx.Asset2));
  if (amm === undefined) return 'tecINTERNAL';
  const pool = poolOf(sandbox, amm, assetOfGiven(tx.Amount), { zeroIfFrozen: true });
  if (pool === undefined) return 'tecAMM_INVALID_TOKENS';
  const isEmpty = signOfIssued(pool.lpTokens) === 0;
  const fee = isEmpty ? (tx.TradingFee ?? 0) : tradingFee(sandbox, amm, tx.Account);
  const plan = planDeposit(tx, pool, fee);
  if (typeof plan === 'string') return plan;
  const deposited = deposit(context, amm, plan);
  if (deposited !== 'tesSUCCESS') return deposited;
  amm.LPTokenBalance = addIssued(pool.lpTokens, plan.lpTokens);
  if (isEmpty) initializeFeeAuctionVote(sandbox, amm, tx.Account, pool.lpTokens, fee);
  sandbox.update(amm);
  return 'tesSUCCESS';
}

/** Moves the assets into the pool and the LP tokens to the sender. */
function deposit({ sandbox, tx, fees }: ApplyContext<AmmDeposit>, amm: AMM, plan: Deposit): Ter {
  const { amount, amount2, lpTokens, least = {} } = plan;
  if (signOfIssued(lpTokens) <= 0) return 'tecAMM_INVALID_TOKENS';
  const isShort = isLess(amount, least.amount) || isLess(amount2, least.amount2) || isLess(lpTokens, least.lpTokens);
  if (isShort) return 'tecAMM_FAILED';
  for (const part of amount2 === undefined ? [amount] : [amount, amount2]) {
    const funded = checkPart({ sandbox, tx, fees }, amm, part);
    if (funded !== 'tesSUCCESS') return funded;
    const sent = accountSend(sandbox, tx.Account, amm.Account, part, { waivesFee: true });
    if (sent !== 'tesSUCCESS') return sent;
  }
  return accountSend(sandbox, amm.Account, tx.Account, lpTokens);
}

function isLess(amount: Amount | undefined, least: Amount | undefined): boolean {
  return amount !== undefined && least !== undefined && compareAmounts(amount, least) < 0;
}

/** The final amounts are only known now, so funds are checked again. */
function checkPart(
  { sandbox, tx, fees }: Pick<ApplyContext<AmmDeposit>, 'sandbox' | 'tx' | 'fees'>,
  amm: AMM,
  amount: TradedAmount,
): Ter {
  if (signOfAmount(amount) <= 0) return 'temBAD_AMOUNT';
  const funded = checkFunds(sandbox, tx.Account, amount, amm.LPTokenBalance, fees);
  return funded === 'tesSUCCESS' ? 'tesSUCCESS' : 'tecUNFUNDED_AMM';
}
