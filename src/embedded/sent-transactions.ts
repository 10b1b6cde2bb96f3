/**
 * Generated from `src/protocol/tables/transaction-types.ts` by `npm run docs`; do not edit. Transactions as they are
 * sent: what a ledger fills in may be left out.
 */

/** Drops as a decimal number in a text, or an amount of a token, whose value is one too. */
export type SentAmount =
  | string
  | { readonly currency: string; readonly issuer: string; readonly value: string }
  | { readonly mpt_issuance_id: string; readonly value: string };

/** XRP, or the token of an issuer. */
export type SentAsset =
  | { readonly currency: string; readonly issuer?: string | undefined }
  | { readonly mpt_issuance_id: string };

/** What a transaction of any type may have. */
export interface SentCommon {
  readonly Flags?: number | undefined;
  readonly SourceTag?: number | undefined;
  readonly Account?: string | undefined;
  readonly Sequence?: number | undefined;
  readonly PreviousTxnID?: string | undefined;
  readonly LastLedgerSequence?: number | undefined;
  readonly AccountTxnID?: string | undefined;
  readonly Fee?: SentAmount | undefined;
  readonly OperationLimit?: number | undefined;
  readonly Memos?: readonly object[] | undefined;
  readonly SigningPubKey?: string | undefined;
  readonly TicketSequence?: number | undefined;
  readonly TxnSignature?: string | undefined;
  readonly Signers?: readonly object[] | undefined;
  readonly NetworkID?: number | undefined;
  readonly Delegate?: string | undefined;
}

export interface SentAMMBid extends SentCommon {
  readonly TransactionType: 'AMMBid';
  readonly Asset: SentAsset;
  readonly Asset2: SentAsset;
  readonly BidMin?: SentAmount | undefined;
  readonly BidMax?: SentAmount | undefined;
  readonly AuthAccounts?: readonly object[] | undefined;
}

export interface SentAMMClawback extends SentCommon {
  readonly TransactionType: 'AMMClawback';
  readonly Holder: string;
  readonly Asset: SentAsset;
  readonly Asset2: SentAsset;
  readonly Amount?: SentAmount | undefined;
}

export interface SentAMMCreate extends SentCommon {
  readonly TransactionType: 'AMMCreate';
  readonly Amount: SentAmount;
  readonly Amount2: SentAmount;
  readonly TradingFee: number;
}

export interface SentAMMDelete extends SentCommon {
  readonly TransactionType: 'AMMDelete';
  readonly Asset: SentAsset;
  readonly Asset2: SentAsset;
}

export interface SentAMMDeposit extends SentCommon {
  readonly TransactionType: 'AMMDeposit';
  readonly Asset: SentAsset;
  readonly Asset2: SentAsset;
  readonly Amount?: SentAmount | undefined;
  readonly Amount2?: SentAmount | undefined;
  readonly EPrice?: SentAmount | undefined;
  readonly LPTokenOut?: SentAmount | undefined;
  readonly TradingFee?: number | undefined;
}

export interface SentAMMVote extends SentCommon {
  readonly TransactionType: 'AMMVote';
  readonly Asset: SentAsset;
  readonly Asset2: SentAsset;
  readonly TradingFee: number;
}

export interface SentAMMWithdraw extends SentCommon {
  readonly TransactionType: 'AMMWithdraw';
  readonly Asset: SentAsset;
  readonly Asset2: SentAsset;
  readonly Amount?: SentAmount | undefined;
  readonly Amount2?: SentAmount | undefined;
  readonly EPrice?: SentAmount | undefined;
  readonly LPTokenIn?: SentAmount | undefined;
}

export interface SentAccountDelete extends SentCommon {
  readonly TransactionType: 'AccountDelete';
  readonly Destination: string;
  readonly DestinationTag?: number | undefined;
  readonly CredentialIDs?: readonly string[] | undefined;
}

