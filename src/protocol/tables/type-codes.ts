/**
 * Names and numbers of transaction types and ledger entry types. In memory and in JSON the name stands, on the wire
 * the number; the codec is the only place that needs the numbers.
 */
import { ENTRY_TYPES, type LedgerEntryTypeName } from './entry-types.ts';
import { TRANSACTION_TYPES, type TransactionTypeName } from './transaction-types.ts';

const transactionCodes = codesOf(TRANSACTION_TYPES);
const transactionNames = namesOf<TransactionTypeName>(TRANSACTION_TYPES);
const entryCodes = codesOf(ENTRY_TYPES);
const entryNames = namesOf<LedgerEntryTypeName>(ENTRY_TYPES);

/** The wire number of a transaction type, or undefined for a name that is none. */
export function transactionTypeCode(name: string): number | undefined {
  return transactionCodes.get(name);
}

/** The name of a transaction type, or undefined for an unassigned number. */
export function transactionTypeName(code: number): TransactionTypeName | undefined {
  return transactionNames.get(code);
}

/** Every transaction type. */
export function transactionTypeNames(): readonly TransactionTypeName[] {
  return [...transactionNames.values()];
}

/** The wire number of a ledger entry type, or undefined for a name that is none. */
export function ledgerEntryTypeCode(name: string): number | undefined {
  return entryCodes.get(name);
}

/** The name of a ledger entry type, or undefined for an unassigned number. */
export function ledgerEntryTypeName(code: number): LedgerEntryTypeName | undefined {
  return entryNames.get(code);
}

type Records<Name extends string> = Readonly<Record<Name, { readonly code: number }>>;

function codesOf(records: Records<string>): ReadonlyMap<string, number> {
  return new Map(Object.entries(records).map(([name, { code }]) => [name, code]));
}

function namesOf<Name extends string>(records: Records<Name>): ReadonlyMap<number, Name> {
  return new Map((Object.keys(records) as Name[]).map((name) => [records[name].code, name]));
}
