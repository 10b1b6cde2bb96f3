/** Default values: a new ledger entry starts with them, and metadata omits them. */

import { NUM_ZERO } from '../amounts/number.ts';
import type { FieldType } from '../tables/field-table.ts';
import { fieldByName } from '../tables/fields.ts';
import { entryFormat } from '../tables/formats.ts';
import {
  type FieldValue,
  type Issue,
  isNativeIssue,
  type NumberValue,
  type StObject,
  type XChainBridge,
  XRP_CURRENCY,
} from '../values.ts';
import type { EntryName, Keylet, LedgerEntries } from './entries.ts';

/** An empty account differs from the account of zeros: it is serialized without any bytes (rippled: STAccount.cpp). */
const EMPTY = '';

/** A bridge between accounts of zeros, for the native currency. */
const NO_BRIDGE: XChainBridge = {
  LockingChainDoor: EMPTY,
  LockingChainIssue: { currency: XRP_CURRENCY },
  IssuingChainDoor: EMPTY,
  IssuingChainIssue: { currency: XRP_CURRENCY },
};

/** Amounts start as native, even where only a token makes sense (rippled: STAmount.h). */
const DEFAULTS: Partial<Record<FieldType, FieldValue>> = {
  UInt8: 0,
  UInt16: 0,
  UInt32: 0,
  UInt64: 0n,
  Int32: 0,
  Int64: 0n,
  Hash128: '0'.repeat(32),
  Hash160: '0'.repeat(40),
  Hash192: '0'.repeat(48),
  Hash256: '0'.repeat(64),
  Amount: 0n,
  Number: NUM_ZERO,
  Blob: EMPTY,
  AccountID: EMPTY,
  Vector256: [],
  PathSet: [],
  STArray: [],
  STObject: {},
  Currency: XRP_CURRENCY,
  Issue: { currency: XRP_CURRENCY },
  XChainBridge: NO_BRIDGE,
};

const emptyEntries = new Map<EntryName, Readonly<Record<string, FieldValue>>>();

/** An entry for this keylet with every required field at its default value (STLedgerEntry's constructor). */
export function newEntry<Name extends EntryName>(keylet: Keylet<Name>): LedgerEntries[Name] {
  let empty = emptyEntries.get(keylet.type);
  if (empty === undefined) {
    empty = emptyEntry(keylet.type);
    emptyEntries.set(keylet.type, empty);
  }
  return { ...empty, index: keylet.key } as unknown as LedgerEntries[Name];
}

function emptyEntry(type: EntryName): Record<string, FieldValue> {
  const entry: Record<string, FieldValue> = {};
  for (const { name, presence } of entryFormat(type)?.fields ?? []) {
    if (presence === 'required') entry[name] = defaultValue(name);
  }
  entry.LedgerEntryType = type;
  return entry;
}

function defaultValue(fieldName: string): FieldValue {
  const type = fieldByName(fieldName)?.type;
  const value = type === undefined ? undefined : DEFAULTS[type];
  if (value === undefined) throw new Error(`the field ${fieldName} has no default value`);
  return value;
}

/** True when the field's value is the one it has without being set (STBase::isDefault of each type). */
export function isDefaultValue(fieldName: string, value: FieldValue): boolean {
  switch (fieldByName(fieldName)?.type) {
    case 'Vector256':
    case 'PathSet':
    case 'STArray':
      return (value as readonly unknown[]).length === 0;
    case 'STObject':
      return Object.keys(value as StObject).length === 0;
    case 'Issue':
      return isNativeIssue(value as Issue);
    case 'Number':
      return (value as NumberValue).mantissa === 0n;
    case 'XChainBridge':
      return isDefaultBridge(value as XChainBridge);
    default:
      return value === defaultValue(fieldName);
  }
}

function isDefaultBridge(bridge: XChainBridge): boolean {
  const { LockingChainDoor, LockingChainIssue, IssuingChainDoor, IssuingChainIssue } = bridge;
  if (LockingChainDoor !== EMPTY || IssuingChainDoor !== EMPTY) return false;
  return isNativeIssue(LockingChainIssue) && isNativeIssue(IssuingChainIssue);
}
