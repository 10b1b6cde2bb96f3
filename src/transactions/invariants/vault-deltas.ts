/**
 * Changes of balances for the vault invariants, from the holder's side and with the exponent of the balances, which
 * limits their precision (rippled: ValidVault).
 */
import { amountToNum } from '../../protocol/amounts/amount-math.ts';
import { scaleOfAmount } from '../../protocol/amounts/asset-number.ts';
import { NUM_ZERO, type Num, numAdd, numNegate, numOf, numSubtract } from '../../protocol/amounts/number.ts';
import type { EntryName, LedgerEntries } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Amount, Hash256, Issue } from '../../protocol/values.ts';
import { isMptAsset, isTokenAsset } from '../assets/asset-kind.ts';
import type { InvariantInput } from './invariant.ts';

/** A change of a balance. */
export interface Delta {
  readonly delta: Num;
  /** The larger exponent of the balances before and after; zero for integral assets. */
  readonly scale: number;
}

/** The change of the account's balance of the asset; undefined if the entry did not change. */
export function assetDelta({ changesOf }: InvariantInput, account: AccountId, asset: Issue): Delta | undefined {
  if (isMptAsset(asset)) return holdingDelta(changesOf, account, asset.mptIssuanceId);
  if (!isTokenAsset(asset)) {
    return deltaOf(changesOf, 'AccountRoot', accountKeylet(account).key, ({ Balance }) => Balance);
  }
  const { key } = lineKeylet(account, asset.issuer, asset.currency);
  const found = deltaOf(changesOf, 'RippleState', key, ({ Balance }) => Balance);
  if (found === undefined || account < asset.issuer) return found;
  return { ...found, delta: numNegate(found.delta) };
}

/** The same for the sender, without the fee; undefined also if only the fee changed it. */
export function senderAssetDelta(input: InvariantInput, asset: Issue): Delta | undefined {
  const found = assetDelta(input, input.transaction.fields.Account, asset);
  if (found === undefined || isMptAsset(asset) || isTokenAsset(asset)) return found;
  const delta = numAdd(found.delta, numOf(input.feeDrops));
  return delta.mantissa === 0n ? undefined : { ...found, delta };
}

/** The change of the account's shares. */
export function shareDelta({ changesOf }: InvariantInput, account: AccountId, shareId: string): Delta | undefined {
  return holdingDelta(changesOf, account, shareId);
}

/** The decrease of the outstanding shares, which were returned to the vault. */
export function returnedShares({ changesOf }: InvariantInput, shareId: string): Delta | undefined {
  const { key } = mptIssuanceKeylet(shareId);
  const grown = deltaOf(changesOf, 'MPTokenIssuance', key, ({ OutstandingAmount }) => OutstandingAmount);
  return grown && { ...grown, delta: numNegate(grown.delta) };
}

function holdingDelta(changesOf: InvariantInput['changesOf'], account: AccountId, id: string): Delta | undefined {
  return deltaOf(changesOf, 'MPToken', mptokenKeylet(id, account).key, ({ MPTAmount = 0n }) => MPTAmount);
}

function deltaOf<Name extends EntryName>(
  changesOf: InvariantInput['changesOf'],
  type: Name,
  key: Hash256,
  balanceOf: (entry: Readonly<LedgerEntries[Name]>) => Amount,
): Delta | undefined {
  const change = changesOf(type).find(({ after }) => after.index === key);
  if (change === undefined) return undefined;
  const { before, after, isErased } = change;
  const balances = [before, isErased ? undefined : after].map((entry) => entry && balanceOf(entry));
  const [start, end] = balances.map((balance) => (balance === undefined ? NUM_ZERO : amountToNum(balance)));
  const scales = balances.filter((balance) => balance !== undefined).map(scaleOfAmount);
  return { delta: numSubtract(end!, start!), scale: Math.max(...scales) };
}
