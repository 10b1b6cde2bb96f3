/**
 * The cost of a payment of multi-purpose tokens. They move directly from the sender to the destination through their
 * issuer only, so no paths are searched. They cannot go through order books yet (MPTokensV2; rippled:
 * MPTEndpointStep.cpp, AccountAssets.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { lesserAmount } from '../../protocol/amounts/amount-math.ts';
import { mulRatioInteger } from '../../protocol/amounts/mul-ratio.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import { mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { type AccountId, type Hex, issuerOfMpt, type MptAmount } from '../../protocol/values.ts';
import { requireAuth } from '../../transactions/assets/asset-auth.ts';
import { isAnyFrozen } from '../../transactions/assets/asset-freeze.ts';
import { canTransfer } from '../../transactions/assets/asset-transferability.ts';
import { availableAmount, maximumAmount, mptTransferRate } from '../../transactions/mpt/mpt-issuance.ts';
import { amountHeld } from '../../transactions/mpt/mptoken.ts';

export interface DirectMptPayment {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly deliver: MptAmount;
  /** Undefined: unlimited. */
  readonly sendMax: bigint | undefined;
  readonly isPartial: boolean;
}

/** Spent and delivered units of the token. */
interface Units {
  readonly spent: bigint;
  readonly delivered: bigint;
}

/**
 * True for a token that the account could send: it holds some, or it is the issuer and may issue more. The reference
 * ignores other tokens.
 */
export function couldSend(view: ReadView, account: AccountId, issuanceId: Hex): boolean {
  const issuance = view.read(mptIssuanceKeylet(issuanceId));
  if (issuance === undefined || availableAmount(issuance) === 0n) return false;
  return account === issuance.Issuer || heldUnits(view, account, issuanceId) > 0n;
}

/** Undefined if the payment is impossible. */
export function priceOfMpt(view: ReadView, payment: DirectMptPayment): Units | undefined {
  const { source, destination, deliver, isPartial } = payment;
  const { mptIssuanceId } = deliver;
  const issuer = issuerOfMpt(mptIssuanceId);
  const holders = [source, destination].filter((account) => account !== issuer);
  if (holders.length === 0 || !mayMove(view, deliver, holders, destination)) return undefined;
  const issuance = view.read(mptIssuanceKeylet(mptIssuanceId))!;
  const sendable = source === issuer ? availableAmount(issuance) : heldUnits(view, source, mptIssuanceId);
  const isBetweenHolders = holders.length === 2;
  const rate = isBetweenHolders ? mptTransferRate(view, mptIssuanceId) : PARITY_RATE;
  const most = lesserAmount(sendable, payment.sendMax ?? sendable);
  const wanted = isBetweenHolders ? lesserAmount(deliver.value, maximumAmount(issuance)) : deliver.value;
  const units = unitsWithin(most, wanted, rate);
  const isEnough = isPartial ? units !== undefined && units.delivered > 0n : units?.delivered === deliver.value;
  return isEnough ? units : undefined;
}

/** Between holders the token must not be locked; payments to and from its issuer are always allowed. */
function mayMove(view: ReadView, asset: MptAmount, holders: readonly AccountId[], destination: AccountId): boolean {
  if (holders.some((holder) => requireAuth(view, holder, asset) !== 'tesSUCCESS')) return false;
  if (holders.length < 2) return true;
  if (isAnyFrozen(view, holders, asset)) return false;
  return holders.every((holder) => canTransfer(view, asset, holder, destination) === 'tesSUCCESS');
}

/** Undefined if an amount exceeds the maximum of units. */
function unitsWithin(most: bigint, wanted: bigint, rate: number): Units | undefined {
  try {
    const cost = mulRatioInteger(wanted, rate, PARITY_RATE, true);
    if (cost <= most) return { spent: cost, delivered: wanted };
    return { spent: most, delivered: mulRatioInteger(most, PARITY_RATE, rate, false) };
  } catch (error) {
    if (error instanceof AmountError) return undefined;
    throw error;
  }
}

function heldUnits(view: ReadView, account: AccountId, issuanceId: Hex): bigint {
  const token = view.read(mptokenKeylet(issuanceId, account));
  return token === undefined ? 0n : amountHeld(token);
}
