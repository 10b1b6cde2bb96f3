/** What the issuance of a multi-purpose token lays down, and making one (rippled: MPTokenHelpers.cpp). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { MAX_MPT_VALUE } from '../../protocol/amounts/amount-math.ts';
import { PARITY_RATE, transferFeeAsRate } from '../../protocol/amounts/rate.ts';
import type { MPTokenIssuance } from '../../protocol/entries/entries.ts';
import { mptIssuanceId, mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { UNIVERSAL_FLAG_MASK } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import { insertOwnedEntry } from '../accounts/owned-entries.ts';

/** The largest transfer fee, in hundred-thousandths: a half. */
export const MAX_TRANSFER_FEE = 50_000;

/** The most units that may be outstanding. */
export function maximumAmount({ MaximumAmount }: Readonly<MPTokenIssuance>): bigint {
  return MaximumAmount ?? MAX_MPT_VALUE;
}

/** How many units the issuer may still bring into circulation. */
export function availableAmount(issuance: Readonly<MPTokenIssuance>): bigint {
  return maximumAmount(issuance) - issuance.OutstandingAmount;
}

/** What moving the token between holders costs the sender, in billionths. */
export function mptTransferRate(view: ReadView, issuanceId: Hex): number {
  return PARITY_RATE + transferFeeAsRate(view.read(mptIssuanceKeylet(issuanceId))?.TransferFee ?? 0);
}

/** The terms of a new token. */
export interface NewIssuance {
  /** The sequence number (or ticket) that goes into the token's id. */
  readonly sequence: number;
  readonly flags: number;
  readonly maximumAmount?: bigint | undefined;
  readonly assetScale?: number | undefined;
  /** In hundred-thousandths. */
  readonly transferFee?: number | undefined;
  readonly metadata?: Hex | undefined;
  readonly domainId?: Hash256 | undefined;
  /** What a vault holds of its asset, in the issuance of the vault's shares: the key of a trust line or MPToken. */
  readonly referenceHolding?: Hash256 | undefined;
}

/**
 * Makes an issuance, with the id `mptIssuanceId(sequence, issuer)`. Nothing here checks whether the issuer can afford the
 * reserve (rippled: MPTokenIssuanceCreate.cpp, create).
 */
export function createMptIssuance(sandbox: Sandbox, issuer: AccountId, terms: NewIssuance): Ter {
  const issuance = newEntry(mptIssuanceKeylet(mptIssuanceId(terms.sequence, issuer)));
  issuance.Flags = terms.flags & UNIVERSAL_FLAG_MASK;
  issuance.Issuer = issuer;
  issuance.Sequence = terms.sequence;
  setTerms(issuance, terms);
  if (terms.referenceHolding !== undefined) {
    const type = sandbox.readAny(terms.referenceHolding)?.LedgerEntryType;
    if (type !== 'MPToken' && type !== 'RippleState') return 'tecINTERNAL';
    issuance.ReferenceHolding = terms.referenceHolding;
  }
  return insertOwnedEntry(sandbox, issuance);
}

/** Fields that have a default are absent while they have it. */
function setTerms(issuance: MPTokenIssuance, terms: NewIssuance): void {
  if (terms.maximumAmount !== undefined) issuance.MaximumAmount = terms.maximumAmount;
  if (terms.assetScale) issuance.AssetScale = terms.assetScale;
  if (terms.transferFee) issuance.TransferFee = terms.transferFee;
  if (terms.metadata !== undefined) issuance.MPTokenMetadata = terms.metadata;
  if (terms.domainId !== undefined) issuance.DomainID = terms.domainId;
}
