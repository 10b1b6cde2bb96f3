/**
 * The fields that all transactions and all ledger entries share, and those of inner objects (rippled: TxFormats.cpp,
 * LedgerFormats.cpp and InnerObjectFormats.cpp). Only data: `fields.ts` reads it. The own fields of a type are in its
 * record (`transaction-types.ts`, `entry-types.ts`), in the same notation:
 *
 * A field stands alone when it is required, with `?` when it is optional, and with `=` when it is optional but must not
 * be present with its default value. A `+` says that the field may hold a multi-purpose token. The order is the
 * reference's, because it decides which of several faults is reported.
 */

/** What every transaction has after its own fields. */
export const TRANSACTION_COMMON_FIELDS = `TransactionType Flags? SourceTag? Account Sequence PreviousTxnID?
  LastLedgerSequence? AccountTxnID? Fee OperationLimit? Memos? SigningPubKey TicketSequence? TxnSignature? Signers?
  NetworkID? Delegate?`;

/** What every ledger entry has after its own fields. */
export const ENTRY_COMMON_FIELDS = 'LedgerIndex? LedgerEntryType Flags';

/** Name of the field that holds the object → the object's fields. */
export const INNER_OBJECT_FIELDS = {
  SignerEntry: 'Account SignerWeight WalletLocator?',
  Signer: 'Account SigningPubKey TxnSignature',
  Majority: 'Amendment CloseTime',
  DisabledValidator: 'PublicKey FirstLedgerSequence',
  NFToken: 'NFTokenID URI?',
  VoteEntry: 'Account TradingFee= VoteWeight',
  AuctionSlot: 'Account Expiration DiscountedFee= Price AuthAccounts?',
  XChainClaimAttestationCollectionElement: `AttestationSignerAccount PublicKey Signature Amount Account AttestationRewardAccount WasLockingChainSend
      XChainClaimID Destination?`,
  XChainCreateAccountAttestationCollectionElement: `AttestationSignerAccount PublicKey Signature Amount Account AttestationRewardAccount WasLockingChainSend
      XChainAccountCreateCount Destination SignatureReward`,
  XChainClaimProofSig:
    'AttestationSignerAccount PublicKey Amount AttestationRewardAccount WasLockingChainSend Destination?',
  XChainCreateAccountProofSig: `AttestationSignerAccount PublicKey Amount SignatureReward AttestationRewardAccount WasLockingChainSend
      Destination`,
  AuthAccount: 'Account',
  PriceData: 'BaseAsset QuoteAsset AssetPrice? Scale=',
  Credential: 'Issuer CredentialType',
  Permission: 'PermissionValue',
  BatchSigner: 'Account SigningPubKey? TxnSignature? Signers?',
  Book: 'BookDirectory BookNode',
  CounterpartySignature: 'SigningPubKey? TxnSignature? Signers?',
} as const;
