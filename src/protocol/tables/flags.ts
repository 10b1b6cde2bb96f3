/**
 * Flag bits of transactions and ledger entries, and the flag numbers of AccountSet (rippled: TxFlags.h and
 * LedgerFormats.h). The same number means different things on different types, so flags are grouped by type.
 *
 * Flag words are unsigned numbers; `hasFlag` handles the signed results of `&`.
 */
import { ENTRY_TYPES } from './entry-types.ts';
import { TRANSACTION_TYPES } from './transaction-types.ts';

type Records = Readonly<Record<string, { readonly code: number; readonly flags?: Readonly<Record<string, number>> }>>;
/** Type → its flags, for the types that have some. */
type FlagsByType<Types extends Records> = {
  readonly [Name in keyof Types as Types[Name] extends { readonly flags: unknown } ? Name : never]: NonNullable<
    Types[Name]['flags']
  >;
};

const UNIVERSAL_FLAGS = { tfInnerBatchTxn: 0x40000000, tfFullyCanonicalSig: 0x80000000 } as const;

/** Bits of a transaction's `Flags`, by transaction type; the upper eight bits belong to `universal`. */
export const TransactionFlags = { universal: UNIVERSAL_FLAGS, ...flagsByType(TRANSACTION_TYPES) };

/** Bits of a ledger entry's `Flags`, by entry type. */
export const EntryFlags = flagsByType(ENTRY_TYPES);

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

function flagsByType<Types extends Records>(types: Types): FlagsByType<Types> {
  const names = Object.keys(types).filter((name) => types[name]!.flags !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, types[name]!.flags])) as FlagsByType<Types>;
}

/** True if the transaction or ledger entry has all bits of the flag. */
export function hasFlag(object: { readonly Flags?: number | undefined }, flag: number): boolean {
  return ((object.Flags ?? 0) & flag) >>> 0 === flag;
}