export interface SentAccountSet extends SentCommon {
  readonly TransactionType: 'AccountSet';
  readonly EmailHash?: string | undefined;
  readonly WalletLocator?: string | undefined;
  readonly WalletSize?: number | undefined;
  readonly MessageKey?: string | undefined;
  readonly Domain?: string | undefined;
  readonly TransferRate?: number | undefined;
  readonly SetFlag?: number | undefined;
  readonly ClearFlag?: number | undefined;
  readonly TickSize?: number | undefined;
  readonly NFTokenMinter?: string | undefined;
}

export interface SentCheckCancel extends SentCommon {
  readonly TransactionType: 'CheckCancel';
  readonly CheckID: string;
}

export interface SentCheckCash extends SentCommon {
  readonly TransactionType: 'CheckCash';
  readonly CheckID: string;
  readonly Amount?: SentAmount | undefined;
  readonly DeliverMin?: SentAmount | undefined;
}

export interface SentCheckCreate extends SentCommon {
  readonly TransactionType: 'CheckCreate';
  readonly Destination: string;
  readonly SendMax: SentAmount;
  readonly Expiration?: number | undefined;
  readonly DestinationTag?: number | undefined;
  readonly InvoiceID?: string | undefined;
}

export interface SentClawback extends SentCommon {
  readonly TransactionType: 'Clawback';
  readonly Amount: SentAmount;
  readonly Holder?: string | undefined;
}

export interface SentCredentialAccept extends SentCommon {
  readonly TransactionType: 'CredentialAccept';
  readonly Issuer: string;
  readonly CredentialType: string;
}

export interface SentCredentialCreate extends SentCommon {
  readonly TransactionType: 'CredentialCreate';
  readonly Subject: string;
  readonly CredentialType: string;
  readonly Expiration?: number | undefined;
  readonly URI?: string | undefined;
}

export interface SentCredentialDelete extends SentCommon {
  readonly TransactionType: 'CredentialDelete';
  readonly Subject?: string | undefined;
  readonly Issuer?: string | undefined;
  readonly CredentialType: string;
}

export interface SentDIDDelete extends SentCommon {
  readonly TransactionType: 'DIDDelete';
}

export interface SentDIDSet extends SentCommon {
  readonly TransactionType: 'DIDSet';
  readonly DIDDocument?: string | undefined;
  readonly URI?: string | undefined;
  readonly Data?: string | undefined;
}

export interface SentDepositPreauth extends SentCommon {
  readonly TransactionType: 'DepositPreauth';
  readonly Authorize?: string | undefined;
  readonly Unauthorize?: string | undefined;
  readonly AuthorizeCredentials?: readonly object[] | undefined;
  readonly UnauthorizeCredentials?: readonly object[] | undefined;
}

export interface SentEscrowCancel extends SentCommon {
  readonly TransactionType: 'EscrowCancel';
  readonly Owner: string;
  readonly OfferSequence: number;
}

export interface SentEscrowCreate extends SentCommon {
  readonly TransactionType: 'EscrowCreate';
  readonly Destination: string;
  readonly Amount: SentAmount;
  readonly Condition?: string | undefined;
  readonly CancelAfter?: number | undefined;
  readonly FinishAfter?: number | undefined;
  readonly DestinationTag?: number | undefined;
}

export interface SentEscrowFinish extends SentCommon {
  readonly TransactionType: 'EscrowFinish';
  readonly Owner: string;
  readonly OfferSequence: number;
  readonly Fulfillment?: string | undefined;
  readonly Condition?: string | undefined;
  readonly CredentialIDs?: readonly string[] | undefined;
}

export interface SentLedgerStateFix extends SentCommon {
  readonly TransactionType: 'LedgerStateFix';
  readonly LedgerFixType: number;
  readonly Owner?: string | undefined;
  readonly BookDirectory?: string | undefined;
}

export interface SentLoanBrokerCoverClawback extends SentCommon {
  readonly TransactionType: 'LoanBrokerCoverClawback';
  readonly LoanBrokerID?: string | undefined;
  readonly Amount?: SentAmount | undefined;
}

