/** Checks of an AMM's two assets and of amounts of them (rippled: AMMCore.cpp). */
import { assetOf, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import type { NotTec } from '../../protocol/tables/ter.ts';
import {
  type Amount,
  BAD_CURRENCY,
  type Issue,
  isSameIssue,
  issuerOfMpt,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import { isMptAsset } from '../assets/asset-kind.ts';

export type AssetPair = readonly [Issue, Issue];

/** The highest trading fee of an AMM, in hundred-thousandths. */
export const MAX_TRADING_FEE = 1000;

/** True if a field contains an MPT, which AMMs do not support yet. */
export function includesMpt(assets: readonly (Issue | undefined)[], amounts: readonly (Amount | undefined)[]): boolean {
  const all = [...assets, ...amounts.map((amount) => (amount === undefined ? undefined : assetOf(amount)))];
  return all.some((asset) => asset !== undefined && isMptAsset(asset));
}

/** Checks that the assets differ and are valid (invalidAMMAssetPair). */
export function checkAssetPair([one, other]: AssetPair): NotTec {
  if (isSameIssue(one, other)) return 'temBAD_AMM_TOKENS';
  const first = checkAsset(one);
  return first === 'tesSUCCESS' ? checkAsset(other) : first;
}

interface AmountTerms {
  /** The amount must be of one of these assets. */
  readonly pair?: AssetPair;
  readonly allowsZero?: boolean;
}

/** Checks the amounts that are present, in order. */
export function checkGivenAmounts(amounts: readonly (readonly [Amount | undefined, AmountTerms])[]): NotTec {
  for (const [amount, terms] of amounts) {
    const checked = amount === undefined ? 'tesSUCCESS' : checkAmmAmount(amount, terms);
    if (checked !== 'tesSUCCESS') return checked;
  }
  return 'tesSUCCESS';
}

/**
 * Checks that the amount is positive (or zero, if allowed), and of one of the pair's assets, if given
 * (invalidAMMAmount).
 */
function checkAmmAmount(amount: Amount, { pair, allowsZero = false }: AmountTerms): NotTec {
  const checked = checkAsset(assetOf(amount), pair);
  if (checked !== 'tesSUCCESS') return checked;
  const sign = signOfAmount(amount);
  return sign < 0 || (sign === 0 && !allowsZero) ? 'temBAD_AMOUNT' : 'tesSUCCESS';
}

/** XRP has no issuer on the wire, so a wrong issuer is impossible (invalidAMMAsset). */
function checkAsset(asset: Issue, pair?: AssetPair): NotTec {
  if (isMptAsset(asset) && issuerOfMpt(asset.mptIssuanceId) === ZERO_ACCOUNT) return 'temBAD_MPT';
  if ('currency' in asset && asset.currency === BAD_CURRENCY) return 'temBAD_CURRENCY';
  return pair === undefined || pair.some((one) => isSameIssue(one, asset)) ? 'tesSUCCESS' : 'temBAD_AMM_TOKENS';
}
