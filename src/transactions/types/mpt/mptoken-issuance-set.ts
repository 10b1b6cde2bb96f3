/**
 * MPTokenIssuanceSet: locks an MPT globally or for one holder, or changes its domain or the terms that its issuer kept
 * mutable (rippled: MPTokenIssuanceSet.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import type { MPTokenIssuance } from '../../../protocol/entries/entries.ts';
import { accountKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../../protocol/entries/keylets.ts';
import { ENTRY_TYPES } from '../../../protocol/tables/entry-types.ts';
import { EntryFlags, hasFlag, TransactionFlags, UNIVERSAL_FLAG_MASK } from '../../../protocol/tables/flags.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { domainById } from '../../credentials/permissioned-domain.ts';
import { isMutable, MAX_METADATA_BYTES, MAX_TRANSFER_FEE } from '../../mpt/mpt-issuance.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type MptIssuanceSet = TransactionOf<'MPTokenIssuanceSet'>;

const { tfMPTLock, tfMPTUnlock } = TransactionFlags.MPTokenIssuanceSet;
const { MPTokenIssuance: Bits } = EntryFlags;
const { mutableFlags: Mutable } = ENTRY_TYPES.MPTokenIssuance;

/** A bit of the transaction's `MutableFlags`, what the issuance must allow, and the flag that the issuance gets. */
const SETTABLE_FLAGS = [
  { bit: 0x00000001, needs: Mutable.lsmfMPTCanMutateCanLock, sets: Bits.lsfMPTCanLock },
  { bit: 0x00000002, needs: Mutable.lsmfMPTCanMutateRequireAuth, sets: Bits.lsfMPTRequireAuth },
  { bit: 0x00000004, needs: Mutable.lsmfMPTCanMutateCanEscrow, sets: Bits.lsfMPTCanEscrow },
  { bit: 0x00000008, needs: Mutable.lsmfMPTCanMutateCanTrade, sets: Bits.lsfMPTCanTrade },
  { bit: 0x00000010, needs: Mutable.lsmfMPTCanMutateCanTransfer, sets: Bits.lsfMPTCanTransfer },
  { bit: 0x00000020, needs: Mutable.lsmfMPTCanMutateCanClawback, sets: Bits.lsfMPTCanClawback },
] as const;
const SETTABLE = SETTABLE_FLAGS.reduce((all, { bit }) => all | bit, 0);
/** The bit of `MutableFlags` for confidential transfers, which the reference has disabled. */
const SET_CONFIDENTIAL = 0x00000040;

export const mptokenIssuanceSet = defineTransaction({
  name: 'MPTokenIssuanceSet',

  preflight({ tx, rules }) {
    if (changesTerms(tx) && !rules.dynamicMPT) return 'temDISABLED';
    if (((tx.MutableFlags ?? 0) & SET_CONFIDENTIAL) !== 0) return 'temDISABLED';
    if (tx.DomainID !== undefined && tx.Holder !== undefined) return 'temMALFORMED';
    if (hasFlag(tx, tfMPTLock) && hasFlag(tx, tfMPTUnlock)) return 'temINVALID_FLAG';
    if (tx.Account === tx.Holder) return 'temMALFORMED';
    if (changesTerms(tx)) return checkTerms(tx);
    // Any flag counts as a change here, also universal ones.
    return (tx.Flags ?? 0) === 0 && tx.DomainID === undefined ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const issuance = view.read(mptIssuanceKeylet(tx.MPTokenIssuanceID));
    if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
    const locks = hasFlag(tx, tfMPTLock) || hasFlag(tx, tfMPTUnlock);
    if (locks && !hasFlag(issuance, Bits.lsfMPTCanLock)) return 'tecNO_PERMISSION';
    if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';
    const holder = checkHolder(context);
    if (holder !== 'tesSUCCESS') return holder;
    const domain = checkDomain(context, issuance);
    if (domain !== 'tesSUCCESS') return domain;
    return maySetTerms(tx, issuance) ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    return tx.Holder === undefined ? changeIssuance(sandbox, tx) : changeHolding(sandbox, tx, tx.Holder);
  },
});

function changesTerms({ MutableFlags, MPTokenMetadata, TransferFee }: Readonly<MptIssuanceSet>): boolean {
  return MutableFlags !== undefined || MPTokenMetadata !== undefined || TransferFee !== undefined;
}