export interface SentLoanBrokerCoverDeposit extends SentCommon {
  readonly TransactionType: 'LoanBrokerCoverDeposit';
  readonly LoanBrokerID: string;
  readonly Amount: SentAmount;
}

export interface SentLoanBrokerCoverWithdraw extends SentCommon {
  readonly TransactionType: 'LoanBrokerCoverWithdraw';
  readonly LoanBrokerID: string;
  readonly Amount: SentAmount;
  readonly Destination?: string | undefined;
  readonly DestinationTag?: number | undefined;
}

export interface SentLoanBrokerDelete extends SentCommon {
  readonly TransactionType: 'LoanBrokerDelete';
  readonly LoanBrokerID: string;
}

export interface SentLoanBrokerSet extends SentCommon {
  readonly TransactionType: 'LoanBrokerSet';
  readonly VaultID: string;
  readonly LoanBrokerID?: string | undefined;
  readonly Data?: string | undefined;
  readonly ManagementFeeRate?: number | undefined;
  readonly DebtMaximum?: string | undefined;
  readonly CoverRateMinimum?: number | undefined;
  readonly CoverRateLiquidation?: number | undefined;
}

export interface SentLoanDelete extends SentCommon {
  readonly TransactionType: 'LoanDelete';
  readonly LoanID: string;
}

export interface SentLoanManage extends SentCommon {
  readonly TransactionType: 'LoanManage';
  readonly LoanID: string;
}

export interface SentLoanPay extends SentCommon {
  readonly TransactionType: 'LoanPay';
  readonly LoanID: string;
  readonly Amount: SentAmount;
}

export interface SentLoanSet extends SentCommon {
  readonly TransactionType: 'LoanSet';
  readonly LoanBrokerID: string;
  readonly Data?: string | undefined;
  readonly Counterparty?: string | undefined;
  readonly CounterpartySignature?: object | undefined;
  readonly LoanOriginationFee?: string | undefined;
  readonly LoanServiceFee?: string | undefined;
  readonly LatePaymentFee?: string | undefined;
  readonly ClosePaymentFee?: string | undefined;
  readonly OverpaymentFee?: number | undefined;
  readonly InterestRate?: number | undefined;
  readonly LateInterestRate?: number | undefined;
  readonly CloseInterestRate?: number | undefined;
  readonly OverpaymentInterestRate?: number | undefined;
  readonly PrincipalRequested: string;
  readonly PaymentTotal?: number | undefined;
  readonly PaymentInterval?: number | undefined;
  readonly GracePeriod?: number | undefined;
}

export interface SentMPTokenAuthorize extends SentCommon {
  readonly TransactionType: 'MPTokenAuthorize';
  readonly MPTokenIssuanceID: string;
  readonly Holder?: string | undefined;
}

export interface SentMPTokenIssuanceCreate extends SentCommon {
  readonly TransactionType: 'MPTokenIssuanceCreate';
  readonly AssetScale?: number | undefined;
  readonly TransferFee?: number | undefined;
  readonly MaximumAmount?: string | undefined;
  readonly MPTokenMetadata?: string | undefined;
  readonly DomainID?: string | undefined;
  readonly MutableFlags?: number | undefined;
}

export interface SentMPTokenIssuanceDestroy extends SentCommon {
  readonly TransactionType: 'MPTokenIssuanceDestroy';
  readonly MPTokenIssuanceID: string;
}

export interface SentMPTokenIssuanceSet extends SentCommon {
  readonly TransactionType: 'MPTokenIssuanceSet';
  readonly MPTokenIssuanceID: string;
  readonly Holder?: string | undefined;
  readonly DomainID?: string | undefined;
  readonly MPTokenMetadata?: string | undefined;
  readonly TransferFee?: number | undefined;
  readonly MutableFlags?: number | undefined;
}

