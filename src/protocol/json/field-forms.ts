/** Hints on how a field's value is written in JSON, for error messages. */

import { addressFault } from '../../crypto/address-fault.ts';
import { nearestWord } from '../../util/nearest-word.ts';
import { byTypeCode } from '../codec/by-type.ts';
import { FIELDS, type Field } from '../tables/fields.ts';
import { AccountSetFlags, TransactionFlags } from '../tables/flags.ts';
import { transactionTypeNames } from '../tables/type-codes.ts';

/** The end of a sentence about a value that could not be read; undefined without a hint. */
export function formOf(field: Field, value: unknown): string | undefined {
  if (field.name === 'TransactionType') return typeForm(value);
  const flag = flagNumber(field, value);
  if (flag !== undefined) return `is a number: ${String(value)} is ${flag}`;
  return FORM_BY_TYPE[field.typeCode]?.(value, field);
}

const FORM_BY_TYPE = byTypeCode<(value: unknown, field: Field) => string>({
  UInt8: () => wholeNumber(0xff),
  UInt16: () => wholeNumber(0xffff),
  UInt32: () => wholeNumber(0xffff_ffff),
  UInt64: (_value, { baseTen }) => `is a whole number of 64 bits, as a text in ${baseTen ? 'decimal' : 'hex'}`,
  Int32: () => 'is a whole number from -2147483648 to 2147483647',
  Hash128: () => hexDigits(32),
  Hash160: () => hexDigits(40),
  Hash192: () => hexDigits(48),
  Hash256: () => hexDigits(64),
  Blob: () => 'is a text in hex, two digits for each byte',
  AccountID: (value) => (typeof value === 'string' ? addressFault(value) : 'is an address, as a text'),
  Vector256: () => 'is a list of texts of 64 hex digits',
  Number: () => 'is a decimal number, as a text',
  Issue: () => 'is an asset: {"currency": "XRP"}, an object with currency and issuer, or one with mpt_issuance_id',
});

function wholeNumber(max: number): string {
  return `is a whole number from 0 to ${max}`;
}

function hexDigits(count: number): string {
  return `is a text of ${count} hex digits`;
}

function typeForm(value: unknown): string {
  const nearest = typeof value === 'string' ? nearestWord(value, transactionTypeNames()) : undefined;
  return nearest === undefined
    ? 'is no type of transaction'
    : `is no type of transaction; perhaps '${nearest}' is meant`;
}

/** A sentence that suggests the field whose name is closest to an unknown one. */
export function suggestedField(name: string): string | undefined {
  const nearest = nearestWord(
    name,
    FIELDS.values().map((field) => field.name),
  );
  return nearest === undefined ? undefined : `Perhaps the field '${nearest}' is meant.`;
}

/** The number of a flag that is given by its name. */
function flagNumber({ name }: Field, value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const tables: readonly Readonly<Record<string, number>>[] =
    name === 'Flags'
      ? Object.values(TransactionFlags)
      : ['SetFlag', 'ClearFlag'].includes(name)
        ? [AccountSetFlags]
        : [];
  return tables.find((table) => Object.hasOwn(table, value))?.[value];
}
