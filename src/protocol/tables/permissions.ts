/**
 * What an account can delegate to another: whole transaction types, numbered one above the type, and granular
 * permissions, which allow a part of a type (rippled: permissions.macro, Permissions.cpp).
 */
import type { StObject } from '../values.ts';
import type { FieldName } from './fields.ts';
import { TransactionFlags, UNIVERSAL_FLAG_MASK } from './flags.ts';
import { TRANSACTION_COMMON_FIELDS } from './format-fields.ts';
import { formatFields } from './formats.ts';
import { TRANSACTION_TYPES, type TransactionTypeName, type TransactionTypeRecord } from './transaction-types.ts';
import { transactionTypeCode, transactionTypeName } from './type-codes.ts';

/** A part of a transaction type. */
interface GranularPermissionRecord {
  readonly value: number;
  readonly type: TransactionTypeName;
  /** The flags that it allows, besides those of all types. */
  readonly flags?: number;
  /** The fields that it allows, besides those of all types. */
  readonly fields: string;
}

const { TrustSet, MPTokenIssuanceSet } = TransactionFlags;
const DIRECT_PAYMENT = 'Destination Amount SendMax InvoiceID DestinationTag CredentialIDs';
const LOCK = 'MPTokenIssuanceID Holder';

const GRANULAR_PERMISSIONS = {
  TrustlineAuthorize: { value: 65_537, type: 'TrustSet', flags: TrustSet.tfSetfAuth, fields: 'LimitAmount' },
  TrustlineFreeze: { value: 65_538, type: 'TrustSet', flags: TrustSet.tfSetFreeze, fields: 'LimitAmount' },
  TrustlineUnfreeze: { value: 65_539, type: 'TrustSet', flags: TrustSet.tfClearFreeze, fields: 'LimitAmount' },
  AccountDomainSet: { value: 65_540, type: 'AccountSet', fields: 'Domain' },
  AccountEmailHashSet: { value: 65_541, type: 'AccountSet', fields: 'EmailHash' },
  AccountMessageKeySet: { value: 65_542, type: 'AccountSet', fields: 'MessageKey' },
  AccountTransferRateSet: { value: 65_543, type: 'AccountSet', fields: 'TransferRate' },
  AccountTickSizeSet: { value: 65_544, type: 'AccountSet', fields: 'TickSize' },
  PaymentMint: { value: 65_545, type: 'Payment', fields: DIRECT_PAYMENT },
  PaymentBurn: { value: 65_546, type: 'Payment', fields: DIRECT_PAYMENT },
  MPTokenIssuanceLock: {
    value: 65_547,
    type: 'MPTokenIssuanceSet',
    flags: MPTokenIssuanceSet.tfMPTLock,
    fields: LOCK,
  },
  MPTokenIssuanceUnlock: {
    value: 65_548,
    type: 'MPTokenIssuanceSet',
    flags: MPTokenIssuanceSet.tfMPTUnlock,
    fields: LOCK,
  },
} as const satisfies Readonly<Record<string, GranularPermissionRecord>>;

/** Transaction types that the reference has disabled and Weir does not have: their permissions have names too. */
const UNKNOWN_TYPES = [
  'ConfidentialMPTConvert',
  'ConfidentialMPTMergeInbox',
  'ConfidentialMPTConvertBack',
  'ConfidentialMPTSend',
  'ConfidentialMPTClawback',
] as const;
const FIRST_UNKNOWN_PERMISSION = 86;

export type GranularPermission = keyof typeof GRANULAR_PERMISSIONS;

const granular = Object.entries<GranularPermissionRecord>(GRANULAR_PERMISSIONS);
const granularValues = new Map(granular.map(([name, { value }]) => [name, value]));
const granularNames = new Map(granular.map(([name, { value }]) => [value, name as GranularPermission]));
const granularTypes: ReadonlySet<string> = new Set(granular.map(([, { type }]) => type));
const commonFields: ReadonlySet<string> = fieldNames(TRANSACTION_COMMON_FIELDS);

/** The name that JSON shows for a `PermissionValue`, undefined for a number that permits nothing known. */
export function permissionName(value: number): string | undefined {
  return granularNames.get(value) ?? transactionTypeName(value - 1) ?? UNKNOWN_TYPES[value - FIRST_UNKNOWN_PERMISSION];
}

/** The `PermissionValue` of a granular permission's or a transaction type's name, undefined for another text. */
export function permissionValue(name: string): number | undefined {
  const value = granularValues.get(name);
  if (value !== undefined) return value;
  const code = transactionTypeCode(name);
  return code === undefined ? undefined : code + 1;
}

/** True if an account can delegate this `PermissionValue`. */
export function isDelegable(value: number): boolean {
  if (granularNames.has(value)) return true;
  const name = value === 0 ? undefined : transactionTypeName(value - 1);
  if (name === undefined) return false;
  const { isOwnersAlone }: TransactionTypeRecord = TRANSACTION_TYPES[name];
  return isOwnersAlone !== true;
}

/** True if a delegate can send transactions of this type, or some of them. */
export function isDelegableType(type: string): boolean {
  return granularTypes.has(type) || isDelegable(permissionValue(type)!);
}

/** The granular permissions for a transaction type among these `PermissionValue`s. */
export function granularPermissions(values: readonly number[], type: string): ReadonlySet<GranularPermission> {
  const names = values.map((value) => granularNames.get(value));
  return new Set(
    names.filter((name) => name !== undefined && GRANULAR_PERMISSIONS[name].type === type),
  ) as ReadonlySet<GranularPermission>;
}

/** True if these permissions together allow the flags and the fields of the transaction. */
export function permitFields(held: ReadonlySet<GranularPermission>, tx: Readonly<StObject>): boolean {
  const records = Array.from(held, (name): GranularPermissionRecord => GRANULAR_PERMISSIONS[name]);
  const flags = records.reduce((all, { flags: own = 0 }) => all | own, 0);
  if ((((tx.Flags as number | undefined) ?? 0) & UNIVERSAL_FLAG_MASK & ~flags) !== 0) return false;
  const allowed = new Set(records.flatMap(({ fields }) => [...fieldNames(fields)]));
  return Object.keys(tx).every((name) => commonFields.has(name) || allowed.has(name as FieldName));
}

function fieldNames(text: string): ReadonlySet<FieldName> {
  return new Set(formatFields(text).map(({ name }) => name));
}
