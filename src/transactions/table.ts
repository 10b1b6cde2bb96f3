/** Every transaction type that Weir applies. A type that is not here is refused with temDISABLED, never ignored. */
import { PSEUDO_TYPES } from '../protocol/tables/transaction-traits.ts';
import type { TransactionTypeName } from '../protocol/tables/transaction-types.ts';
import type { TransactionOf } from '../protocol/transaction/transaction.ts';
import type { TransactionType } from './engine/transaction-type.ts';
import { accountDelete } from './types/accounts/account-delete.ts';
import { accountSet } from './types/accounts/account-set.ts';
import { depositPreauth } from './types/accounts/deposit-preauth.ts';
import { setRegularKey } from './types/accounts/set-regular-key.ts';
import { signerListSet } from './types/accounts/signer-list-set.ts';
import { ticketCreate } from './types/accounts/ticket-create.ts';
import { ammBid } from './types/amm/amm-bid.ts';
import { ammClawback } from './types/amm/amm-clawback.ts';
import { ammCreate } from './types/amm/amm-create.ts';
import { ammDelete } from './types/amm/amm-delete.ts';
import { ammDeposit } from './types/amm/amm-deposit.ts';
import { ammVote } from './types/amm/amm-vote.ts';
import { ammWithdraw } from './types/amm/amm-withdraw.ts';
import { xchainAccountCreateCommit } from './types/bridges/xchain-account-create-commit.ts';
import { xchainAddAccountCreateAttestation } from './types/bridges/xchain-add-account-create-attestation.ts';
import { xchainAddClaimAttestation } from './types/bridges/xchain-add-claim-attestation.ts';
import { xchainClaim } from './types/bridges/xchain-claim.ts';
import { xchainCommit } from './types/bridges/xchain-commit.ts';
import { xchainCreateBridge } from './types/bridges/xchain-create-bridge.ts';
import { xchainCreateClaimId } from './types/bridges/xchain-create-claim-id.ts';
import { xchainModifyBridge } from './types/bridges/xchain-modify-bridge.ts';
import { paymentChannelClaim } from './types/channels/payment-channel-claim.ts';
import { paymentChannelCreate } from './types/channels/payment-channel-create.ts';
import { paymentChannelFund } from './types/channels/payment-channel-fund.ts';
import { checkCancel } from './types/checks/check-cancel.ts';
import { checkCash } from './types/checks/check-cash.ts';
import { checkCreate } from './types/checks/check-create.ts';
import { escrowCancel } from './types/escrows/escrow-cancel.ts';
import { escrowCreate } from './types/escrows/escrow-create.ts';
import { escrowFinish } from './types/escrows/escrow-finish.ts';
import { credentialAccept } from './types/identity/credential-accept.ts';
import { credentialCreate } from './types/identity/credential-create.ts';
import { credentialDelete } from './types/identity/credential-delete.ts';
import { didDelete } from './types/identity/did-delete.ts';
import { didSet } from './types/identity/did-set.ts';
import { permissionedDomainDelete } from './types/identity/permissioned-domain-delete.ts';
import { permissionedDomainSet } from './types/identity/permissioned-domain-set.ts';
import { loanBrokerCoverClawback } from './types/lending/loan-broker-cover-clawback.ts';
import { loanBrokerCoverDeposit } from './types/lending/loan-broker-cover-deposit.ts';
import { loanBrokerCoverWithdraw } from './types/lending/loan-broker-cover-withdraw.ts';
import { loanBrokerDelete } from './types/lending/loan-broker-delete.ts';
import { loanBrokerSet } from './types/lending/loan-broker-set.ts';
import { loanDelete } from './types/lending/loan-delete.ts';
import { loanManage } from './types/lending/loan-manage.ts';
import { loanPay } from './types/lending/loan-pay.ts';
import { loanSet } from './types/lending/loan-set.ts';
import { mptokenAuthorize } from './types/mpt/mptoken-authorize.ts';
import { mptokenIssuanceCreate } from './types/mpt/mptoken-issuance-create.ts';
import { mptokenIssuanceDestroy } from './types/mpt/mptoken-issuance-destroy.ts';
import { mptokenIssuanceSet } from './types/mpt/mptoken-issuance-set.ts';
import { nftokenAcceptOffer } from './types/nftokens/nftoken-accept-offer.ts';
import { nftokenBurn } from './types/nftokens/nftoken-burn.ts';
import { nftokenCancelOffer } from './types/nftokens/nftoken-cancel-offer.ts';
import { nftokenCreateOffer } from './types/nftokens/nftoken-create-offer.ts';
import { nftokenMint } from './types/nftokens/nftoken-mint.ts';
import { nftokenModify } from './types/nftokens/nftoken-modify.ts';
import { offerCancel } from './types/offers/offer-cancel.ts';
import { offerCreate } from './types/offers/offer-create.ts';
import { oracleDelete } from './types/oracles/oracle-delete.ts';
import { oracleSet } from './types/oracles/oracle-set.ts';
import { payment } from './types/payments/payment.ts';
import { enableAmendment } from './types/pseudo/enable-amendment.ts';
import { setFee } from './types/pseudo/set-fee.ts';
import { ledgerStateFix } from './types/system/ledger-state-fix.ts';
import { clawback } from './types/tokens/clawback.ts';
import { trustSet } from './types/tokens/trust-set.ts';
import { vaultClawback } from './types/vaults/vault-clawback.ts';
import { vaultCreate } from './types/vaults/vault-create.ts';
import { vaultDelete } from './types/vaults/vault-delete.ts';
import { vaultDeposit } from './types/vaults/vault-deposit.ts';
import { vaultSet } from './types/vaults/vault-set.ts';
import { vaultWithdraw } from './types/vaults/vault-withdraw.ts';

