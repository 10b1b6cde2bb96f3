/**
 * The ledger entry types as TypeScript sees them, derived from their records, so that a misspelt field is a compile
 * error. An interface of its own has a type whose amounts can be of one kind only. Entries that a view returns are
 * read-only; `Sandbox.peek` returns a private, mutable copy.
 */
import type { ENTRY_TYPES, LedgerEntryTypeName } from '../tables/entry-types.ts';
import type { FieldsOf } from '../tables/field-values.ts';
import type { AccountId, Currency, Hash256, IssuedAmount, TradedAmount } from '../values.ts';

/** `index` is the entry's key: known to every entry in memory, never serialized. */
type EntryCommon<Name extends LedgerEntryTypeName> = {
  index: Hash256;
  LedgerEntryType: Name;
  Flags: number;
};

type EntryOf<Name extends LedgerEntryTypeName> = EntryCommon<Name> & FieldsOf<(typeof ENTRY_TYPES)[Name]['fields']>;

export interface AccountRoot extends EntryOf<'AccountRoot'> {
  Balance: bigint;
}

export interface RippleState extends EntryOf<'RippleState'> {
  Balance: IssuedAmount;
  LowLimit: IssuedAmount;
  HighLimit: IssuedAmount;
}

export interface PayChannel extends EntryOf<'PayChannel'> {
  Amount: bigint;
  Balance: bigint;
}

/** A new chain has the three `…Drops` fields; an older one `BaseFee` (UInt64), `ReserveBase` and `ReserveIncrement`. */
export interface FeeSettings extends EntryOf<'FeeSettings'> {
  BaseFeeDrops?: bigint;
  ReserveBaseDrops?: bigint;
  ReserveIncrementDrops?: bigint;
}

export interface Offer extends EntryOf<'Offer'> {
  TakerPays: TradedAmount;
  TakerGets: TradedAmount;
}

export interface AMM extends EntryOf<'AMM'> {
  LPTokenBalance: IssuedAmount;
}

export interface NFTokenOffer extends EntryOf<'NFTokenOffer'> {
  Amount: TradedAmount;
}

export interface Bridge extends EntryOf<'Bridge'> {
  SignatureReward: bigint;
  MinAccountCreateAmount?: bigint;
}

export interface XChainOwnedClaimID extends EntryOf<'XChainOwnedClaimID'> {
  SignatureReward: bigint;
}

export type XChainOwnedCreateAccountClaimID = EntryOf<'XChainOwnedCreateAccountClaimID'>;
export type DirectoryNode = EntryOf<'DirectoryNode'>;
export type SignerList = EntryOf<'SignerList'>;
export type DepositPreauth = EntryOf<'DepositPreauth'>;
export type Credential = EntryOf<'Credential'>;
export type PermissionedDomain = EntryOf<'PermissionedDomain'>;
export type DID = EntryOf<'DID'>;
export type NFTokenPage = EntryOf<'NFTokenPage'>;
export type Oracle = EntryOf<'Oracle'>;
export type Amendments = EntryOf<'Amendments'>;
export type LedgerHashes = EntryOf<'LedgerHashes'>;
export type MPToken = EntryOf<'MPToken'>;
export type MPTokenIssuance = EntryOf<'MPTokenIssuance'>;
export type Vault = EntryOf<'Vault'>;
export type LoanBroker = EntryOf<'LoanBroker'>;
export type Loan = EntryOf<'Loan'>;

type DerivedEntries = { [Name in LedgerEntryTypeName]: EntryOf<Name> };

/** Entry type name → its interface: what a keylet of that type reads. */
export interface LedgerEntries extends DerivedEntries {
  AMM: AMM;
  AccountRoot: AccountRoot;
  RippleState: RippleState;
  Bridge: Bridge;
  Offer: Offer;
  NFTokenOffer: NFTokenOffer;
  XChainOwnedClaimID: XChainOwnedClaimID;
  PayChannel: PayChannel;
  FeeSettings: FeeSettings;
}

export type EntryName = keyof LedgerEntries;

/** Any entry, when only the common fields matter. */
export type LedgerEntry = LedgerEntries[EntryName];

/** A key and the expected entry type; reading an entry of another type gives undefined. */
export interface Keylet<Name extends EntryName = EntryName> {
  readonly type: Name;
  readonly key: Hash256;
}

/** Currency and issuer of a token. */
export interface TokenIssue {
  readonly currency: Currency;
  readonly issuer: AccountId;
}
