/**
 * The one record of each ledger entry type: its number on the wire, its name in requests, its fields, its flags, and
 * the rules of ownership and of what it holds (rippled: ledger_entries.macro and LedgerFormats.h). The names of the
 * types, their formats and their TypeScript types (`entries.ts`) are derived from it.
 */

/** What a row may say. */
export interface LedgerEntryTypeRecord {
  /** The number on the wire. */
  readonly code: number;
  /** What requests call it. */
  readonly requestName: string;
  /** Its own fields, in the notation of `format-fields.ts`. */
  readonly fields: string;
  /** The bits of `Flags`. */
  readonly flags?: Readonly<Record<string, number>>;
  /** The bits of `MutableFlags`. */
  readonly mutableFlags?: Readonly<Record<string, number>>;
  /** True when no account owns it. */
  readonly isUnowned?: true;
  /** The accounts' directories that list it; the first account pays its reserve. A trust line has its own rule. */
  readonly listedBy?: readonly DirectoryPlace[];
  /** True when a directory stays, empty, after its last entry was of this type (rippled: dirRemove with keepRoot). */
  readonly keepsEmptyDirectory?: true;
  /** What it adds to its owner's count: a number, or one that depends on the length of a list. Defaults to 1. */
  readonly ownerCount?: number | OwnerCountByLength;
  /** With this flag, the account in this field pays the reserve instead. */
  readonly paidOnceFlagged?: { readonly flag: string; readonly by: string };
  /**
   * What happens to it when its owner is deleted (rippled: AccountDelete.cpp, nonObligationDeleter): `blocks` forbids
   * the deletion, `removed` deletes the entry, `hasRemover` deletes it by a function of `account-delete.ts`. If absent,
   * the deletion is refused, but `account_objects` with `deletion_blockers_only` omits the entry.
   */
  readonly atOwnersDeletion?: 'blocks' | 'removed' | 'hasRemover';
  /** The field with the drops that were deposited, and the field with the drops that were paid out since. */
  readonly holdsDrops?: { readonly putIn: string; readonly paidOut?: string };
}

/** One of the directories that list an entry. */
export interface DirectoryPlace {
  /**
   * The field that names the directory's owner: an account; the issuer of a token amount (no directory for other
   * amounts); or the `Account` of the entry with that key.
   */
  readonly account: string;
  /** The field with the number of the page. It is left out for a directory that lists the entry already. */
  readonly page: string;
}

/** An owner count that depends on whether a list has more elements than `longerThan`. */
export interface OwnerCountByLength {
  readonly usual: number;
  readonly list: string;
  readonly longerThan: number;
  readonly long: number;
}

const BY_ACCOUNT = [{ account: 'Account', page: 'OwnerNode' }] as const;
const BY_OWNER = [{ account: 'Owner', page: 'OwnerNode' }] as const;
const BY_DESTINATION = { account: 'Destination', page: 'DestinationNode' } as const;

