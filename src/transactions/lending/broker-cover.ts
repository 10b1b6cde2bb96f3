/**
 * First-loss capital: the cover that a broker has deposited, and the minimum that its debt requires. Sums over several
 * loans have the precision of the vault's total (rippled: LendingHelpers.h).
 */
import { isZeroAmount, roundToScale } from '../../protocol/amounts/amount-math.ts';
import { numOfField, roundToAsset, scaleInAsset } from '../../protocol/amounts/asset-number.ts';
import { NUM_ZERO, type Num, numAdd } from '../../protocol/amounts/number.ts';
import type { RoundingMode } from '../../protocol/amounts/rounding.ts';
import type { LoanBroker, Vault } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Amount, Issue } from '../../protocol/values.ts';
import { partOf } from './lending-rates.ts';

/** The exponent of the last digit of the vault's AssetsTotal (rippled: getAssetsTotalScale). */
export function scaleOfVault({ AssetsTotal, Asset }: Readonly<Vault>, mode: RoundingMode = 'toNearest'): number {
  return scaleInAsset(numOfField(AssetsTotal), Asset, mode);
}

/** The minimum cover for this debt, rounded up (rippled: minimumBrokerCover). */
export function minimumCover(debt: Num, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): Num {
  const required = partOf(debt, broker.CoverRateMinimum ?? 0, 'upward');
  return roundToAsset(vault.Asset, required, scaleOfVault(vault, 'upward'), 'upward');
}

/** The sum, rounded to the vault's precision and at least zero (rippled: adjustImpreciseNumber). */
export function adjustSum(value: Num, change: Num, asset: Issue, scale: number): Num {
  const sum = roundToAsset(asset, numAdd(value, change), scale);
  return sum.mantissa < 0n ? NUM_ZERO : sum;
}

/** The exponent of the last digit of CoverAvailable. */
export function scaleOfCover(broker: Readonly<LoanBroker>, asset: Issue): number {
  return scaleInAsset(numOfField(broker.CoverAvailable), asset);
}

/** tecPRECISION_LOSS if the amount is too small to change the cover (rippled: canApplyToBrokerCover). */
export function canApplyToBrokerCover(broker: Readonly<LoanBroker>, asset: Issue, amount: Amount): Ter {
  return isZeroAmount(roundToScale(amount, scaleOfCover(broker, asset))) ? 'tecPRECISION_LOSS' : 'tesSUCCESS';
}
