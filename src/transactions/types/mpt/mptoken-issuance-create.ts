/**
 * MPTokenIssuanceCreate: creates an MPT issuance with an outstanding amount of zero (rippled:
 * MPTokenIssuanceCreate.cpp).
 */
import { MAX_MPT_VALUE } from '../../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { ENTRY_TYPES } from '../../../protocol/tables/entry-types.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { firstFailure, type NotTec } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { createMptIssuance, MAX_METADATA_BYTES, MAX_TRANSFER_FEE } from '../../mpt/mpt-issuance.ts';
import { defineTransaction } from '../../transaction-type.ts';

type MptIssuanceCreate = TransactionOf<'MPTokenIssuanceCreate'>;

const { tfMPTCanTransfer, tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
/** The bits that `MutableFlags` may have: the terms that can change later. */
const MUTABLE_TERMS = Object.values<number>(ENTRY_TYPES.MPTokenIssuance.mutableFlags).reduce((all, bit) => all | bit);
/** The bit of `Flags` and `MutableFlags` for confidential transfers, which the reference has disabled. */
const CONFIDENTIAL = 0x00000080;

export const mptokenIssuanceCreate = defineTransaction({
  name: 'MPTokenIssuanceCreate',

  isDisabled(tx, { dynamicMPT }) {
    if (!dynamicMPT) return tx.MutableFlags !== undefined;
    return (((tx.Flags ?? 0) | (tx.MutableFlags ?? 0)) & CONFIDENTIAL) !== 0;
  },

  preflight({ tx }) {
    const failure = firstFailure([checkMutableFlags, checkTransferFee, checkDomain], tx);
    if (failure !== 'tesSUCCESS') return failure;
    const { MPTokenMetadata: metadata, MaximumAmount: maximum } = tx;
    if (metadata === '' || (metadata?.length ?? 0) > 2 * MAX_METADATA_BYTES) return 'temMALFORMED';
    if (maximum === 0n || (maximum ?? 0n) > MAX_MPT_VALUE) return 'temMALFORMED';
    return 'tesSUCCESS';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const issuer = sandbox.read(accountKeylet(tx.Account));
    if (issuer === undefined) return 'tecINTERNAL';
    if (!coversReserve(fees, issuer, balanceBeforeFeeDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
    return createMptIssuance(sandbox, tx.Account, {
      sequence: sequenceProxy(tx).value,
      flags: tx.Flags ?? 0,
      maximumAmount: tx.MaximumAmount,
      assetScale: tx.AssetScale,
      transferFee: tx.TransferFee,
      metadata: tx.MPTokenMetadata,
      domainId: tx.DomainID,
      mutableFlags: tx.MutableFlags,
    });
  },
});

function checkMutableFlags({ MutableFlags: flags }: Readonly<MptIssuanceCreate>): NotTec {
  return flags === 0 || ((flags ?? 0) & ~MUTABLE_TERMS) !== 0 ? 'temINVALID_FLAG' : 'tesSUCCESS';
}

/** A transfer fee needs tfMPTCanTransfer. */
function checkTransferFee(tx: Readonly<MptIssuanceCreate>): NotTec {
  const { TransferFee: fee = 0 } = tx;
  if (fee > MAX_TRANSFER_FEE) return 'temBAD_TRANSFER_FEE';
  return fee > 0 && !hasFlag(tx, tfMPTCanTransfer) ? 'temMALFORMED' : 'tesSUCCESS';
}

/** A domain controls who may hold the MPT, so it needs tfMPTRequireAuth. */
function checkDomain(tx: Readonly<MptIssuanceCreate>): NotTec {
  const { DomainID: domainId } = tx;
  if (domainId === undefined) return 'tesSUCCESS';
  return domainId === ZERO_HASH || !hasFlag(tx, tfMPTRequireAuth) ? 'temMALFORMED' : 'tesSUCCESS';
}
