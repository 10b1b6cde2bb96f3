/**
 * Flag bits of transactions and ledger entries, and the flag numbers of AccountSet (the reference's TxFlags.h and
 * LedgerFormats.h). The same number means different things on different types, so flags are grouped by type.
 */
import { TRANSACTION_TYPES, type TransactionTypeName, type TransactionTypeRecord } from './transaction-types.ts';

type Flagged = { [Name in TransactionTypeName as HasFlags<Name>]: (typeof TRANSACTION_TYPES)[Name] };
type HasFlags<Name extends TransactionTypeName> = 'flags' extends keyof (typeof TRANSACTION_TYPES)[Name] ? Name : never;

const UNIVERSAL_FLAGS = { tfInnerBatchTxn: 0x40000000, tfFullyCanonicalSig: 0x80000000 } as const;

/** Bits of a transaction's `Flags`, by transaction type; the upper eight bits belong to `universal`. */
export const TransactionFlags = { universal: UNIVERSAL_FLAGS, ...flagsByType() };

function flagsByType(): { readonly [Name in keyof Flagged]: Flagged[Name]['flags'] } {
  const records: Readonly<Record<string, TransactionTypeRecord>> = TRANSACTION_TYPES;
  const names = Object.keys(records).filter((name) => records[name]!.flags !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, records[name]!.flags])) as ReturnType<typeof flagsByType>;
}

/** Bits of a ledger entry's `Flags`, by entry type (`DirNode` is a directory; `…Mutable` is another field's). */
export const EntryFlags = {
  AccountRoot: {
    lsfPasswordSpent: 0x00010000,
    lsfRequireDestTag: 0x00020000,
    lsfRequireAuth: 0x00040000,
    lsfDisallowXRP: 0x00080000,
    lsfDisableMaster: 0x00100000,
    lsfNoFreeze: 0x00200000,
    lsfGlobalFreeze: 0x00400000,
    lsfDefaultRipple: 0x00800000,
    lsfDepositAuth: 0x01000000,
    lsfDisallowIncomingNFTokenOffer: 0x04000000,
    lsfDisallowIncomingCheck: 0x08000000,
    lsfDisallowIncomingPayChan: 0x10000000,
    lsfDisallowIncomingTrustline: 0x20000000,
    lsfAllowTrustLineLocking: 0x40000000,
    lsfAllowTrustLineClawback: 0x80000000,
  },
  Credential: {
    lsfAccepted: 0x00010000,
  },
  DirNode: {
    lsfNFTokenBuyOffers: 0x00000001,
    lsfNFTokenSellOffers: 0x00000002,
  },
  Loan: {
    lsfLoanDefault: 0x00010000,
    lsfLoanImpaired: 0x00020000,
    lsfLoanOverpayment: 0x00040000,
  },
  MPToken: {
    lsfMPTLocked: 0x00000001,
    lsfMPTAuthorized: 0x00000002,
    lsfMPTAMM: 0x00000004,
  },
  MPTokenIssuance: {
    lsfMPTLocked: 0x00000001,
    lsfMPTCanLock: 0x00000002,
    lsfMPTRequireAuth: 0x00000004,
    lsfMPTCanEscrow: 0x00000008,
    lsfMPTCanTrade: 0x00000010,
    lsfMPTCanTransfer: 0x00000020,
    lsfMPTCanClawback: 0x00000040,
  },
  MPTokenIssuanceMutable: {
    lsmfMPTCanMutateCanLock: 0x00000002,
    lsmfMPTCanMutateRequireAuth: 0x00000004,
    lsmfMPTCanMutateCanEscrow: 0x00000008,
    lsmfMPTCanMutateCanTrade: 0x00000010,
    lsmfMPTCanMutateCanTransfer: 0x00000020,
    lsmfMPTCanMutateCanClawback: 0x00000040,
    lsmfMPTCanMutateMetadata: 0x00010000,
    lsmfMPTCanMutateTransferFee: 0x00020000,
  },
  NFTokenOffer: {
    lsfSellNFToken: 0x00000001,
  },
  Offer: {
    lsfPassive: 0x00010000,
    lsfSell: 0x00020000,
    lsfHybrid: 0x00040000,
  },
  RippleState: {
    lsfLowReserve: 0x00010000,
    lsfHighReserve: 0x00020000,
    lsfLowAuth: 0x00040000,
    lsfHighAuth: 0x00080000,
    lsfLowNoRipple: 0x00100000,
    lsfHighNoRipple: 0x00200000,
    lsfLowFreeze: 0x00400000,
    lsfHighFreeze: 0x00800000,
    lsfAMMNode: 0x01000000,
    lsfLowDeepFreeze: 0x02000000,
    lsfHighDeepFreeze: 0x04000000,
  },
  SignerList: {
    lsfOneOwnerCount: 0x00010000,
  },
  Vault: {
    lsfVaultPrivate: 0x00010000,
  },
} as const;

/** Values of AccountSet's `SetFlag` and `ClearFlag`. */
export const AccountSetFlags = {
  asfRequireDest: 1,
  asfRequireAuth: 2,
  asfDisallowXRP: 3,
  asfDisableMaster: 4,
  asfAccountTxnID: 5,
  asfNoFreeze: 6,
  asfGlobalFreeze: 7,
  asfDefaultRipple: 8,
  asfDepositAuth: 9,
  asfAuthorizedNFTokenMinter: 10,
  asfDisallowIncomingNFTokenOffer: 12,
  asfDisallowIncomingCheck: 13,
  asfDisallowIncomingPayChan: 14,
  asfDisallowIncomingTrustline: 15,
  asfAllowTrustLineClawback: 16,
  asfAllowTrustLineLocking: 17,
} as const;

/** The flags that a transaction without flags of its own must not have. */
export const UNIVERSAL_FLAG_MASK = 0x3fffffff;

/** The flags that a granular trust line permission does not cover (TxFlags.h, tfTrustSetPermissionMask). */
export const TRUST_SET_PERMISSION_MASK = 0x3fceffff;

const masks: ReadonlyMap<string, number> = new Map(
  Object.entries(TransactionFlags).map(([type, flags]) => [type, maskOf(type, flags)]),
);

/** The flags that a transaction of this type must not have: `tf…Mask` of TxFlags.h. */
export function transactionFlagMask(transactionType: string): number {
  return masks.get(transactionType) ?? UNIVERSAL_FLAG_MASK;
}

function maskOf(type: string, flags: Readonly<Record<string, number>>): number {
  let mask: number = UNIVERSAL_FLAG_MASK;
  for (const flag of Object.values(flags)) mask &= ~flag;
  // The flag marks a transaction inside a batch, and batches do not nest.
  if (type === 'Batch') mask |= TransactionFlags.universal.tfInnerBatchTxn;
  return mask >>> 0;
}
