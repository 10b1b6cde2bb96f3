/**
 * An AMM's pool: what its account holds of the two assets, its LP tokens and its fee (rippled: AMMHelpers.cpp,
 * ammPoolHolds, ammHolds, ammLPHolds, getTradingFee; AMMCore.cpp, ammLPTCurrency).
 */
import { sha512HalfHex } from '../../crypto/hash.ts';
import { NO_FEES } from '../../ledger/chain-entries.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { ISSUED_ZERO } from '../../protocol/amounts/issued-amount.ts';
import type { AMM, TokenIssue } from '../../protocol/entries/entries.ts';
import { sortedAssets } from '../../protocol/entries/keylets.ts';
import {
  type AccountId,
  type Currency,
  type Issue,
  type IssuedAmount,
  isSameIssue,
  type TradedAmount,
} from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import { accountHolds, type HoldingTerms } from '../assets/asset-funds.ts';
import { accountHolds as tokensHeld } from '../trust-lines/account-funds.ts';
import { isFrozen } from '../trust-lines/trust-line-freeze.ts';
import type { AssetPair } from './asset-pair.ts';
import { auctionSlotOf, mayTradeAtDiscount } from './auction-slot.ts';

/** The first byte of an LP token's currency code. */
const LP_TOKEN_PREFIX = '03';

/** An AMM account needs no reserve, so fees do not matter. */

type PoolTerms = Pick<HoldingTerms, 'zeroIfFrozen'>;

/** The values that deposits and withdrawals are computed from. */
export interface Pool {
  readonly balance: TradedAmount;
  readonly balance2: TradedAmount;
  /** The outstanding LP tokens. */
  readonly lpTokens: IssuedAmount;
}

/** The LP token of the AMM with that account. */
export function lpTokenIssue([one, other]: AssetPair, ammAccount: AccountId): TokenIssue {
  const names = sortedAssets(one, other).map((asset) =>
    'mptIssuanceId' in asset ? asset.mptIssuanceId : asset.currency,
  );
  const hash = sha512HalfHex(...names.map(hexToBytes));
  return { currency: lpTokenCurrency(hash), issuer: ammAccount };
}

function lpTokenCurrency(hash: string): Currency {
  return LP_TOKEN_PREFIX + hash.slice(0, 38);
}

/** The balances of the AMM account; with `zeroIfFrozen`, frozen assets count as zero. */
export function poolHolds(
  view: ReadView,
  ammAccount: AccountId,
  [one, other]: AssetPair,
  terms: PoolTerms = {},
): readonly [TradedAmount, TradedAmount] {
  const held = (asset: Issue) => accountHolds(view, ammAccount, asset, { ...terms, fees: NO_FEES }) as TradedAmount;
  return [held(one), held(other)];
}

/** The pool with this asset first; in the entry's order if undefined. Undefined if it is not one of the assets. */
export function poolOf(
  view: ReadView,
  amm: Readonly<AMM>,
  first: Issue | undefined,
  terms: PoolTerms = {},
): Pool | undefined {
  const { Asset: one, Asset2: other } = amm;
  if (first !== undefined && !isSameIssue(first, one) && !isSameIssue(first, other)) return undefined;
  const pair = first !== undefined && isSameIssue(first, other) ? ([other, one] as const) : ([one, other] as const);
  const [balance, balance2] = poolHolds(view, amm.Account, pair, terms);
  return { balance, balance2, lpTokens: amm.LPTokenBalance };
}

/** The LP tokens of an account. Freezes of the pool's assets do not matter here, unlike for transfers of LP tokens. */
export function lpTokensHeld(view: ReadView, amm: Readonly<AMM>, account: AccountId): IssuedAmount {
  const { currency, issuer } = amm.LPTokenBalance;
  const token = { currency, issuer };
  return isFrozen(view, account, token) ? { ...ISSUED_ZERO, ...token } : tokensHeld(view, account, token);
}

/**
 * The trading fee of the account, in hundred-thousandths: discounted for the auction slot's holder and the accounts it
 * authorized.
 */
export function tradingFee(view: ReadView, amm: Readonly<AMM>, account: AccountId): number {
  const slot = auctionSlotOf(amm);
  if (slot !== undefined && mayTradeAtDiscount(slot, account, view.parentCloseTimeSeconds))
    return slot.DiscountedFee ?? 0;
  return amm.TradingFee ?? 0;
}
