/**
 * The ledger entry types as TypeScript sees them: one interface a type whose behaviour Weir implements, so that a
 * misspelt field is a compile error. Field names and optionality are those of the reference's ledger_entries.macro.
 * Entries that a view returns are read-only; `Sandbox.peek` hands out a private, mutable copy.
 */
import type { AccountId, Amount, Currency, Hash256, Hex, IssuedAmount, StArray } from '../values.ts';

/** `index` is the entry's key: known to every entry in memory, never serialized. UInt64 fields are bigint. */
export interface EntryCommon<Name extends string> {
  index: Hash256;
  LedgerEntryType: Name;
  Flags: number;
}

interface Threaded {
  PreviousTxnID: Hash256;
  PreviousTxnLgrSeq: number;
}

export interface AccountRoot extends EntryCommon<'AccountRoot'>, Threaded {
  Account: AccountId;
  Sequence: number;
  Balance: bigint;
  OwnerCount: number;
  AccountTxnID?: Hash256;
  RegularKey?: AccountId;
  EmailHash?: Hex;
  WalletLocator?: Hash256;
  WalletSize?: number;
  MessageKey?: Hex;
  TransferRate?: number;
  Domain?: Hex;
  TickSize?: number;
  TicketCount?: number;
  NFTokenMinter?: AccountId;
  MintedNFTokens?: number;
  BurnedNFTokens?: number;
  FirstNFTokenSequence?: number;
  AMMID?: Hash256;
  VaultID?: Hash256;
  LoanBrokerID?: Hash256;
}

export interface DirectoryNode extends EntryCommon<'DirectoryNode'>, Partial<Threaded> {
  Indexes: readonly Hash256[];
  RootIndex: Hash256;
  Owner?: AccountId;
  IndexNext?: bigint;
  IndexPrevious?: bigint;
  TakerPaysCurrency?: Hex;
  TakerPaysIssuer?: Hex;
  TakerGetsCurrency?: Hex;
  TakerGetsIssuer?: Hex;
  ExchangeRate?: bigint;
  NFTokenID?: Hash256;
  DomainID?: Hash256;
}

export interface RippleState extends EntryCommon<'RippleState'>, Threaded {
  Balance: IssuedAmount;
  LowLimit: IssuedAmount;
  HighLimit: IssuedAmount;
  LowNode?: bigint;
  HighNode?: bigint;
  LowQualityIn?: number;
  LowQualityOut?: number;
  HighQualityIn?: number;
  HighQualityOut?: number;
}

export interface Offer extends EntryCommon<'Offer'>, Threaded {
  Account: AccountId;
  Sequence: number;
  TakerPays: Amount;
  TakerGets: Amount;
  BookDirectory: Hash256;
  BookNode: bigint;
  OwnerNode: bigint;
  Expiration?: number;
  DomainID?: Hash256;
}

export interface PayChannel extends EntryCommon<'PayChannel'>, Threaded {
  Account: AccountId;
  Destination: AccountId;
  Sequence?: number;
  Amount: bigint;
  Balance: bigint;
  PublicKey: Hex;
  SettleDelay: number;
  Expiration?: number;
  CancelAfter?: number;
  SourceTag?: number;
  DestinationTag?: number;
  OwnerNode: bigint;
  DestinationNode?: bigint;
}

export interface Ticket extends EntryCommon<'Ticket'>, Threaded {
  Account: AccountId;
  OwnerNode: bigint;
  TicketSequence: number;
}

export interface SignerList extends EntryCommon<'SignerList'>, Threaded {
  Owner?: AccountId;
  OwnerNode: bigint;
  SignerQuorum: number;
  SignerEntries: StArray;
  SignerListID: number;
}

export interface DepositPreauth extends EntryCommon<'DepositPreauth'>, Threaded {
  Account: AccountId;
  OwnerNode: bigint;
  Authorize?: AccountId;
  AuthorizeCredentials?: StArray;
}

/** A new chain has the three `…Drops` fields; an older one `BaseFee` (UInt64), `ReserveBase` and `ReserveIncrement`. */
export interface FeeSettings extends EntryCommon<'FeeSettings'>, Partial<Threaded> {
  BaseFeeDrops?: bigint;
  ReserveBaseDrops?: bigint;
  ReserveIncrementDrops?: bigint;
  BaseFee?: bigint;
  ReferenceFeeUnits?: number;
  ReserveBase?: number;
  ReserveIncrement?: number;
}

export interface Amendments extends EntryCommon<'Amendments'>, Partial<Threaded> {
  Amendments?: readonly Hash256[];
  Majorities?: StArray;
}

export interface LedgerHashes extends EntryCommon<'LedgerHashes'> {
  FirstLedgerSequence?: number;
  LastLedgerSequence?: number;
  Hashes: readonly Hash256[];
}

/** Entry type name → its interface: what a keylet of that type reads. */
export interface LedgerEntries {
  AccountRoot: AccountRoot;
  DirectoryNode: DirectoryNode;
  RippleState: RippleState;
  Offer: Offer;
  PayChannel: PayChannel;
  Ticket: Ticket;
  SignerList: SignerList;
  DepositPreauth: DepositPreauth;
  FeeSettings: FeeSettings;
  Amendments: Amendments;
  LedgerHashes: LedgerHashes;
}

export type EntryName = keyof LedgerEntries;

/** Any entry, when only the common fields matter. */
export type LedgerEntry = LedgerEntries[EntryName];

/** A key and the type that must live there; a read through it yields nothing when another type does. */
export interface Keylet<Name extends EntryName = EntryName> {
  readonly type: Name;
  readonly key: Hash256;
}

/** Currency and issuer of a token. */
export interface TokenIssue {
  readonly currency: Currency;
  readonly issuer: AccountId;
}
