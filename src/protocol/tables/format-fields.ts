/**
 * Which fields each transaction, ledger entry and inner object may and must have (the reference's transactions.macro,
 * ledger_entries.macro and InnerObjectFormats.cpp). Only data: `formats.ts` reads it.
 *
 * A field stands alone when it is required, with `?` when it is optional, and with `=` when it is optional but must not
 * be present with its default value. A `+` says that the field may hold a multi-purpose token. The order is the
 * reference's, because it decides which of several faults is reported.
 */

/** What every transaction has after its own fields. */
export const TRANSACTION_COMMON_FIELDS = `TransactionType Flags? SourceTag? Account Sequence PreviousTxnID? LastLedgerSequence? AccountTxnID? Fee
  OperationLimit? Memos? SigningPubKey TicketSequence? TxnSignature? Signers? NetworkID? Delegate?`;

/** What every ledger entry has after its own fields. */
export const ENTRY_COMMON_FIELDS = 'LedgerIndex? LedgerEntryType Flags';

/** Ledger entry type → its own fields. */
export const ENTRY_FIELDS = {
  NFTokenOffer:
    'Owner NFTokenID Amount OwnerNode NFTokenOfferNode Destination? Expiration? PreviousTxnID PreviousTxnLgrSeq',
  Check:
    'Account Destination SendMax Sequence OwnerNode DestinationNode Expiration? InvoiceID? SourceTag? ' +
    'DestinationTag? PreviousTxnID PreviousTxnLgrSeq',
  DID: 'Account DIDDocument? URI? Data? OwnerNode PreviousTxnID PreviousTxnLgrSeq',
  NegativeUNL: 'DisabledValidators? ValidatorToDisable? ValidatorToReEnable? PreviousTxnID? PreviousTxnLgrSeq?',
  NFTokenPage: 'PreviousPageMin? NextPageMin? NFTokens PreviousTxnID PreviousTxnLgrSeq',
  SignerList: 'Owner? OwnerNode SignerQuorum SignerEntries SignerListID PreviousTxnID PreviousTxnLgrSeq',
  Ticket: 'Account OwnerNode TicketSequence PreviousTxnID PreviousTxnLgrSeq',
  AccountRoot:
    'Account Sequence Balance OwnerCount PreviousTxnID PreviousTxnLgrSeq AccountTxnID? RegularKey? EmailHash? ' +
    'WalletLocator? WalletSize? MessageKey? TransferRate? Domain? TickSize? TicketCount? NFTokenMinter? ' +
    'MintedNFTokens= BurnedNFTokens= FirstNFTokenSequence? AMMID? VaultID? LoanBrokerID?',
  DirectoryNode:
    'Owner? TakerPaysCurrency? TakerPaysIssuer? TakerPaysMPT? TakerGetsCurrency? TakerGetsIssuer? TakerGetsMPT? ' +
    'ExchangeRate? Indexes RootIndex IndexNext? IndexPrevious? NFTokenID? PreviousTxnID? PreviousTxnLgrSeq? ' +
    'DomainID?',
  Amendments: 'Amendments? Majorities? PreviousTxnID? PreviousTxnLgrSeq?',
  LedgerHashes: 'FirstLedgerSequence? LastLedgerSequence? Hashes',
  Bridge:
    'Account SignatureReward MinAccountCreateAmount? XChainBridge XChainClaimID XChainAccountCreateCount ' +
    'XChainAccountClaimCount OwnerNode PreviousTxnID PreviousTxnLgrSeq',
  Offer:
    'Account Sequence TakerPays TakerGets BookDirectory BookNode OwnerNode PreviousTxnID PreviousTxnLgrSeq ' +
    'Expiration? DomainID? AdditionalBooks?',
  DepositPreauth: 'Account Authorize? OwnerNode PreviousTxnID PreviousTxnLgrSeq AuthorizeCredentials?',
  XChainOwnedClaimID:
    'Account XChainBridge XChainClaimID OtherChainSource XChainClaimAttestations SignatureReward OwnerNode ' +
    'PreviousTxnID PreviousTxnLgrSeq',
  RippleState:
    'Balance LowLimit HighLimit PreviousTxnID PreviousTxnLgrSeq LowNode? LowQualityIn? LowQualityOut? HighNode? ' +
    'HighQualityIn? HighQualityOut?',
  FeeSettings:
    'BaseFee? ReferenceFeeUnits? ReserveBase? ReserveIncrement? BaseFeeDrops? ReserveBaseDrops? ' +
    'ReserveIncrementDrops? PreviousTxnID? PreviousTxnLgrSeq?',
  XChainOwnedCreateAccountClaimID:
    'Account XChainBridge XChainAccountCreateCount XChainCreateAccountAttestations OwnerNode PreviousTxnID ' +
    'PreviousTxnLgrSeq',
  Escrow:
    'Account Sequence? Destination Amount Condition? CancelAfter? FinishAfter? SourceTag? DestinationTag? ' +
    'OwnerNode PreviousTxnID PreviousTxnLgrSeq DestinationNode? TransferRate? IssuerNode?',
  PayChannel:
    'Account Destination Sequence? Amount Balance PublicKey SettleDelay Expiration? CancelAfter? SourceTag? ' +
    'DestinationTag? OwnerNode PreviousTxnID PreviousTxnLgrSeq DestinationNode?',
  AMM:
    'Account TradingFee= VoteSlots? AuctionSlot? LPTokenBalance Asset Asset2 OwnerNode PreviousTxnID? ' +
    'PreviousTxnLgrSeq?',
  MPTokenIssuance:
    'Issuer Sequence TransferFee= OwnerNode AssetScale= MaximumAmount? OutstandingAmount LockedAmount? ' +
    'MPTokenMetadata? PreviousTxnID PreviousTxnLgrSeq DomainID? MutableFlags= ReferenceHolding?',
  MPToken: 'Account MPTokenIssuanceID MPTAmount= LockedAmount? OwnerNode PreviousTxnID PreviousTxnLgrSeq',
  Oracle:
    'Owner OracleDocumentID? Provider PriceDataSeries AssetClass LastUpdateTime URI? OwnerNode PreviousTxnID ' +
    'PreviousTxnLgrSeq',
  Credential: 'Subject Issuer CredentialType Expiration? URI? IssuerNode SubjectNode? PreviousTxnID PreviousTxnLgrSeq',
  PermissionedDomain: 'Owner Sequence AcceptedCredentials OwnerNode PreviousTxnID PreviousTxnLgrSeq',
  Delegate: 'Account Authorize Permissions OwnerNode DestinationNode? PreviousTxnID PreviousTxnLgrSeq',
  Vault:
    'PreviousTxnID PreviousTxnLgrSeq Sequence OwnerNode Owner Account Data? Asset AssetsTotal= AssetsAvailable= ' +
    'AssetsMaximum= LossUnrealized= ShareMPTID WithdrawalPolicy Scale=',
  LoanBroker:
    'PreviousTxnID PreviousTxnLgrSeq Sequence OwnerNode VaultNode VaultID Account Owner LoanSequence Data= ' +
    'ManagementFeeRate= OwnerCount= DebtTotal= DebtMaximum= CoverAvailable= CoverRateMinimum= ' +
    'CoverRateLiquidation=',
  Loan:
    'PreviousTxnID PreviousTxnLgrSeq OwnerNode LoanBrokerNode LoanBrokerID LoanSequence Borrower ' +
    'LoanOriginationFee= LoanServiceFee= LatePaymentFee= ClosePaymentFee= OverpaymentFee= InterestRate= ' +
    'LateInterestRate= CloseInterestRate= OverpaymentInterestRate= StartDate PaymentInterval GracePeriod= ' +
    'PreviousPaymentDueDate= NextPaymentDueDate= PaymentRemaining= PeriodicPayment PrincipalOutstanding= ' +
    'TotalValueOutstanding= ManagementFeeOutstanding= LoanScale=',
} as const;