/** In the order of their numbers. */
export const ENTRY_TYPES = {
  NFTokenOffer: {
    code: 55,
    requestName: 'nft_offer',
    fields: `Owner NFTokenID Amount OwnerNode NFTokenOfferNode Destination? Expiration? PreviousTxnID
      PreviousTxnLgrSeq`,
    flags: { lsfSellNFToken: 0x00000001 },
    listedBy: BY_OWNER,
    atOwnersDeletion: 'hasRemover',
  },
  Check: {
    code: 67,
    requestName: 'check',
    fields: `Account Destination SendMax Sequence OwnerNode DestinationNode Expiration? InvoiceID? SourceTag?
      DestinationTag? PreviousTxnID PreviousTxnLgrSeq`,
    listedBy: [...BY_ACCOUNT, BY_DESTINATION],
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'blocks',
  },
  DID: {
    code: 73,
    requestName: 'did',
    fields: 'Account DIDDocument? URI? Data? OwnerNode PreviousTxnID PreviousTxnLgrSeq',
    listedBy: BY_ACCOUNT,
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'removed',
  },
  NegativeUNL: {
    code: 78,
    requestName: 'nunl',
    fields: 'DisabledValidators? ValidatorToDisable? ValidatorToReEnable? PreviousTxnID? PreviousTxnLgrSeq?',
    isUnowned: true,
  },
  NFTokenPage: {
    code: 80,
    requestName: 'nft_page',
    fields: 'PreviousPageMin? NextPageMin? NFTokens PreviousTxnID PreviousTxnLgrSeq',
    atOwnersDeletion: 'blocks',
  },
  SignerList: {
    code: 83,
    requestName: 'signer_list',
    fields: 'Owner? OwnerNode SignerQuorum SignerEntries SignerListID PreviousTxnID PreviousTxnLgrSeq',
    flags: { lsfOneOwnerCount: 0x00010000 },
    listedBy: BY_OWNER,
    atOwnersDeletion: 'hasRemover',
  },
  Ticket: {
    code: 84,
    requestName: 'ticket',
    fields: 'Account OwnerNode TicketSequence PreviousTxnID PreviousTxnLgrSeq',
    listedBy: BY_ACCOUNT,
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'hasRemover',
  },
  AccountRoot: {
    code: 97,
    requestName: 'account',
    fields: `Account Sequence Balance OwnerCount PreviousTxnID PreviousTxnLgrSeq AccountTxnID? RegularKey? EmailHash?
      WalletLocator? WalletSize? MessageKey? TransferRate? Domain? TickSize? TicketCount? NFTokenMinter?
      MintedNFTokens= BurnedNFTokens= FirstNFTokenSequence? AMMID? VaultID? LoanBrokerID?`,
    flags: {
      lsfPasswordSpent: 0x00010000,
      lsfRequireDestTag: 0x00020000,
      lsfRequireAuth: 0x00040000,
      lsfDisallowXRP: 0x00080000,
      lsfDisableMaster: 0x00100000,
      lsfNoFreeze: 0x00200000,
      lsfGlobalFreeze: 0x00400000,
      lsfDefaultRipple: 0x00800000,
      lsfDepositAuth: 0x01000000,
      lsfDisallowIncomingNFTokenOffer: 0x04000000,
      lsfDisallowIncomingCheck: 0x08000000,
      lsfDisallowIncomingPayChan: 0x10000000,
      lsfDisallowIncomingTrustline: 0x20000000,
      lsfAllowTrustLineLocking: 0x40000000,
      lsfAllowTrustLineClawback: 0x80000000,
    },
    holdsDrops: { putIn: 'Balance' },
  },
  DirectoryNode: {
    code: 100,
    requestName: 'directory',
    fields: `Owner? TakerPaysCurrency? TakerPaysIssuer? TakerPaysMPT? TakerGetsCurrency? TakerGetsIssuer?
      TakerGetsMPT? ExchangeRate? Indexes RootIndex IndexNext? IndexPrevious? NFTokenID? PreviousTxnID?
      PreviousTxnLgrSeq? DomainID?`,
    flags: { lsfNFTokenBuyOffers: 0x00000001, lsfNFTokenSellOffers: 0x00000002 },
    isUnowned: true,
  },
  Amendments: {
    code: 102,
    requestName: 'amendments',
    fields: 'Amendments? Majorities? PreviousTxnID? PreviousTxnLgrSeq?',
    isUnowned: true,
  },
  LedgerHashes: {
    code: 104,
    requestName: 'hashes',
    fields: 'FirstLedgerSequence? LastLedgerSequence? Hashes',
    isUnowned: true,
  },
  Bridge: {
    code: 105,
    requestName: 'bridge',
    fields: `Account SignatureReward MinAccountCreateAmount? XChainBridge XChainClaimID XChainAccountCreateCount
      XChainAccountClaimCount OwnerNode PreviousTxnID PreviousTxnLgrSeq`,
    listedBy: BY_ACCOUNT,
    atOwnersDeletion: 'blocks',
  },
  Offer: {
    code: 111,
    requestName: 'offer',
    fields: `Account Sequence TakerPays TakerGets BookDirectory BookNode OwnerNode PreviousTxnID PreviousTxnLgrSeq
      Expiration? DomainID? AdditionalBooks?`,
    flags: { lsfPassive: 0x00010000, lsfSell: 0x00020000, lsfHybrid: 0x00040000 },
    listedBy: BY_ACCOUNT,
    atOwnersDeletion: 'hasRemover',
  },
  DepositPreauth: {
    code: 112,
    requestName: 'deposit_preauth',
    fields: 'Account Authorize? OwnerNode PreviousTxnID PreviousTxnLgrSeq AuthorizeCredentials?',
    listedBy: BY_ACCOUNT,
    atOwnersDeletion: 'removed',
  },
  XChainOwnedClaimID: {
    code: 113,
    requestName: 'xchain_owned_claim_id',
    fields: `Account XChainBridge XChainClaimID OtherChainSource XChainClaimAttestations SignatureReward OwnerNode
      PreviousTxnID PreviousTxnLgrSeq`,
    listedBy: BY_ACCOUNT,
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'blocks',
  },
  RippleState: {
    code: 114,
    requestName: 'state',
    fields: `Balance LowLimit HighLimit PreviousTxnID PreviousTxnLgrSeq LowNode? LowQualityIn? LowQualityOut?
      HighNode? HighQualityIn? HighQualityOut?`,
    flags: {
      lsfLowReserve: 0x00010000,
      lsfHighReserve: 0x00020000,
      lsfLowAuth: 0x00040000,
      lsfHighAuth: 0x00080000,
      lsfLowNoRipple: 0x00100000,
      lsfHighNoRipple: 0x00200000,
      lsfLowFreeze: 0x00400000,
      lsfHighFreeze: 0x00800000,
      lsfAMMNode: 0x01000000,
      lsfLowDeepFreeze: 0x02000000,
      lsfHighDeepFreeze: 0x04000000,
    },
    atOwnersDeletion: 'blocks',
  },
  FeeSettings: {
    code: 115,
    requestName: 'fee',
    fields: `BaseFee? ReferenceFeeUnits? ReserveBase? ReserveIncrement? BaseFeeDrops? ReserveBaseDrops?
      ReserveIncrementDrops? PreviousTxnID? PreviousTxnLgrSeq?`,
    isUnowned: true,
  },
  XChainOwnedCreateAccountClaimID: {
    code: 116,
    requestName: 'xchain_owned_create_account_claim_id',
    fields: `Account XChainBridge XChainAccountCreateCount XChainCreateAccountAttestations OwnerNode PreviousTxnID
      PreviousTxnLgrSeq`,
    listedBy: BY_ACCOUNT,
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'blocks',
  },
  Escrow: {
    code: 117,
    requestName: 'escrow',
    fields: `Account Sequence? Destination Amount Condition? CancelAfter? FinishAfter? SourceTag? DestinationTag?
      OwnerNode PreviousTxnID PreviousTxnLgrSeq DestinationNode? TransferRate? IssuerNode?`,
    listedBy: [...BY_ACCOUNT, BY_DESTINATION, { account: 'Amount', page: 'IssuerNode' }],
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'blocks',
    holdsDrops: { putIn: 'Amount' },
  },
  PayChannel: {
    code: 120,
    requestName: 'payment_channel',
    fields: `Account Destination Sequence? Amount Balance PublicKey SettleDelay Expiration? CancelAfter? SourceTag?
      DestinationTag? OwnerNode PreviousTxnID PreviousTxnLgrSeq DestinationNode?`,
    listedBy: [...BY_ACCOUNT, BY_DESTINATION],
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'blocks',
    holdsDrops: { putIn: 'Amount', paidOut: 'Balance' },
  },
  AMM: {
    code: 121,
    requestName: 'amm',
    fields: `Account TradingFee= VoteSlots? AuctionSlot? LPTokenBalance Asset Asset2 OwnerNode PreviousTxnID?
      PreviousTxnLgrSeq?`,
    listedBy: BY_ACCOUNT,
    ownerCount: 0,
  },
  MPTokenIssuance: {
    code: 126,
    requestName: 'mpt_issuance',
    fields: `Issuer Sequence TransferFee= OwnerNode AssetScale= MaximumAmount? OutstandingAmount LockedAmount?
      MPTokenMetadata? PreviousTxnID PreviousTxnLgrSeq DomainID? MutableFlags= ReferenceHolding?`,
    flags: {
      lsfMPTLocked: 0x00000001,
      lsfMPTCanLock: 0x00000002,
      lsfMPTRequireAuth: 0x00000004,
      lsfMPTCanEscrow: 0x00000008,
      lsfMPTCanTrade: 0x00000010,
      lsfMPTCanTransfer: 0x00000020,
      lsfMPTCanClawback: 0x00000040,
    },
    mutableFlags: {
      lsmfMPTCanMutateCanLock: 0x00000002,
      lsmfMPTCanMutateRequireAuth: 0x00000004,
      lsmfMPTCanMutateCanEscrow: 0x00000008,
      lsmfMPTCanMutateCanTrade: 0x00000010,
      lsmfMPTCanMutateCanTransfer: 0x00000020,
      lsmfMPTCanMutateCanClawback: 0x00000040,
      lsmfMPTCanMutateMetadata: 0x00010000,
      lsmfMPTCanMutateTransferFee: 0x00020000,
    },
    listedBy: [{ account: 'Issuer', page: 'OwnerNode' }],
    atOwnersDeletion: 'blocks',
  },
  MPToken: {
    code: 127,
    requestName: 'mptoken',
    fields: 'Account MPTokenIssuanceID MPTAmount= LockedAmount? OwnerNode PreviousTxnID PreviousTxnLgrSeq',
    flags: { lsfMPTLocked: 0x00000001, lsfMPTAuthorized: 0x00000002, lsfMPTAMM: 0x00000004 },
    listedBy: BY_ACCOUNT,
    atOwnersDeletion: 'blocks',
  },
  Oracle: {
    code: 128,
    requestName: 'oracle',
    fields: `Owner OracleDocumentID? Provider PriceDataSeries AssetClass LastUpdateTime URI? OwnerNode PreviousTxnID
      PreviousTxnLgrSeq`,
    listedBy: BY_OWNER,
    keepsEmptyDirectory: true,
    ownerCount: { usual: 1, list: 'PriceDataSeries', longerThan: 5, long: 2 },
    atOwnersDeletion: 'removed',
  },
  Credential: {
    code: 129,
    requestName: 'credential',
    fields: 'Subject Issuer CredentialType Expiration? URI? IssuerNode SubjectNode? PreviousTxnID PreviousTxnLgrSeq',
    flags: { lsfAccepted: 0x00010000 },
    listedBy: [
      { account: 'Issuer', page: 'IssuerNode' },
      { account: 'Subject', page: 'SubjectNode' },
    ],
    paidOnceFlagged: { flag: 'lsfAccepted', by: 'Subject' },
    atOwnersDeletion: 'removed',
  },
  PermissionedDomain: {
    code: 130,
    requestName: 'permissioned_domain',
    fields: 'Owner Sequence AcceptedCredentials OwnerNode PreviousTxnID PreviousTxnLgrSeq',
    listedBy: BY_OWNER,
    keepsEmptyDirectory: true,
    atOwnersDeletion: 'blocks',
  },
  Delegate: {
    code: 131,
    requestName: 'delegate',
    fields: 'Account Authorize Permissions OwnerNode DestinationNode? PreviousTxnID PreviousTxnLgrSeq',
    listedBy: [...BY_ACCOUNT, { account: 'Authorize', page: 'DestinationNode' }],
    atOwnersDeletion: 'removed',
  },
  Vault: {
    code: 132,
    requestName: 'vault',
    fields: `PreviousTxnID PreviousTxnLgrSeq Sequence OwnerNode Owner Account Data? Asset AssetsTotal=
      AssetsAvailable= AssetsMaximum= LossUnrealized= ShareMPTID WithdrawalPolicy Scale=`,
    flags: { lsfVaultPrivate: 0x00010000 },
    listedBy: BY_OWNER,
    ownerCount: 2,
    atOwnersDeletion: 'blocks',
  },
  LoanBroker: {
    code: 136,
    requestName: 'loan_broker',
    fields: `PreviousTxnID PreviousTxnLgrSeq Sequence OwnerNode VaultNode VaultID Account Owner LoanSequence Data=
      ManagementFeeRate= OwnerCount= DebtTotal= DebtMaximum= CoverAvailable= CoverRateMinimum= CoverRateLiquidation=`,
    listedBy: [...BY_OWNER, { account: 'VaultID', page: 'VaultNode' }],
    ownerCount: 2,
  },
  Loan: {
    code: 137,
    requestName: 'loan',
    fields: `PreviousTxnID PreviousTxnLgrSeq OwnerNode LoanBrokerNode LoanBrokerID LoanSequence Borrower
      LoanOriginationFee= LoanServiceFee= LatePaymentFee= ClosePaymentFee= OverpaymentFee= InterestRate=
      LateInterestRate= CloseInterestRate= OverpaymentInterestRate= StartDate PaymentInterval GracePeriod=
      PreviousPaymentDueDate= NextPaymentDueDate= PaymentRemaining= PeriodicPayment PrincipalOutstanding=
      TotalValueOutstanding= ManagementFeeOutstanding= LoanScale=`,
    flags: { lsfLoanDefault: 0x00010000, lsfLoanImpaired: 0x00020000, lsfLoanOverpayment: 0x00040000 },
    listedBy: [
      { account: 'Borrower', page: 'OwnerNode' },
      { account: 'LoanBrokerID', page: 'LoanBrokerNode' },
    ],
  },
} as const satisfies Readonly<Record<string, LedgerEntryTypeRecord>>;

export type LedgerEntryTypeName = keyof typeof ENTRY_TYPES;

/** The same records, for lookups by any name. */
export const ENTRY_RECORDS: Readonly<Record<string, LedgerEntryTypeRecord>> = ENTRY_TYPES;
