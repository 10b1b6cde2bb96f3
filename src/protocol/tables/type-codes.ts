/**
 * Names and numbers of transaction types and ledger entry types. In memory and in JSON the name stands, on the wire the
 * number; the codec is the only place that needs the numbers.
 */

const TRANSACTION_TYPE_CODES = {
  Payment: 0,
  EscrowCreate: 1,
  EscrowFinish: 2,
  AccountSet: 3,
  EscrowCancel: 4,
  SetRegularKey: 5,
  OfferCreate: 7,
  OfferCancel: 8,
  TicketCreate: 10,
  SignerListSet: 12,
  PaymentChannelCreate: 13,
  PaymentChannelFund: 14,
  PaymentChannelClaim: 15,
  CheckCreate: 16,
  CheckCash: 17,
  CheckCancel: 18,
  DepositPreauth: 19,
  TrustSet: 20,
  AccountDelete: 21,
  NFTokenMint: 25,
  NFTokenBurn: 26,
  NFTokenCreateOffer: 27,
  NFTokenCancelOffer: 28,
  NFTokenAcceptOffer: 29,
  Clawback: 30,
  AMMClawback: 31,
  AMMCreate: 35,
  AMMDeposit: 36,
  AMMWithdraw: 37,
  AMMVote: 38,
  AMMBid: 39,
  AMMDelete: 40,
  XChainCreateClaimID: 41,
  XChainCommit: 42,
  XChainClaim: 43,
  XChainAccountCreateCommit: 44,
  XChainAddClaimAttestation: 45,
  XChainAddAccountCreateAttestation: 46,
  XChainModifyBridge: 47,
  XChainCreateBridge: 48,
  DIDSet: 49,
  DIDDelete: 50,
  OracleSet: 51,
  OracleDelete: 52,
  LedgerStateFix: 53,
  MPTokenIssuanceCreate: 54,
  MPTokenIssuanceDestroy: 55,
  MPTokenIssuanceSet: 56,
  MPTokenAuthorize: 57,
  CredentialCreate: 58,
  CredentialAccept: 59,
  CredentialDelete: 60,
  NFTokenModify: 61,
  PermissionedDomainSet: 62,
  PermissionedDomainDelete: 63,
  DelegateSet: 64,
  VaultCreate: 65,
  VaultSet: 66,
  VaultDelete: 67,
  VaultDeposit: 68,
  VaultWithdraw: 69,
  VaultClawback: 70,
  Batch: 71,
  LoanBrokerSet: 74,
  LoanBrokerDelete: 75,
  LoanBrokerCoverDeposit: 76,
  LoanBrokerCoverWithdraw: 77,
  LoanBrokerCoverClawback: 78,
  LoanSet: 80,
  LoanDelete: 81,
  LoanManage: 82,
  LoanPay: 84,
  EnableAmendment: 100,
  SetFee: 101,
  UNLModify: 102,
} as const;

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
export type TransactionTypeName = keyof typeof TRANSACTION_TYPE_CODES;
export type LedgerEntryTypeName = keyof typeof LEDGER_ENTRY_TYPE_CODES;

const transactionCodes = new Map<string, number>(Object.entries(TRANSACTION_TYPE_CODES));
const transactionNames = invert<TransactionTypeName>(TRANSACTION_TYPE_CODES);
const entryCodes = new Map<string, number>(Object.entries(LEDGER_ENTRY_TYPE_CODES));
const entryNames = invert<LedgerEntryTypeName>(LEDGER_ENTRY_TYPE_CODES);

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

function invert<Name extends string>(codes: Readonly<Record<Name, number>>): Map<number, Name> {
  return new Map((Object.entries(codes) as [Name, number][]).map(([name, code]) => [code, name]));
}
