/**
 * The value of vault shares. Deposits are valued at the vault's total, withdrawals at the total less unrealized losses
 * (rippled: VaultHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { AmountOverflowError } from '../../protocol/amounts/amount-errors.ts';
import { amountFromNum, amountOf, amountToNum } from '../../protocol/amounts/amount-math.ts';
import { numOfField } from '../../protocol/amounts/asset-number.ts';
import { type Num, numDivide, numMultiply, numOf, numSubtract, numTruncate } from '../../protocol/amounts/number.ts';
import type { MPTokenIssuance, Vault } from '../../protocol/entries/entries.ts';
import { mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Amount, type Issue, isIssued, isNative, type MptAmount } from '../../protocol/values.ts';
import { removeEmptyHolding } from '../assets/asset-holding.ts';
import { amountHeld } from '../mpt/mptoken.ts';

type Issuance = Readonly<MPTokenIssuance>;

/** Whether unrealized losses are ignored, as for the holder of all shares. */
export interface WithdrawalTerms {
  readonly waivesUnrealizedLoss: boolean;
}

/** A vault's share as an asset. */
export function shareAsset(vault: Readonly<Vault>): { readonly mptIssuanceId: string } {
  return { mptIssuanceId: vault.ShareMPTID };
}

/** The issuance of a vault's shares. */
export function shareIssuance(view: ReadView, vault: Readonly<Vault>): Issuance | undefined {
  return view.read(mptIssuanceKeylet(vault.ShareMPTID));
}

/**
 * The shares for a deposit, rounded down. For an empty vault, its scale decides.
 * @throws AmountOverflowError if there are too many
 */
export function sharesForDeposit(vault: Readonly<Vault>, issuance: Issuance, assets: Amount): MptAmount {
  const total = numOfField(vault.AssetsTotal);
  if (total.mantissa === 0n) {
    const { mantissa, exponent } = partsOf(assets);
    return toShares(vault, numTruncate(numOf(mantissa, exponent + (vault.Scale ?? 0))));
  }
  const product = numMultiply(numOf(issuance.OutstandingAmount), amountToNum(assets));
  return toShares(vault, numTruncate(numDivide(product, total)));
}

/**
 * The cost of new shares.
 * @throws AmountOverflowError if it is too large
 */
export function assetsForDeposit(vault: Readonly<Vault>, issuance: Issuance, shares: MptAmount): Amount {
  const total = numOfField(vault.AssetsTotal);
  if (total.mantissa === 0n) return amountOf(vault.Asset, shares.value, -(vault.Scale ?? 0));
  return proportion(vault.Asset, total, shares, issuance);
}

/**
 * The shares to redeem for these assets, rounded to the nearest unless `truncates`.
 * @throws AmountOverflowError if there are too many
 */
export function sharesForWithdrawal(
  vault: Readonly<Vault>,
  issuance: Issuance,
  assets: Amount,
  { waivesUnrealizedLoss = false, truncates = false } = {},
): MptAmount {
  const total = withdrawableTotal(vault, { waivesUnrealizedLoss });
  if (total.mantissa === 0n) return { ...shareAsset(vault), value: 0n };
  const shares = numDivide(numMultiply(numOf(issuance.OutstandingAmount), amountToNum(assets)), total);
  return toShares(vault, truncates ? numTruncate(shares) : shares);
}

/**
 * The assets for redeemed shares.
 * @throws AmountOverflowError if they are too many
 */
export function assetsForWithdrawal(
  vault: Readonly<Vault>,
  issuance: Issuance,
  shares: MptAmount,
  terms: WithdrawalTerms = { waivesUnrealizedLoss: false },
): Amount {
  const total = withdrawableTotal(vault, terms);
  if (total.mantissa === 0n) return amountFromNum(vault.Asset, total);
  return proportion(vault.Asset, total, shares, issuance);
}

/** True if the account holds all outstanding shares. */
export function isSoleShareholder(view: ReadView, account: AccountId, vault: Readonly<Vault>): boolean {
  const outstanding = shareIssuance(view, vault)?.OutstandingAmount ?? 0n;
  if (outstanding === 0n) return false;
  const token = view.read(mptokenKeylet(vault.ShareMPTID, account));
  return token !== undefined && amountHeld(token) === outstanding;
}

/** Removes the holding of an account without shares. The owner keeps its holding. */
export function closeShareHolding(sandbox: Sandbox, vault: Readonly<Vault>, holder: AccountId): Ter {
  if (holder === vault.Owner) return 'tesSUCCESS';
  const removed = removeEmptyHolding(sandbox, holder, shareAsset(vault));
  return removed === 'tecHAS_OBLIGATIONS' ? 'tesSUCCESS' : removed;
}

/** Runs a calculation with shares; an overflow becomes tecPATH_DRY. */
export function overflowToPathDry<Result>(calculate: () => Result): Result | 'tecPATH_DRY' {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof AmountOverflowError) return 'tecPATH_DRY';
    throw error;
  }
}

function withdrawableTotal(vault: Readonly<Vault>, { waivesUnrealizedLoss }: WithdrawalTerms): Num {
  const total = numOfField(vault.AssetsTotal);
  return waivesUnrealizedLoss ? total : numSubtract(total, numOfField(vault.LossUnrealized));
}

/** The part of the total that the shares represent. */
function proportion(asset: Issue, total: Num, shares: MptAmount, issuance: Issuance): Amount {
  return amountFromNum(asset, numDivide(numMultiply(total, numOf(shares.value)), numOf(issuance.OutstandingAmount)));
}

function toShares(vault: Readonly<Vault>, count: Num): MptAmount {
  return amountFromNum(shareAsset(vault), count) as MptAmount;
}

function partsOf(amount: Amount): Num {
  if (isIssued(amount)) return amount;
  return { mantissa: isNative(amount) ? amount : amount.value, exponent: 0 };
}
