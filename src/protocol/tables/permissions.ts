/**
 * What an account can delegate to another: whole transaction types, numbered one above the type, and parts of types
 * (rippled: permissions.macro, Permissions.cpp).
 */
import { transactionTypeCode, transactionTypeName } from './type-codes.ts';

/** Permission → its number. */
const GRANULAR_PERMISSIONS = {
  TrustlineAuthorize: 65_537,
  TrustlineFreeze: 65_538,
  TrustlineUnfreeze: 65_539,
  AccountDomainSet: 65_540,
  AccountEmailHashSet: 65_541,
  AccountMessageKeySet: 65_542,
  AccountTransferRateSet: 65_543,
  AccountTickSizeSet: 65_544,
  PaymentMint: 65_545,
  PaymentBurn: 65_546,
  MPTokenIssuanceLock: 65_547,
  MPTokenIssuanceUnlock: 65_548,
} as const;

const granularValues = new Map<string, number>();
const granularNames = new Map<number, string>();
for (const [name, value] of Object.entries(GRANULAR_PERMISSIONS)) {
  granularValues.set(name, value);
  granularNames.set(value, name);
}

/** The name that JSON shows for a `PermissionValue`, undefined for a number that permits nothing known. */
export function permissionName(value: number): string | undefined {
  // The reference's transaction types have 16 bits, so higher numbers wrap around to them.
  return granularNames.get(value) ?? transactionTypeName((value - 1) & 0xffff);
}

/** The `PermissionValue` of a granular permission's or a transaction type's name, undefined for another text. */
export function permissionValue(name: string): number | undefined {
  const granular = granularValues.get(name);
  if (granular !== undefined) return granular;
  const code = transactionTypeCode(name);
  return code === undefined ? undefined : code + 1;
}
