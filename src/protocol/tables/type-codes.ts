/**
 * Names and numbers of transaction types and ledger entry types. In memory and in JSON the name stands, on the wire the
 * number; the codec is the only place that needs the numbers.
 */
import { TRANSACTION_TYPES, type TransactionTypeName } from './transaction-types.ts';

const LEDGER_ENTRY_TYPE_CODES = {
  NFTokenOffer: 55,
  Check: 67,
  DID: 73,
  NegativeUNL: 78,
  NFTokenPage: 80,
  SignerList: 83,
  Ticket: 84,
  AccountRoot: 97,
  DirectoryNode: 100,
  Amendments: 102,
  LedgerHashes: 104,
  Bridge: 105,
  Offer: 111,
  DepositPreauth: 112,
  XChainOwnedClaimID: 113,
  RippleState: 114,
  FeeSettings: 115,
  XChainOwnedCreateAccountClaimID: 116,
  Escrow: 117,
  PayChannel: 120,
  AMM: 121,
  MPTokenIssuance: 126,
  MPToken: 127,
  Oracle: 128,
  Credential: 129,
  PermissionedDomain: 130,
  Delegate: 131,
  Vault: 132,
  LoanBroker: 136,
  Loan: 137,
} as const;
export type LedgerEntryTypeName = keyof typeof LEDGER_ENTRY_TYPE_CODES;

const transactionCodes = codesOf(TRANSACTION_TYPES);
const transactionNames = namesOf<TransactionTypeName>(TRANSACTION_TYPES);
const entryCodes = new Map<string, number>(Object.entries(LEDGER_ENTRY_TYPE_CODES));
const entryNames = new Map<number, LedgerEntryTypeName>(
  Object.entries(LEDGER_ENTRY_TYPE_CODES).map(([name, code]) => [code, name as LedgerEntryTypeName]),
);

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