export interface SentNFTokenAcceptOffer extends SentCommon {
  readonly TransactionType: 'NFTokenAcceptOffer';
  readonly NFTokenBuyOffer?: string | undefined;
  readonly NFTokenSellOffer?: string | undefined;
  readonly NFTokenBrokerFee?: SentAmount | undefined;
}

export interface SentNFTokenBurn extends SentCommon {
  readonly TransactionType: 'NFTokenBurn';
  readonly NFTokenID: string;
  readonly Owner?: string | undefined;
}

export interface SentNFTokenCancelOffer extends SentCommon {
  readonly TransactionType: 'NFTokenCancelOffer';
  readonly NFTokenOffers: readonly string[];
}

export interface SentNFTokenCreateOffer extends SentCommon {
  readonly TransactionType: 'NFTokenCreateOffer';
  readonly NFTokenID: string;
  readonly Amount: SentAmount;
  readonly Destination?: string | undefined;
  readonly Owner?: string | undefined;
  readonly Expiration?: number | undefined;
}

export interface SentNFTokenMint extends SentCommon {
  readonly TransactionType: 'NFTokenMint';
  readonly NFTokenTaxon: number;
  readonly TransferFee?: number | undefined;
  readonly Issuer?: string | undefined;
  readonly URI?: string | undefined;
  readonly Amount?: SentAmount | undefined;
  readonly Destination?: string | undefined;
  readonly Expiration?: number | undefined;
}

export interface SentNFTokenModify extends SentCommon {
  readonly TransactionType: 'NFTokenModify';
  readonly NFTokenID: string;
  readonly Owner?: string | undefined;
  readonly URI?: string | undefined;
}

export interface SentOfferCancel extends SentCommon {
  readonly TransactionType: 'OfferCancel';
  readonly OfferSequence: number;
}

export interface SentOfferCreate extends SentCommon {
  readonly TransactionType: 'OfferCreate';
  readonly TakerPays: SentAmount;
  readonly TakerGets: SentAmount;
  readonly Expiration?: number | undefined;
  readonly OfferSequence?: number | undefined;
  readonly DomainID?: string | undefined;
}

export interface SentOracleDelete extends SentCommon {
  readonly TransactionType: 'OracleDelete';
  readonly OracleDocumentID: number;
}

export interface SentOracleSet extends SentCommon {
  readonly TransactionType: 'OracleSet';
  readonly OracleDocumentID: number;
  readonly Provider?: string | undefined;
  readonly URI?: string | undefined;
  readonly AssetClass?: string | undefined;
  readonly LastUpdateTime: number;
  readonly PriceDataSeries: readonly object[];
}

export interface SentPayment extends SentCommon {
  readonly TransactionType: 'Payment';
  readonly Destination: string;
  readonly Amount: SentAmount;
  readonly SendMax?: SentAmount | undefined;
  readonly Paths?: readonly (readonly object[])[] | undefined;
  readonly InvoiceID?: string | undefined;
  readonly DestinationTag?: number | undefined;
  readonly DeliverMin?: SentAmount | undefined;
  readonly CredentialIDs?: readonly string[] | undefined;
  readonly DomainID?: string | undefined;
}

export interface SentPaymentChannelClaim extends SentCommon {
  readonly TransactionType: 'PaymentChannelClaim';
  readonly Channel: string;
  readonly Amount?: SentAmount | undefined;
  readonly Balance?: SentAmount | undefined;
  readonly Signature?: string | undefined;
  readonly PublicKey?: string | undefined;
  readonly CredentialIDs?: readonly string[] | undefined;
}

export interface SentPaymentChannelCreate extends SentCommon {
  readonly TransactionType: 'PaymentChannelCreate';
  readonly Destination: string;
  readonly Amount: SentAmount;
  readonly SettleDelay: number;
  readonly PublicKey: string;
  readonly CancelAfter?: number | undefined;
  readonly DestinationTag?: number | undefined;
}

