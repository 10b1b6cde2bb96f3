/**
 * Invariants of vault deposits, withdrawals and clawbacks: the vault's books, its balance and the other account's
 * balance change by the same amount, up to the asset's precision, and the shares accordingly (rippled: ValidVault).
 */
import { amountToNum } from '../../protocol/amounts/amount-math.ts';
import { numOfField, roundToAsset, scaleInAsset } from '../../protocol/amounts/asset-number.ts';
import { type Num, numCompare, numNegate, numSubtract } from '../../protocol/amounts/number.ts';
import type { MPTokenIssuance, Vault } from '../../protocol/entries/entries.ts';
import type { AccountId, Amount } from '../../protocol/values.ts';
import { assetIssuer, isTokenAsset } from '../assets/asset-kind.ts';
import type { InvariantInput } from './invariant.ts';
import { assetDelta, type Delta, returnedShares, senderAssetDelta, shareDelta } from './vault-deltas.ts';

/** A vault that a transaction changed. */
export interface ChangedVault {
  readonly input: InvariantInput;
  readonly before: Readonly<Vault>;
  readonly after: Readonly<Vault>;
  /** The share issuance before the transaction, if it changed. */
  readonly sharesBefore: Readonly<MPTokenIssuance> | undefined;
}

/**
 * A deposit moves at most its amount, within the vault's limit, from the depositor to the vault, and shares in return.
 */
export function isValidDeposit(changed: ChangedVault): boolean {
  const { input, after } = changed;
  const { Asset: asset } = after;
  const received = assetDelta(input, after.Account, asset);
  if (received === undefined) return false;
  const scale = scaleAfter(after);
  const added = roundToAsset(asset, received.delta, scale);
  const { Account: sender, Amount: amount } = input.transaction.fields;
  if (numCompare(added, roundToAsset(asset, amountToNum(amount as Amount), scale)) > 0 || added.mantissa <= 0n)
    return false;
  if (sender !== assetIssuer(asset) && !isPaidBySender(changed, added, scale)) return false;
  return isWithinLimit(after) && areSharesMoved(changed, sender, 1) && areBooksChanged(changed, added, scale);
}

function isPaidBySender({ input, after: { Asset: asset } }: ChangedVault, added: Num, scale: number): boolean {
  const paid = senderAssetDelta(input, asset);
  if (paid === undefined) return false;
  const coarser = Math.max(scale, paid.scale);
  const spent = roundToAsset(asset, paid.delta, coarser);
  return spent.mantissa < 0n && isOpposite(spent, roundToAsset(asset, added, coarser));
}

/** A withdrawal takes shares from the sender, and pays assets out to one account. */
export function isValidWithdrawal(changed: ChangedVault): boolean {
  const { input, after } = changed;
  const { Asset: asset } = after;
  const paid = assetDelta(input, after.Account, asset);
  if (paid === undefined) return false;
  const scale = scaleAfter(after);
  const removed = roundToAsset(asset, paid.delta, scale);
  if (removed.mantissa >= 0n) return false;
  const { Account: sender, Destination: destination = sender } = input.transaction.fields as Parties;
  if (destination !== assetIssuer(asset) && !isReceived(changed, paid, removed, scale)) return false;
  return areSharesMoved(changed, sender, -1) && areBooksChanged(changed, removed, scale);
}

interface Parties {
  readonly Account: AccountId;
  readonly Destination?: AccountId;
}

/**
 * Either the sender or the destination receives it; a trust line with a large balance may be too coarse to show all of
 * it.
 */
function isReceived({ input, after }: ChangedVault, paid: Delta, removed: Num, scale: number): boolean {
  const { Asset: asset } = after;
  const { Account: sender, Destination: destination } = input.transaction.fields as Parties;
  const own = senderAssetDelta(input, asset);
  const others =
    destination === undefined || destination === sender ? undefined : assetDelta(input, destination, asset);
  if ((own === undefined) === (others === undefined)) return false;
  const received = own ?? others!;
  const coarser = Math.max(scale, received.scale);
  const gained = roundToAsset(asset, received.delta, coarser);
  if (gained.mantissa < 0n || (gained.mantissa === 0n && !isTokenAsset(asset))) return false;
  if (isOpposite(gained, roundToAsset(asset, removed, coarser))) return true;
  if (!isTokenAsset(asset)) return false;
  const lost = numSubtract(numNegate(paid.delta), received.delta);
  return roundToAsset(asset, lost, received.scale, 'downward').mantissa === 0n;
}

/** A clawback takes assets from a holder for the issuer, or burns worthless shares. */
export function isValidClawback(changed: ChangedVault): boolean {
  const { input, before, after, sharesBefore } = changed;
  const { Account: sender, Holder } = input.transaction.fields;
  const holder = Holder as AccountId;
  const isEmpty = before.AssetsAvailable === undefined && before.AssetsTotal === undefined;
  const mayBurn = isEmpty && (sharesBefore?.OutstandingAmount ?? 0n) > 0n && before.Owner === sender;
  if (assetIssuer(after.Asset) !== sender && !mayBurn) return false;
  const paid = assetDelta(input, after.Account, after.Asset);
  if (paid === undefined) return isEmpty && areSharesMoved(changed, holder, -1);
  const scale = scaleAfter(after);
  const removed = roundToAsset(after.Asset, paid.delta, scale);
  return removed.mantissa < 0n && areBooksChanged(changed, removed, scale) && areSharesMoved(changed, holder, -1);
}

/** AssetsTotal and AssetsAvailable changed by the same as the vault's balance. */
function areBooksChanged({ before, after }: ChangedVault, expected: Num, scale: number): boolean {
  return (['AssetsTotal', 'AssetsAvailable'] as const).every((name) => {
    const change = numSubtract(numOfField(after[name]), numOfField(before[name]));
    return numCompare(roundToAsset(after.Asset, change, scale), expected) === 0;
  });
}

/** The holder's shares increased (1) or decreased (-1), and the outstanding shares by the same. */
function areSharesMoved({ input, after }: ChangedVault, holder: AccountId, direction: 1 | -1): boolean {
  const held = shareDelta(input, holder, after.ShareMPTID);
  const returned = returnedShares(input, after.ShareMPTID);
  if (held === undefined || returned === undefined || held.delta.mantissa === 0n) return false;
  return held.delta.mantissa > 0n === direction > 0 && isOpposite(held.delta, returned.delta);
}

/** True if the total is within AssetsMaximum. */
export function isWithinLimit({ AssetsMaximum, AssetsTotal }: Readonly<Vault>): boolean {
  return AssetsMaximum === undefined || numCompare(numOfField(AssetsTotal), numOfField(AssetsMaximum)) <= 0;
}

function scaleAfter({ AssetsTotal, Asset }: Readonly<Vault>): number {
  return scaleInAsset(numOfField(AssetsTotal), Asset);
}

function isOpposite(one: Num, other: Num): boolean {
  return numCompare(one, numNegate(other)) === 0;
}
