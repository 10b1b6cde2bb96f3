/**
 * The one record of each transaction type: its number on the wire, its fields, its flags, and what history, metadata
 * and the engine need to know of it (rippled: transactions.macro and TxFlags.h). The names of the types, their formats,
 * flag masks and the TypeScript type of their fields (`TransactionOf`) are derived from it. One record a type; `fields.ts` and `flags.ts` have the lookups.
 */

/** What a row may say. */
export interface TransactionTypeRecord {
  /** The number on the wire. */
  readonly code: number;
  /** The amendment that brought it, unless that is retired (rippled: transactions.macro). */
  readonly amendment?: string;
  /** Its own fields, in the notation of `format-fields.ts`. */
  readonly fields: string;
  /** The bits of `Flags` that mean something to this type; the upper eight bits belong to all types. */
  readonly flags?: Readonly<Record<string, number>>;
  /**
   * The fields that name the transaction's other party; the first one present counts. An amount means its issuer. The
   * id of an entry with two ends means its other end, and so does the number of an escrow created by `Owner`.
   */
  readonly otherParty?: readonly string[];
  /** True when `Amount` is what it delivers, unless metadata says otherwise. */
  readonly delivers?: true;
  /** True for what only validators make: no sender, no signature, no fee, and never in the open ledger. */
  readonly isPseudo?: true;
  /** True if an account cannot delegate it as a whole (rippled: transactions.macro, NotDelegable). */
  readonly isOwnersAlone?: true;
  /**
   * Whether it may create an account or a pseudo-account, and whether it must or may delete one when it succeeds. No
   * other type may.
   */
  readonly accounts?: 'makes' | 'makesPseudo' | 'removes' | 'mayRemove';
  /** Whether it must or may create, change or delete a vault when it succeeds. No other type may. */
  readonly vaults?: 'must' | 'may';
  /**
   * What it does to multi-purpose tokens and their holdings; no other type may (rippled: InvariantCheckPrivilege.h).
   */
  readonly mpts?: readonly MptRule[];
}

/**
 * It creates or destroys one issuance; it must or may create or delete one holding; it may create or delete holdings as
 * a side effect.
 */
export type MptRule =
  | 'makesIssuance'
  | 'endsIssuance'
  | 'mustAuthorize'
  | 'mayAuthorize'
  | 'mayMakeHoldings'
  | 'mayEndHoldings';

