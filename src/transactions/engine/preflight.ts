/** The common checks of all transactions that need no ledger (rippled: Transactor.cpp, preflight1, preflight2). */
import { publicKeyType } from '../../crypto/key-pair.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import { hasInvalidAmount } from '../../protocol/amounts/invalid-amount.ts';
import { transactionFlagMask } from '../../protocol/tables/flags.ts';
import { isDelegableType } from '../../protocol/tables/permissions.ts';
import type { NotTec } from '../../protocol/tables/ter.ts';
import { isInnerTransaction } from '../../protocol/transaction/batch.ts';
import {
  demandsNetworkId,
  isPseudoTransaction,
  sequenceProxy,
  type Transaction,
} from '../../protocol/transaction/transaction.ts';
import { signatureProblem } from '../../protocol/transaction/transaction-signature.ts';
import { type StObject, ZERO_ACCOUNT } from '../../protocol/values.ts';
import type { PreflightContext, TransactionType } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';

/** Runs the common checks around those of the type; `type` is undefined for an unknown type. */
export function preflight(context: PreflightContext, type: TransactionType | undefined): NotTec {
  const { tx, rules, flags } = context;
  if (isPseudoTransaction(tx)) return checkPseudo(context);
  if (type === undefined || type.isDisabled?.(tx, rules)) return 'temDISABLED';
  const delegate = tx.Delegate === undefined ? 'tesSUCCESS' : checkDelegate(context);
  if (delegate !== 'tesSUCCESS') return delegate;
  const network = checkNetworkId(context);
  if (network !== 'tesSUCCESS') return network;
  const flagMask = type.flagMask?.(tx, rules) ?? transactionFlagMask(tx.TransactionType);
  if (((tx.Flags ?? 0) & flagMask) !== 0) return 'temINVALID_FLAG';
  if (tx.Account === ZERO_ACCOUNT) return 'temBAD_SRC_ACCOUNT';
  if (typeof tx.Fee !== 'bigint' || tx.Fee < 0n || tx.Fee > TOTAL_DROPS) return 'temBAD_FEE';
  if (tx.SigningPubKey !== '' && publicKeyType(tx.SigningPubKey) === undefined) return 'temBAD_SIGNATURE';
  if (sequenceProxy(tx).isTicket && tx.AccountTxnID !== undefined) return 'temINVALID';
  const isInner = isInnerTransaction(tx);
  if (isInner && !rules.batchV1_1) return 'temINVALID_FLAG';
  if (isInner !== (flags.parentBatchId !== undefined)) return 'temINVALID_INNER_BATCH';
  if (hasInvalidAmount(tx as unknown as StObject)) return 'temBAD_AMOUNT';
  const own = type.preflight(context, preflightInner);
  if (own !== 'tesSUCCESS') return own;
  const signature = checkSignature(context);
  if (signature !== 'tesSUCCESS') return signature;
  return type.preflightSigValidated?.(context) ?? 'tesSUCCESS';
}

/** An inner transaction has no signature of its own: its account signs the batch, or sends it. */
export function preflightInner(outer: PreflightContext, transaction: Transaction): NotTec {
  const tx = transaction.fields;
  const flags = { parentBatchId: outer.transaction.id };
  try {
    return preflight({ ...outer, transaction, tx, flags }, transactionTypeOf(tx.TransactionType));
  } catch (error) {
    if (error instanceof AmountError) return 'tefEXCEPTION';
    throw error;
  }
}

/** Pseudo-transactions have the zero account and none of the fields that a sender adds (rippled: Change.cpp). */
function checkPseudo(context: PreflightContext): NotTec {
  const { tx } = context;
  if (isInnerTransaction(tx)) return 'temINVALID_FLAG';
  const network = tx.NetworkID === undefined ? 'tesSUCCESS' : checkNetworkId(context);
  if (network !== 'tesSUCCESS') return network;
  // All pseudo-transaction types allow the flags of EnableAmendment.
  if (((tx.Flags ?? 0) & transactionFlagMask('EnableAmendment')) !== 0) return 'temINVALID_FLAG';
  if (tx.Account !== ZERO_ACCOUNT) return 'temBAD_SRC_ACCOUNT';
  if (tx.Fee !== 0n) return 'temBAD_FEE';
  if (tx.SigningPubKey !== '' || tx.TxnSignature !== undefined || tx.Signers !== undefined) return 'temBAD_SIGNATURE';
  return tx.Sequence !== 0 || tx.PreviousTxnID !== undefined ? 'temBAD_SEQUENCE' : 'tesSUCCESS';
}

function checkDelegate({ tx, rules }: PreflightContext): NotTec {
  if (!rules.permissionDelegationV1_1) return 'temDISABLED';
  if (tx.Delegate === tx.Account) return 'temBAD_SIGNER';
  return isDelegableType(tx.TransactionType) ? 'tesSUCCESS' : 'temINVALID';
}

function checkNetworkId({ tx, networkId }: PreflightContext): NotTec {
  if (!demandsNetworkId(networkId)) {
    return tx.NetworkID === undefined ? 'tesSUCCESS' : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  }
  if (tx.NetworkID === undefined) return 'telREQUIRES_NETWORK_ID';
  return tx.NetworkID === networkId ? 'tesSUCCESS' : 'telWRONG_NETWORK';
}

/** A dry run may lack signatures, but must not be both single- and multi-signed. */
function checkSignature({ transaction, tx, flags, rules }: PreflightContext): NotTec {
  if (flags.parentBatchId !== undefined) return 'tesSUCCESS';
  if (flags.dryRun) return tx.Signers !== undefined && tx.SigningPubKey !== '' ? 'temINVALID' : 'tesSUCCESS';
  return signatureProblem(transaction, rules) === undefined ? 'tesSUCCESS' : 'temINVALID';
}