export interface SentPaymentChannelFund extends SentCommon {
  readonly TransactionType: 'PaymentChannelFund';
  readonly Channel: string;
  readonly Amount: SentAmount;
  readonly Expiration?: number | undefined;
}

export interface SentPermissionedDomainDelete extends SentCommon {
  readonly TransactionType: 'PermissionedDomainDelete';
  readonly DomainID: string;
}

export interface SentPermissionedDomainSet extends SentCommon {
  readonly TransactionType: 'PermissionedDomainSet';
  readonly DomainID?: string | undefined;
  readonly AcceptedCredentials: readonly object[];
}

export interface SentSetRegularKey extends SentCommon {
  readonly TransactionType: 'SetRegularKey';
  readonly RegularKey?: string | undefined;
}

export interface SentSignerListSet extends SentCommon {
  readonly TransactionType: 'SignerListSet';
  readonly SignerQuorum: number;
  readonly SignerEntries?: readonly object[] | undefined;
}

export interface SentTicketCreate extends SentCommon {
  readonly TransactionType: 'TicketCreate';
  readonly TicketCount: number;
}

export interface SentTrustSet extends SentCommon {
  readonly TransactionType: 'TrustSet';
  readonly LimitAmount?: SentAmount | undefined;
  readonly QualityIn?: number | undefined;
  readonly QualityOut?: number | undefined;
}

export interface SentVaultClawback extends SentCommon {
  readonly TransactionType: 'VaultClawback';
  readonly VaultID: string;
  readonly Holder: string;
  readonly Amount?: SentAmount | undefined;
}

export interface SentVaultCreate extends SentCommon {
  readonly TransactionType: 'VaultCreate';
  readonly Asset: SentAsset;
  readonly AssetsMaximum?: string | undefined;
  readonly MPTokenMetadata?: string | undefined;
  readonly DomainID?: string | undefined;
  readonly WithdrawalPolicy?: number | undefined;
  readonly Data?: string | undefined;
  readonly Scale?: number | undefined;
}

export interface SentVaultDelete extends SentCommon {
  readonly TransactionType: 'VaultDelete';
  readonly VaultID: string;
}

export interface SentVaultDeposit extends SentCommon {
  readonly TransactionType: 'VaultDeposit';
  readonly VaultID: string;
  readonly Amount: SentAmount;
}

export interface SentVaultSet extends SentCommon {
  readonly TransactionType: 'VaultSet';
  readonly VaultID: string;
  readonly AssetsMaximum?: string | undefined;
  readonly DomainID?: string | undefined;
  readonly Data?: string | undefined;
}

export interface SentVaultWithdraw extends SentCommon {
  readonly TransactionType: 'VaultWithdraw';
  readonly VaultID: string;
  readonly Amount: SentAmount;
  readonly Destination?: string | undefined;
  readonly DestinationTag?: number | undefined;
}

export interface SentXChainAccountCreateCommit extends SentCommon {
  readonly TransactionType: 'XChainAccountCreateCommit';
  readonly XChainBridge: object;
  readonly Destination: string;
  readonly Amount: SentAmount;
  readonly SignatureReward: SentAmount;
}

export interface SentXChainAddAccountCreateAttestation extends SentCommon {
  readonly TransactionType: 'XChainAddAccountCreateAttestation';
  readonly XChainBridge: object;
  readonly AttestationSignerAccount: string;
  readonly PublicKey: string;
  readonly Signature: string;
  readonly OtherChainSource: string;
  readonly Amount: SentAmount;
  readonly AttestationRewardAccount: string;
  readonly WasLockingChainSend: number;
  readonly XChainAccountCreateCount: string;
  readonly Destination: string;
  readonly SignatureReward: SentAmount;
}

