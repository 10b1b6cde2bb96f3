/**
 * MPTokenIssuanceSet: locks an MPT globally or for one holder, or changes its domain (rippled: MPTokenIssuanceSet.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { accountKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { domainById } from '../../credentials/permissioned-domain.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type MptIssuanceSet = TransactionOf<'MPTokenIssuanceSet'>;

const { tfMPTLock, tfMPTUnlock } = TransactionFlags.MPTokenIssuanceSet;
const { MPTokenIssuance: Bits } = EntryFlags;

export const mptokenIssuanceSet = defineTransaction({
  name: 'MPTokenIssuanceSet',

  preflight({ tx }) {
    const { MutableFlags: mutableFlags, MPTokenMetadata: metadata, TransferFee: fee } = tx;
    // Changing the terms needs the amendment DynamicMPT.
    if (mutableFlags !== undefined || metadata !== undefined || fee !== undefined) return 'temDISABLED';
    if (tx.DomainID !== undefined && tx.Holder !== undefined) return 'temMALFORMED';
    if (hasFlag(tx, tfMPTLock) && hasFlag(tx, tfMPTUnlock)) return 'temINVALID_FLAG';
    if (tx.Account === tx.Holder) return 'temMALFORMED';
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
    if (holder !== 'tesSUCCESS' || tx.DomainID === undefined) return holder;
    if (!hasFlag(issuance, Bits.lsfMPTRequireAuth)) return 'tecNO_PERMISSION';
    if (tx.DomainID === ZERO_HASH) return 'tesSUCCESS';
    return view.read(domainById(tx.DomainID)) === undefined ? 'tecOBJECT_NOT_FOUND' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    return tx.Holder === undefined ? changeIssuance(sandbox, tx) : changeHolding(sandbox, tx, tx.Holder);
  },
});

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
  issuance.Flags = flagsAfter(issuance.Flags, tx);
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
