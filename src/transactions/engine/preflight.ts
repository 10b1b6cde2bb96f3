/** The common checks of all transactions that need no ledger (rippled: Transactor.cpp, preflight1, preflight2). */
import { publicKeyType } from '../../crypto/key-pair.ts';
import { TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import { hasInvalidAmount } from '../../protocol/amounts/invalid-amount.ts';
import { hasFlag, TransactionFlags, transactionFlagMask } from '../../protocol/tables/flags.ts';
import type { NotTec } from '../../protocol/tables/ter.ts';
import { demandsNetworkId, isPseudoTransaction, sequenceProxy } from '../../protocol/transaction/transaction.ts';
import { signatureProblem } from '../../protocol/transaction/transaction-signature.ts';
import { type StObject, ZERO_ACCOUNT } from '../../protocol/values.ts';
import type { PreflightContext, TransactionType } from '../transaction-type.ts';

/** Runs the common checks around those of the type; `type` is undefined for an unknown type. */
export function preflight(context: PreflightContext, type: TransactionType | undefined): NotTec {
  const { tx, rules } = context;
  if (isPseudoTransaction(tx)) return checkPseudo(context);
  if (type === undefined || tx.Delegate !== undefined || type.isDisabled?.(tx, rules)) return 'temDISABLED';
  const network = checkNetworkId(context);
  if (network !== 'tesSUCCESS') return network;
  const flagMask = type.flagMask?.(tx, rules) ?? transactionFlagMask(tx.TransactionType);
  if (((tx.Flags ?? 0) & flagMask) !== 0) return 'temINVALID_FLAG';
  if (tx.Account === ZERO_ACCOUNT) return 'temBAD_SRC_ACCOUNT';
  if (typeof tx.Fee !== 'bigint' || tx.Fee < 0n || tx.Fee > TOTAL_DROPS) return 'temBAD_FEE';
  if (tx.SigningPubKey !== '' && publicKeyType(tx.SigningPubKey) === undefined) return 'temBAD_SIGNATURE';
  if (sequenceProxy(tx).isTicket && tx.AccountTxnID !== undefined) return 'temINVALID';
  if (hasFlag(tx, TransactionFlags.universal.tfInnerBatchTxn)) return 'temINVALID_FLAG';
  if (hasInvalidAmount(tx as unknown as StObject)) return 'temBAD_AMOUNT';
  const own = type.preflight(context);
  if (own !== 'tesSUCCESS') return own;
  const signature = checkSignature(context);
  if (signature !== 'tesSUCCESS') return signature;
  return type.preflightSigValidated?.(context) ?? 'tesSUCCESS';
}

/** Pseudo-transactions have the zero account and none of the fields that a sender adds (rippled: Change.cpp). */
function checkPseudo(context: PreflightContext): NotTec {
  const { tx } = context;
  if (hasFlag(tx, TransactionFlags.universal.tfInnerBatchTxn)) return 'temINVALID_FLAG';
  const network = tx.NetworkID === undefined ? 'tesSUCCESS' : checkNetworkId(context);
  if (network !== 'tesSUCCESS') return network;
  // All pseudo-transaction types allow the flags of EnableAmendment.
  if (((tx.Flags ?? 0) & transactionFlagMask('EnableAmendment')) !== 0) return 'temINVALID_FLAG';
  if (tx.Account !== ZERO_ACCOUNT) return 'temBAD_SRC_ACCOUNT';
  if (tx.Fee !== 0n) return 'temBAD_FEE';
  if (tx.SigningPubKey !== '' || tx.TxnSignature !== undefined || tx.Signers !== undefined) return 'temBAD_SIGNATURE';
  return tx.Sequence !== 0 || tx.PreviousTxnID !== undefined ? 'temBAD_SEQUENCE' : 'tesSUCCESS';
}

function checkNetworkId({ tx, networkId }: PreflightContext): NotTec {
  if (!demandsNetworkId(networkId)) {
    return tx.NetworkID === undefined ? 'tesSUCCESS' : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  }
  if (tx.NetworkID === undefined) return 'telREQUIRES_NETWORK_ID';
  return tx.NetworkID === networkId ? 'tesSUCCESS' : 'telWRONG_NETWORK';
}

/** A dry run may lack signatures, but must not be both single- and multi-signed. */
function checkSignature({ transaction, tx, flags }: PreflightContext): NotTec {
  if (flags.dryRun) return tx.Signers !== undefined && tx.SigningPubKey !== '' ? 'temINVALID' : 'tesSUCCESS';
  return signatureProblem(transaction) === undefined ? 'tesSUCCESS' : 'temINVALID';
}