export interface SentXChainAddClaimAttestation extends SentCommon {
  readonly TransactionType: 'XChainAddClaimAttestation';
  readonly XChainBridge: object;
  readonly AttestationSignerAccount: string;
  readonly PublicKey: string;
  readonly Signature: string;
  readonly OtherChainSource: string;
  readonly Amount: SentAmount;
  readonly AttestationRewardAccount: string;
  readonly WasLockingChainSend: number;
  readonly XChainClaimID: string;
  readonly Destination?: string | undefined;
}

export interface SentXChainClaim extends SentCommon {
  readonly TransactionType: 'XChainClaim';
  readonly XChainBridge: object;
  readonly XChainClaimID: string;
  readonly Destination: string;
  readonly DestinationTag?: number | undefined;
  readonly Amount: SentAmount;
}

export interface SentXChainCommit extends SentCommon {
  readonly TransactionType: 'XChainCommit';
  readonly XChainBridge: object;
  readonly XChainClaimID: string;
  readonly Amount: SentAmount;
  readonly OtherChainDestination?: string | undefined;
}

export interface SentXChainCreateBridge extends SentCommon {
  readonly TransactionType: 'XChainCreateBridge';
  readonly XChainBridge: object;
  readonly SignatureReward: SentAmount;
  readonly MinAccountCreateAmount?: SentAmount | undefined;
}

export interface SentXChainCreateClaimID extends SentCommon {
  readonly TransactionType: 'XChainCreateClaimID';
  readonly XChainBridge: object;
  readonly SignatureReward: SentAmount;
  readonly OtherChainSource: string;
}

export interface SentXChainModifyBridge extends SentCommon {
  readonly TransactionType: 'XChainModifyBridge';
  readonly XChainBridge: object;
  readonly SignatureReward?: SentAmount | undefined;
  readonly MinAccountCreateAmount?: SentAmount | undefined;
}

/** Any of them. */
export type SentTransaction =
  | SentAMMBid
  | SentAMMClawback
  | SentAMMCreate
  | SentAMMDelete
  | SentAMMDeposit
  | SentAMMVote
  | SentAMMWithdraw
  | SentAccountDelete
  | SentAccountSet
  | SentCheckCancel
  | SentCheckCash
  | SentCheckCreate
  | SentClawback
  | SentCredentialAccept
  | SentCredentialCreate
  | SentCredentialDelete
  | SentDIDDelete
  | SentDIDSet
  | SentDepositPreauth
  | SentEscrowCancel
  | SentEscrowCreate
  | SentEscrowFinish
  | SentLedgerStateFix
  | SentLoanBrokerCoverClawback
  | SentLoanBrokerCoverDeposit
  | SentLoanBrokerCoverWithdraw
  | SentLoanBrokerDelete
  | SentLoanBrokerSet
  | SentLoanDelete
  | SentLoanManage
  | SentLoanPay
  | SentLoanSet
  | SentMPTokenAuthorize
  | SentMPTokenIssuanceCreate
  | SentMPTokenIssuanceDestroy
  | SentMPTokenIssuanceSet
  | SentNFTokenAcceptOffer
  | SentNFTokenBurn
  | SentNFTokenCancelOffer
  | SentNFTokenCreateOffer
  | SentNFTokenMint
  | SentNFTokenModify
  | SentOfferCancel
  | SentOfferCreate
  | SentOracleDelete
  | SentOracleSet
  | SentPayment
  | SentPaymentChannelClaim
  | SentPaymentChannelCreate
  | SentPaymentChannelFund
  | SentPermissionedDomainDelete
  | SentPermissionedDomainSet
  | SentSetRegularKey
  | SentSignerListSet
  | SentTicketCreate
  | SentTrustSet
  | SentVaultClawback
  | SentVaultCreate
  | SentVaultDelete
  | SentVaultDeposit
  | SentVaultSet
  | SentVaultWithdraw
  | SentXChainAccountCreateCommit
  | SentXChainAddAccountCreateAttestation
  | SentXChainAddClaimAttestation
  | SentXChainClaim
  | SentXChainCommit
  | SentXChainCreateBridge
  | SentXChainCreateClaimID
  | SentXChainModifyBridge;
