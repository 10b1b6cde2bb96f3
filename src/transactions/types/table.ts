/** The table of transaction types. Others are rejected with temDISABLED. */
import { PSEUDO_TYPES } from '../../protocol/tables/transaction-traits.ts';
import type { TransactionTypeName } from '../../protocol/tables/transaction-types.ts';
import type { TransactionOf } from '../../protocol/transaction/transaction.ts';
import type { TransactionType } from '../transaction-type.ts';
import { accountDelete } from './accounts/account-delete.ts';
import { accountSet } from './accounts/account-set.ts';
import { delegateSet } from './accounts/delegate-set.ts';
import { depositPreauth } from './accounts/deposit-preauth.ts';
import { setRegularKey } from './accounts/set-regular-key.ts';
import { signerListSet } from './accounts/signer-list-set.ts';
import { ticketCreate } from './accounts/ticket-create.ts';
import { ammBid } from './amm/amm-bid.ts';
import { ammClawback } from './amm/amm-clawback.ts';
import { ammCreate } from './amm/amm-create.ts';
import { ammDelete } from './amm/amm-delete.ts';
import { ammDeposit } from './amm/amm-deposit.ts';
import { ammVote } from './amm/amm-vote.ts';
import { ammWithdraw } from './amm/amm-withdraw.ts';
import { xchainAccountCreateCommit } from './bridges/xchain-account-create-commit.ts';
import { xchainAddAccountCreateAttestation } from './bridges/xchain-add-account-create-attestation.ts';
import { xchainAddClaimAttestation } from './bridges/xchain-add-claim-attestation.ts';
import { xchainClaim } from './bridges/xchain-claim.ts';
import { xchainCommit } from './bridges/xchain-commit.ts';
import { xchainCreateBridge } from './bridges/xchain-create-bridge.ts';
import { xchainCreateClaimId } from './bridges/xchain-create-claim-id.ts';
import { xchainModifyBridge } from './bridges/xchain-modify-bridge.ts';
import { paymentChannelClaim } from './channels/payment-channel-claim.ts';
import { paymentChannelCreate } from './channels/payment-channel-create.ts';
import { paymentChannelFund } from './channels/payment-channel-fund.ts';
import { checkCancel } from './checks/check-cancel.ts';
import { checkCash } from './checks/check-cash.ts';
import { checkCreate } from './checks/check-create.ts';
import { escrowCancel } from './escrows/escrow-cancel.ts';
import { escrowCreate } from './escrows/escrow-create.ts';
import { escrowFinish } from './escrows/escrow-finish.ts';
import { credentialAccept } from './identity/credential-accept.ts';
import { credentialCreate } from './identity/credential-create.ts';
import { credentialDelete } from './identity/credential-delete.ts';
import { didDelete } from './identity/did-delete.ts';
import { didSet } from './identity/did-set.ts';
import { permissionedDomainDelete } from './identity/permissioned-domain-delete.ts';
import { permissionedDomainSet } from './identity/permissioned-domain-set.ts';
import { loanBrokerCoverClawback } from './lending/loan-broker-cover-clawback.ts';
import { loanBrokerCoverDeposit } from './lending/loan-broker-cover-deposit.ts';
import { loanBrokerCoverWithdraw } from './lending/loan-broker-cover-withdraw.ts';
import { loanBrokerDelete } from './lending/loan-broker-delete.ts';
import { loanBrokerSet } from './lending/loan-broker-set.ts';
import { loanDelete } from './lending/loan-delete.ts';
import { loanManage } from './lending/loan-manage.ts';
import { loanPay } from './lending/loan-pay.ts';
import { loanSet } from './lending/loan-set.ts';
import { mptokenAuthorize } from './mpt/mptoken-authorize.ts';
import { mptokenIssuanceCreate } from './mpt/mptoken-issuance-create.ts';
import { mptokenIssuanceDestroy } from './mpt/mptoken-issuance-destroy.ts';
import { mptokenIssuanceSet } from './mpt/mptoken-issuance-set.ts';
import { nftokenAcceptOffer } from './nftokens/nftoken-accept-offer.ts';
import { nftokenBurn } from './nftokens/nftoken-burn.ts';
import { nftokenCancelOffer } from './nftokens/nftoken-cancel-offer.ts';
import { nftokenCreateOffer } from './nftokens/nftoken-create-offer.ts';
import { nftokenMint } from './nftokens/nftoken-mint.ts';
import { nftokenModify } from './nftokens/nftoken-modify.ts';
import { offerCancel } from './offers/offer-cancel.ts';
import { offerCreate } from './offers/offer-create.ts';
import { oracleDelete } from './oracles/oracle-delete.ts';
import { oracleSet } from './oracles/oracle-set.ts';
import { payment } from './payments/payment.ts';
import { enableAmendment } from './pseudo/enable-amendment.ts';
import { setFee } from './pseudo/set-fee.ts';
import { batch } from './system/batch.ts';
import { ledgerStateFix } from './system/ledger-state-fix.ts';
import { clawback } from './tokens/clawback.ts';
import { trustSet } from './tokens/trust-set.ts';
import { vaultClawback } from './vaults/vault-clawback.ts';
import { vaultCreate } from './vaults/vault-create.ts';
import { vaultDelete } from './vaults/vault-delete.ts';
import { vaultDeposit } from './vaults/vault-deposit.ts';
import { vaultSet } from './vaults/vault-set.ts';
import { vaultWithdraw } from './vaults/vault-withdraw.ts';

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
  Batch: batch,
  CheckCancel: checkCancel,
  CheckCash: checkCash,
  CheckCreate: checkCreate,
  Clawback: clawback,
  CredentialAccept: credentialAccept,
  CredentialCreate: credentialCreate,
  CredentialDelete: credentialDelete,
  DIDDelete: didDelete,
  DIDSet: didSet,
  DelegateSet: delegateSet,
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

/** The type with that name; undefined if not supported. */
export function transactionTypeOf(name: string): TransactionType | undefined {
  return Object.hasOwn(TYPES, name) ? TYPES[name as TransactionTypeName] : undefined;
}

/** The types that accounts can send (without pseudo-transactions), sorted by name. */
export const SENT_TYPES: readonly TransactionTypeName[] = (Object.keys(TYPES) as TransactionTypeName[])
  .filter((name) => !PSEUDO_TYPES.has(name))
  .sort();