const TYPES: { readonly [Name in TransactionTypeName]?: TransactionType<TransactionOf<Name>> } = {
  AMMBid: ammBid,
  AMMClawback: ammClawback,
  AMMCreate: ammCreate,
  AMMDelete: ammDelete,
  AMMDeposit: ammDeposit,
  AMMVote: ammVote,
  AMMWithdraw: ammWithdraw,
  AccountDelete: accountDelete,
  AccountSet: accountSet,
  CheckCancel: checkCancel,
  CheckCash: checkCash,
  CheckCreate: checkCreate,
  Clawback: clawback,
  CredentialAccept: credentialAccept,
  CredentialCreate: credentialCreate,
  CredentialDelete: credentialDelete,
  DIDDelete: didDelete,
  DIDSet: didSet,
  DepositPreauth: depositPreauth,
  EnableAmendment: enableAmendment,
  EscrowCancel: escrowCancel,
  EscrowCreate: escrowCreate,
  EscrowFinish: escrowFinish,
  LedgerStateFix: ledgerStateFix,
  LoanBrokerCoverClawback: loanBrokerCoverClawback,
  LoanBrokerCoverDeposit: loanBrokerCoverDeposit,
  LoanBrokerCoverWithdraw: loanBrokerCoverWithdraw,
  LoanBrokerDelete: loanBrokerDelete,
  LoanBrokerSet: loanBrokerSet,
  LoanDelete: loanDelete,
  LoanManage: loanManage,
  LoanPay: loanPay,
  LoanSet: loanSet,
  MPTokenAuthorize: mptokenAuthorize,
  MPTokenIssuanceCreate: mptokenIssuanceCreate,
  MPTokenIssuanceDestroy: mptokenIssuanceDestroy,
  MPTokenIssuanceSet: mptokenIssuanceSet,
  NFTokenAcceptOffer: nftokenAcceptOffer,
  NFTokenBurn: nftokenBurn,
  NFTokenCancelOffer: nftokenCancelOffer,
  NFTokenCreateOffer: nftokenCreateOffer,
  NFTokenMint: nftokenMint,
  NFTokenModify: nftokenModify,
  OfferCancel: offerCancel,
  OfferCreate: offerCreate,
  OracleDelete: oracleDelete,
  OracleSet: oracleSet,
  Payment: payment,
  PaymentChannelClaim: paymentChannelClaim,
  PaymentChannelCreate: paymentChannelCreate,
  PaymentChannelFund: paymentChannelFund,
  PermissionedDomainDelete: permissionedDomainDelete,
  PermissionedDomainSet: permissionedDomainSet,
  SetFee: setFee,
  SetRegularKey: setRegularKey,
  SignerListSet: signerListSet,
  TicketCreate: ticketCreate,
  TrustSet: trustSet,
  VaultClawback: vaultClawback,
  VaultCreate: vaultCreate,
  VaultDelete: vaultDelete,
  VaultDeposit: vaultDeposit,
  VaultSet: vaultSet,
  VaultWithdraw: vaultWithdraw,
  XChainAccountCreateCommit: xchainAccountCreateCommit,
  XChainAddAccountCreateAttestation: xchainAddAccountCreateAttestation,
  XChainAddClaimAttestation: xchainAddClaimAttestation,
  XChainClaim: xchainClaim,
  XChainCommit: xchainCommit,
  XChainCreateBridge: xchainCreateBridge,
  XChainCreateClaimID: xchainCreateClaimId,
  XChainModifyBridge: xchainModifyBridge,
};

/** The type with that name, if Weir applies it. */
export function transactionTypeOf(name: string): TransactionType | undefined {
  return Object.hasOwn(TYPES, name) ? TYPES[name as TransactionTypeName] : undefined;
}

/** The types that anybody may send, in the order of their names. */
export const SENT_TYPES: readonly TransactionTypeName[] = (Object.keys(TYPES) as TransactionTypeName[])
  .filter((name) => !PSEUDO_TYPES.has(name))
  .sort();