/** Name of the field that holds the object → the object's fields. */
export const INNER_OBJECT_FIELDS = {
  SignerEntry: 'Account SignerWeight WalletLocator?',
  Signer: 'Account SigningPubKey TxnSignature',
  Majority: 'Amendment CloseTime',
  DisabledValidator: 'PublicKey FirstLedgerSequence',
  NFToken: 'NFTokenID URI?',
  VoteEntry: 'Account TradingFee= VoteWeight',
  AuctionSlot: 'Account Expiration DiscountedFee= Price AuthAccounts?',
  XChainClaimAttestationCollectionElement:
    'AttestationSignerAccount PublicKey Signature Amount Account AttestationRewardAccount WasLockingChainSend ' +
    'XChainClaimID Destination?',
  XChainCreateAccountAttestationCollectionElement:
    'AttestationSignerAccount PublicKey Signature Amount Account AttestationRewardAccount WasLockingChainSend ' +
    'XChainAccountCreateCount Destination SignatureReward',
  XChainClaimProofSig:
    'AttestationSignerAccount PublicKey Amount AttestationRewardAccount WasLockingChainSend Destination?',
  XChainCreateAccountProofSig:
    'AttestationSignerAccount PublicKey Amount SignatureReward AttestationRewardAccount WasLockingChainSend ' +
    'Destination',
  AuthAccount: 'Account',
  PriceData: 'BaseAsset QuoteAsset AssetPrice? Scale=',
  Credential: 'Issuer CredentialType',
  Permission: 'PermissionValue',
  BatchSigner: 'Account SigningPubKey? TxnSignature? Signers?',
  Book: 'BookDirectory BookNode',
  CounterpartySignature: 'SigningPubKey? TxnSignature? Signers?',
} as const;
