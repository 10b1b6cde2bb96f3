/** MPT issuances: their terms, and creating one (rippled: MPTokenHelpers.cpp). */
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

/** The largest transfer fee, in hundred-thousandths: 50 %. */
export const MAX_TRANSFER_FEE = 50_000;

/** The longest metadata. */
export const MAX_METADATA_BYTES = 1024;

/** True if the issuer may still change this term: a bit of `MutableFlags` (rippled: lsmfMPT…). */
export function isMutable({ MutableFlags = 0 }: Readonly<MPTokenIssuance>, term: number): boolean {
  return (MutableFlags & term) !== 0;
}

/** The largest outstanding amount allowed. */
export function maximumAmount({ MaximumAmount }: Readonly<MPTokenIssuance>): bigint {
  return MaximumAmount ?? MAX_MPT_VALUE;
}

/** What the issuer may still issue. */
export function availableAmount(issuance: Readonly<MPTokenIssuance>): bigint {
  return maximumAmount(issuance) - issuance.OutstandingAmount;
}

/** The transfer rate between holders, in billionths; 1,000,000,000 is no fee. */
export function mptTransferRate(view: ReadView, issuanceId: Hex): number {
  return PARITY_RATE + transferFeeAsRate(view.read(mptIssuanceKeylet(issuanceId))?.TransferFee ?? 0);
}

/** The terms of a new issuance. */
export interface NewIssuance {
  /** The sequence number or ticket that becomes part of the issuance ID. */
  readonly sequence: number;
  readonly flags: number;
  readonly maximumAmount?: bigint | undefined;
  readonly assetScale?: number | undefined;
  /** In hundred-thousandths. */
  readonly transferFee?: number | undefined;
  readonly metadata?: Hex | undefined;
  readonly domainId?: Hash256 | undefined;
  /** The terms that the issuer may change later. */
  readonly mutableFlags?: number | undefined;
  /** For vault shares: the key of the trust line or MPToken with the vault's asset. */
  readonly referenceHolding?: Hash256 | undefined;
}

/**
 * Creates an issuance with the ID `mptIssuanceId(sequence, issuer)`. Does not check the issuer's reserve (rippled:
 * MPTokenIssuanceCreate.cpp, create).
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

/** Default values are left out. */
function setTerms(issuance: MPTokenIssuance, terms: NewIssuance): void {
  if (terms.maximumAmount !== undefined) issuance.MaximumAmount = terms.maximumAmount;
  if (terms.assetScale) issuance.AssetScale = terms.assetScale;
  if (terms.transferFee) issuance.TransferFee = terms.transferFee;
  if (terms.metadata !== undefined) issuance.MPTokenMetadata = terms.metadata;
  if (terms.domainId !== undefined) issuance.DomainID = terms.domainId;
  if (terms.mutableFlags !== undefined) issuance.MutableFlags = terms.mutableFlags;
}