/** Terms change in a transaction of their own. */
function checkTerms(tx: Readonly<MptIssuanceSet>): NotTec {
  const { MutableFlags: flags, MPTokenMetadata: metadata = '', TransferFee: fee = 0 } = tx;
  if (tx.Holder !== undefined || ((tx.Flags ?? 0) & UNIVERSAL_FLAG_MASK) !== 0) return 'temMALFORMED';
  if (fee > MAX_TRANSFER_FEE) return 'temBAD_TRANSFER_FEE';
  if (metadata.length > 2 * MAX_METADATA_BYTES) return 'temMALFORMED';
  return flags === 0 || ((flags ?? 0) & ~SETTABLE) !== 0 ? 'temINVALID_FLAG' : 'tesSUCCESS';
}

/** A transfer fee needs that the MPT could be transferred before this transaction. */
function maySetTerms(tx: Readonly<MptIssuanceSet>, issuance: Readonly<MPTokenIssuance>): boolean {
  const { MutableFlags: flags = 0, MPTokenMetadata: metadata, TransferFee: fee } = tx;
  if (SETTABLE_FLAGS.some(({ bit, needs }) => (flags & bit) !== 0 && !isMutable(issuance, needs))) return false;
  if (metadata !== undefined && !isMutable(issuance, Mutable.lsmfMPTCanMutateMetadata)) return false;
  if (fee === undefined) return true;
  if (fee > 0 && !hasFlag(issuance, Bits.lsfMPTCanTransfer)) return false;
  return isMutable(issuance, Mutable.lsmfMPTCanMutateTransferFee);
}

function checkDomain({ view, tx }: PreclaimContext<MptIssuanceSet>, issuance: Readonly<MPTokenIssuance>): Ter {
  if (tx.DomainID === undefined) return 'tesSUCCESS';
  if (!hasFlag(issuance, Bits.lsfMPTRequireAuth)) return 'tecNO_PERMISSION';
  if (tx.DomainID === ZERO_HASH) return 'tesSUCCESS';
  return view.read(domainById(tx.DomainID)) === undefined ? 'tecOBJECT_NOT_FOUND' : 'tesSUCCESS';
}

function checkHolder({ view, tx }: PreclaimContext<MptIssuanceSet>): Ter {
  const { Holder: holder } = tx;
  if (holder === undefined) return 'tesSUCCESS';
  if (view.read(accountKeylet(holder)) === undefined) return 'tecNO_DST';
  const token = view.read(mptokenKeylet(tx.MPTokenIssuanceID, holder));
  return token === undefined ? 'tecOBJECT_NOT_FOUND' : 'tesSUCCESS';
}

function changeIssuance(sandbox: Sandbox, tx: Readonly<MptIssuanceSet>): Ter {
  const issuance = sandbox.peek(mptIssuanceKeylet(tx.MPTokenIssuanceID));
  if (issuance === undefined) return 'tecINTERNAL';
  const { MutableFlags: flags = 0, MPTokenMetadata: metadata, TransferFee: fee } = tx;
  issuance.Flags = flagsAfter(issuance.Flags, tx);
  for (const { bit, sets } of SETTABLE_FLAGS) if ((flags & bit) !== 0) issuance.Flags |= sets;
  // Terms with their default value are absent.
  if (fee === 0) delete issuance.TransferFee;
  else if (fee !== undefined) issuance.TransferFee = fee;
  if (metadata === '') delete issuance.MPTokenMetadata;
  else if (metadata !== undefined) issuance.MPTokenMetadata = metadata;
  if (tx.DomainID === ZERO_HASH) delete issuance.DomainID;
  else if (tx.DomainID !== undefined) issuance.DomainID = tx.DomainID;
  sandbox.update(issuance);
  return 'tesSUCCESS';
}

function changeHolding(sandbox: Sandbox, tx: Readonly<MptIssuanceSet>, holder: string): Ter {
  const token = sandbox.peek(mptokenKeylet(tx.MPTokenIssuanceID, holder));
  if (token === undefined) return 'tecINTERNAL';
  token.Flags = flagsAfter(token.Flags, tx);
  sandbox.update(token);
  return 'tesSUCCESS';
}

/** Issuances and MPTokens use the same bit for the lock. */
function flagsAfter(flags: number, tx: Readonly<MptIssuanceSet>): number {
  if (hasFlag(tx, tfMPTLock)) return flags | Bits.lsfMPTLocked;
  return hasFlag(tx, tfMPTUnlock) ? flags & ~Bits.lsfMPTLocked : flags;
}