/** In the order of their numbers. */
export const TRANSACTION_TYPES = {
  Payment: {
    code: 0,
    fields: 'Destination Amount+ SendMax?+ Paths= InvoiceID? DestinationTag? DeliverMin?+ CredentialIDs? DomainID?',
    flags: { tfNoRippleDirect: 0x00010000, tfPartialPayment: 0x00020000, tfLimitQuality: 0x00040000 },
    otherParty: ['Destination'],
    delivers: true,
    accounts: 'makes',
    mpts: ['mayMakeHoldings'],
  },
  EscrowCreate: {
    code: 1,
    fields: 'Destination Amount+ Condition? CancelAfter? FinishAfter? DestinationTag?',
    otherParty: ['Destination'],
  },
  EscrowFinish: {
    code: 2,
    fields: 'Owner OfferSequence Fulfillment? Condition? CredentialIDs?',
    otherParty: ['OfferSequence'],
    mpts: ['mayAuthorize'],
  },
  AccountSet: {
    code: 3,
    isOwnersAlone: true,
    fields: `EmailHash? WalletLocator? WalletSize? MessageKey? Domain? TransferRate? SetFlag? ClearFlag? TickSize?
      NFTokenMinter?`,
    flags: {
      tfRequireDestTag: 0x00010000,
      tfOptionalDestTag: 0x00020000,
      tfRequireAuth: 0x00040000,
      tfOptionalAuth: 0x00080000,
      tfDisallowXRP: 0x00100000,
      tfAllowXRP: 0x00200000,
    },
  },
  EscrowCancel: {
    code: 4,
    fields: 'Owner OfferSequence',
    otherParty: ['OfferSequence'],
  },
  SetRegularKey: {
    code: 5,
    isOwnersAlone: true,
    fields: 'RegularKey?',
  },
  OfferCreate: {
    code: 7,
    fields: 'TakerPays+ TakerGets+ Expiration? OfferSequence? DomainID?',
    flags: {
      tfPassive: 0x00010000,
      tfImmediateOrCancel: 0x00020000,
      tfFillOrKill: 0x00040000,
      tfSell: 0x00080000,
      tfHybrid: 0x00100000,
    },
    mpts: ['mayMakeHoldings'],
  },
  OfferCancel: {
    code: 8,
    fields: 'OfferSequence',
  },
  TicketCreate: {
    code: 10,
    fields: 'TicketCount',
  },
  SignerListSet: {
    code: 12,
    isOwnersAlone: true,
    fields: 'SignerQuorum SignerEntries?',
  },
  PaymentChannelCreate: {
    code: 13,
    fields: 'Destination Amount SettleDelay PublicKey CancelAfter? DestinationTag?',
    otherParty: ['Destination'],
  },
  PaymentChannelFund: {
    code: 14,
    fields: 'Channel Amount Expiration?',
    otherParty: ['Channel'],
  },
  PaymentChannelClaim: {
    code: 15,
    fields: 'Channel Amount? Balance? Signature? PublicKey? CredentialIDs?',
    flags: { tfRenew: 0x00010000, tfClose: 0x00020000 },
    otherParty: ['Channel'],
  },
  CheckCreate: {
    code: 16,
    fields: 'Destination SendMax+ Expiration? DestinationTag? InvoiceID?',
    otherParty: ['Destination'],
  },
  CheckCash: {
    code: 17,
    fields: 'CheckID Amount?+ DeliverMin?+',
    otherParty: ['CheckID'],
    delivers: true,
    mpts: ['mayMakeHoldings'],
  },
  CheckCancel: {
    code: 18,
    fields: 'CheckID',
    otherParty: ['CheckID'],
  },
  DepositPreauth: {
    code: 19,
    fields: 'Authorize? Unauthorize? AuthorizeCredentials? UnauthorizeCredentials?',
    otherParty: ['Authorize', 'Unauthorize'],
  },
  TrustSet: {
    code: 20,
    fields: 'LimitAmount? QualityIn? QualityOut?',
    flags: {
      tfSetfAuth: 0x00010000,
      tfSetNoRipple: 0x00020000,
      tfClearNoRipple: 0x00040000,
      tfSetFreeze: 0x00100000,
      tfClearFreeze: 0x00200000,
      tfSetDeepFreeze: 0x00400000,
      tfClearDeepFreeze: 0x00800000,
    },
    otherParty: ['LimitAmount'],
  },
  AccountDelete: {
    code: 21,
    isOwnersAlone: true,
    fields: 'Destination DestinationTag? CredentialIDs?',
    otherParty: ['Destination'],
    delivers: true,
    accounts: 'removes',
  },
  NFTokenMint: {
    code: 25,
    fields: 'NFTokenTaxon TransferFee? Issuer? URI? Amount? Destination? Expiration?',
    flags: { tfBurnable: 0x00000001, tfOnlyXRP: 0x00000002, tfTransferable: 0x00000008, tfMutable: 0x00000010 },
    otherParty: ['Destination'],
  },
  NFTokenBurn: {
    code: 26,
    fields: 'NFTokenID Owner?',
    otherParty: ['Owner'],
  },
  NFTokenCreateOffer: {
    code: 27,
    fields: 'NFTokenID Amount Destination? Owner? Expiration?',
    flags: { tfSellNFToken: 0x00000001 },
    otherParty: ['Destination', 'Owner'],
  },
  NFTokenCancelOffer: {
    code: 28,
    fields: 'NFTokenOffers',
  },
  NFTokenAcceptOffer: {
    code: 29,
    fields: 'NFTokenBuyOffer? NFTokenSellOffer? NFTokenBrokerFee?',
  },
  Clawback: {
    code: 30,
    amendment: 'Clawback',
    fields: 'Amount+ Holder?',
    otherParty: ['Holder', 'Amount'],
  },
  AMMClawback: {
    code: 31,
    amendment: 'AMMClawback',
    fields: 'Holder Asset+ Asset2+ Amount?+',
    flags: { tfClawTwoAssets: 0x00000001 },
    otherParty: ['Holder'],
    accounts: 'mayRemove',
    mpts: ['mayAuthorize'],
  },
  AMMCreate: {
    code: 35,
    amendment: 'AMM',
    fields: 'Amount+ Amount2+ TradingFee',
    accounts: 'makesPseudo',
    mpts: ['mayMakeHoldings'],
  },
  AMMDeposit: {
    code: 36,
    amendment: 'AMM',
    fields: 'Asset+ Asset2+ Amount?+ Amount2?+ EPrice? LPTokenOut? TradingFee?',
    flags: {
      tfLPToken: 0x00010000,
      tfSingleAsset: 0x00080000,
      tfTwoAsset: 0x00100000,
      tfOneAssetLPToken: 0x00200000,
      tfLimitLPToken: 0x00400000,
      tfTwoAssetIfEmpty: 0x00800000,
    },
  },
  AMMWithdraw: {
    code: 37,
    amendment: 'AMM',
    fields: 'Asset+ Asset2+ Amount?+ Amount2?+ EPrice? LPTokenIn?',
    flags: {
      tfLPToken: 0x00010000,
      tfWithdrawAll: 0x00020000,
      tfOneAssetWithdrawAll: 0x00040000,
      tfSingleAsset: 0x00080000,
      tfTwoAsset: 0x00100000,
      tfOneAssetLPToken: 0x00200000,
      tfLimitLPToken: 0x00400000,
    },
    accounts: 'mayRemove',
    mpts: ['mayAuthorize'],
  },
  AMMVote: {
    code: 38,
    amendment: 'AMM',
    fields: 'Asset+ Asset2+ TradingFee',
  },
  AMMBid: {
    code: 39,
    amendment: 'AMM',
    fields: 'Asset+ Asset2+ BidMin? BidMax? AuthAccounts?',
  },
  AMMDelete: {
    code: 40,
    amendment: 'AMM',
    fields: 'Asset+ Asset2+',
    accounts: 'removes',
    mpts: ['mayEndHoldings'],
  },
  XChainCreateClaimID: {
    code: 41,
    amendment: 'XChainBridge',
    fields: 'XChainBridge SignatureReward OtherChainSource',
  },
  XChainCommit: {
    code: 42,
    amendment: 'XChainBridge',
    fields: 'XChainBridge XChainClaimID Amount OtherChainDestination?',
  },
  XChainClaim: {
    code: 43,
    amendment: 'XChainBridge',
    fields: 'XChainBridge XChainClaimID Destination DestinationTag? Amount',
    otherParty: ['Destination'],
  },
  XChainAccountCreateCommit: {
    code: 44,
    amendment: 'XChainBridge',
    fields: 'XChainBridge Destination Amount SignatureReward',
    otherParty: ['Destination'],
  },
  XChainAddClaimAttestation: {
    code: 45,
    amendment: 'XChainBridge',
    fields: `XChainBridge AttestationSignerAccount PublicKey Signature OtherChainSource Amount
      AttestationRewardAccount WasLockingChainSend XChainClaimID Destination?`,
    otherParty: ['Destination'],
    accounts: 'makes',
  },
  XChainAddAccountCreateAttestation: {
    code: 46,
    amendment: 'XChainBridge',
    fields: `XChainBridge AttestationSignerAccount PublicKey Signature OtherChainSource Amount
      AttestationRewardAccount WasLockingChainSend XChainAccountCreateCount Destination SignatureReward`,
    otherParty: ['Destination'],
    accounts: 'makes',
  },
  XChainModifyBridge: {
    code: 47,
    amendment: 'XChainBridge',
    fields: 'XChainBridge SignatureReward? MinAccountCreateAmount?',
    flags: { tfClearAccountCreateAmount: 0x00010000 },
  },
  XChainCreateBridge: {
    code: 48,
    amendment: 'XChainBridge',
    fields: 'XChainBridge SignatureReward MinAccountCreateAmount?',
  },
  DIDSet: {
    code: 49,
    amendment: 'DID',
    fields: 'DIDDocument? URI? Data?',
  },
  DIDDelete: {
    code: 50,
    amendment: 'DID',
    fields: '',
  },
  OracleSet: {
    code: 51,
    amendment: 'PriceOracle',
    fields: 'OracleDocumentID Provider? URI? AssetClass? LastUpdateTime PriceDataSeries',
  },
  OracleDelete: {
    code: 52,
    amendment: 'PriceOracle',
    fields: 'OracleDocumentID',
  },
  LedgerStateFix: {
    code: 53,
    amendment: 'fixNFTokenPageLinks',
    fields: 'LedgerFixType Owner? BookDirectory?',
    otherParty: ['Owner'],
  },
  MPTokenIssuanceCreate: {
    code: 54,
    amendment: 'MPTokensV1',
    fields: 'AssetScale? TransferFee? MaximumAmount? MPTokenMetadata? DomainID? MutableFlags?',
    flags: {
      tfMPTCanLock: 0x00000002,
      tfMPTRequireAuth: 0x00000004,
      tfMPTCanEscrow: 0x00000008,
      tfMPTCanTrade: 0x00000010,
      tfMPTCanTransfer: 0x00000020,
      tfMPTCanClawback: 0x00000040,
    },
    mpts: ['makesIssuance'],
  },
  MPTokenIssuanceDestroy: {
    code: 55,
    amendment: 'MPTokensV1',
    fields: 'MPTokenIssuanceID',
    mpts: ['endsIssuance'],
  },
  MPTokenIssuanceSet: {
    code: 56,
    amendment: 'MPTokensV1',
    fields: 'MPTokenIssuanceID Holder? DomainID? MPTokenMetadata? TransferFee? MutableFlags?',
    flags: { tfMPTLock: 0x00000001, tfMPTUnlock: 0x00000002 },
    otherParty: ['Holder'],
  },
  MPTokenAuthorize: {
    code: 57,
    amendment: 'MPTokensV1',
    fields: 'MPTokenIssuanceID Holder?',
    flags: { tfMPTUnauthorize: 0x00000001 },
    otherParty: ['Holder'],
    mpts: ['mustAuthorize'],
  },
  CredentialCreate: {
    code: 58,
    amendment: 'Credentials',
    fields: 'Subject CredentialType Expiration? URI?',
    otherParty: ['Subject'],
  },
  CredentialAccept: {
    code: 59,
    amendment: 'Credentials',
    fields: 'Issuer CredentialType',
    otherParty: ['Issuer'],
  },
  CredentialDelete: {
    code: 60,
    amendment: 'Credentials',
    fields: 'Subject? Issuer? CredentialType',
    otherParty: ['Subject', 'Issuer'],
  },
  NFTokenModify: {
    code: 61,
    amendment: 'DynamicNFT',
    fields: 'NFTokenID Owner? URI?',
    otherParty: ['Owner'],
  },
  PermissionedDomainSet: {
    code: 62,
    amendment: 'PermissionedDomains',
    fields: 'DomainID? AcceptedCredentials',
  },
  PermissionedDomainDelete: {
    code: 63,
    amendment: 'PermissionedDomains',
    fields: 'DomainID',
  },
  DelegateSet: {
    code: 64,
    isOwnersAlone: true,
    amendment: 'PermissionDelegationV1_1',
    fields: 'Authorize Permissions',
    otherParty: ['Authorize'],
  },
  VaultCreate: {
    code: 65,
    isOwnersAlone: true,
    amendment: 'SingleAssetVault',
    fields: 'Asset+ AssetsMaximum? MPTokenMetadata? DomainID? WithdrawalPolicy? Data? Scale?',
    flags: { tfVaultPrivate: 0x00010000, tfVaultShareNonTransferable: 0x00020000 },
    mpts: ['makesIssuance'],
    accounts: 'makesPseudo',
    vaults: 'must',
  },
  VaultSet: {
    code: 66,
    isOwnersAlone: true,
    amendment: 'SingleAssetVault',
    fields: 'VaultID AssetsMaximum? DomainID? Data?',
    vaults: 'must',
  },
  VaultDelete: {
    code: 67,
    isOwnersAlone: true,
    amendment: 'SingleAssetVault',
    fields: 'VaultID',
    mpts: ['endsIssuance'],
    accounts: 'removes',
    vaults: 'must',
  },
  VaultDeposit: {
    code: 68,
    isOwnersAlone: true,
    amendment: 'SingleAssetVault',
    fields: 'VaultID Amount+',
    mpts: ['mayAuthorize'],
    vaults: 'must',
  },
  VaultWithdraw: {
    code: 69,
    isOwnersAlone: true,
    amendment: 'SingleAssetVault',
    fields: 'VaultID Amount+ Destination? DestinationTag?',
    otherParty: ['Destination'],
    mpts: ['mayEndHoldings', 'mayAuthorize'],
    vaults: 'must',
  },
  VaultClawback: {
    code: 70,
    isOwnersAlone: true,
    amendment: 'SingleAssetVault',
    fields: 'VaultID Holder Amount?+',
    otherParty: ['Holder'],
    mpts: ['mayEndHoldings'],
    vaults: 'must',
  },
  Batch: {
    code: 71,
    isOwnersAlone: true,
    amendment: 'BatchV1_1',
    fields: 'RawTransactions BatchSigners?',
    flags: { tfAllOrNothing: 0x00010000, tfOnlyOne: 0x00020000, tfUntilFailure: 0x00040000, tfIndependent: 0x00080000 },
  },
  LoanBrokerSet: {
    code: 74,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'VaultID LoanBrokerID? Data? ManagementFeeRate? DebtMaximum? CoverRateMinimum? CoverRateLiquidation?',
    mpts: ['mayAuthorize'],
    accounts: 'makesPseudo',
  },
  LoanBrokerDelete: {
    code: 75,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanBrokerID',
    mpts: ['mayAuthorize'],
    accounts: 'removes',
  },
  LoanBrokerCoverDeposit: {
    code: 76,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanBrokerID Amount+',
  },
  LoanBrokerCoverWithdraw: {
    code: 77,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanBrokerID Amount+ Destination? DestinationTag?',
    otherParty: ['Destination'],
    mpts: ['mayAuthorize'],
  },
  LoanBrokerCoverClawback: {
    code: 78,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanBrokerID? Amount?+',
  },
  LoanSet: {
    code: 80,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: `LoanBrokerID Data? Counterparty? CounterpartySignature? LoanOriginationFee? LoanServiceFee?
      LatePaymentFee? ClosePaymentFee? OverpaymentFee? InterestRate? LateInterestRate? CloseInterestRate?
      OverpaymentInterestRate? PrincipalRequested PaymentTotal? PaymentInterval? GracePeriod?`,
    flags: { tfLoanOverpayment: 0x00010000 },
    mpts: ['mayAuthorize'],
    vaults: 'must',
  },
  LoanDelete: {
    code: 81,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanID',
  },
  LoanManage: {
    code: 82,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanID',
    flags: { tfLoanDefault: 0x00010000, tfLoanImpair: 0x00020000, tfLoanUnimpair: 0x00040000 },
    vaults: 'may',
  },
  LoanPay: {
    code: 84,
    isOwnersAlone: true,
    amendment: 'LendingProtocol',
    fields: 'LoanID Amount+',
    flags: { tfLoanOverpayment: 0x00010000, tfLoanFullPayment: 0x00020000, tfLoanLatePayment: 0x00040000 },
    mpts: ['mayAuthorize'],
    vaults: 'must',
  },
  EnableAmendment: {
    code: 100,
    isOwnersAlone: true,
    fields: 'LedgerSequence Amendment',
    flags: { tfGotMajority: 0x00010000, tfLostMajority: 0x00020000 },
    isPseudo: true,
  },
  SetFee: {
    code: 101,
    isOwnersAlone: true,
    fields: `LedgerSequence? BaseFee? ReferenceFeeUnits? ReserveBase? ReserveIncrement? BaseFeeDrops?
      ReserveBaseDrops? ReserveIncrementDrops?`,
    isPseudo: true,
  },
  UNLModify: {
    code: 102,
    isOwnersAlone: true,
    fields: 'UNLModifyDisabling LedgerSequence UNLModifyValidator',
    isPseudo: true,
  },
} as const satisfies Readonly<Record<string, TransactionTypeRecord>>;

export type TransactionTypeName = keyof typeof TRANSACTION_TYPES;
