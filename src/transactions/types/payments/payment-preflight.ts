/** Payment, preflight: checks without a ledger (rippled: Payment.cpp, preflight). */
import { assetOf, compareAmounts, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { hasFlag, TransactionFlags, transactionFlagMask, UNIVERSAL_FLAG_MASK } from '../../../protocol/tables/flags.ts';
import { firstFailure, type NotTec } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type Amount,
  isBadCurrency,
  isIssued,
  isMpt,
  isNative,
  isSameIssue,
  isSameToken,
  isZeroAccount,
  ZERO_HASH,
} from '../../../protocol/values.ts';
import { checkCredentialIds } from '../../credentials/credential-ids.ts';

export type Payment = TransactionOf<'Payment'>;

const { tfNoRippleDirect, tfPartialPayment, tfLimitQuality } = TransactionFlags.Payment;

/** The most that the sender spends: SendMax or, by default, Amount with the sender as issuer. */
export function maxSourceAmount(tx: Readonly<Payment>): Amount {
  if (tx.SendMax !== undefined) return tx.SendMax;
  return isIssued(tx.Amount) ? { ...tx.Amount, issuer: tx.Account } : tx.Amount;
}

/** Returns the first failure, in rippled's order. */
export function preflightPayment(tx: Readonly<Payment>): NotTec {
  const checks = [checkMptFields, checkAmounts, checkXrpFields, checkDeliverMin, checkCredentialIds];
  return firstFailure(checks, tx);
}

/** The flags that a payment must not have; for MPTs only tfPartialPayment is allowed. */
export function paymentFlagMask(tx: Readonly<Payment>): number {
  return isMpt(tx.Amount) ? UNIVERSAL_FLAG_MASK & ~tfPartialPayment : transactionFlagMask('Payment');
}

/** MPTs move directly between holders, so few options apply. */
function checkMptFields(tx: Readonly<Payment>): NotTec {
  const sendsMpt = isMpt(tx.Amount);
  if (sendsMpt && tx.Paths !== undefined) return 'temMALFORMED';
  if (tx.DomainID === ZERO_HASH) return 'temMALFORMED';
  const source = assetOf(maxSourceAmount(tx));
  if ((sendsMpt || 'mptIssuanceId' in source) && !isSameToken(source, assetOf(tx.Amount))) return 'temMALFORMED';
  return 'tesSUCCESS';
}

function checkAmounts(tx: Readonly<Payment>): NotTec {
  const source = maxSourceAmount(tx);
  if (isZeroAccount(tx.Destination)) return 'temDST_NEEDED';
  if (signOfAmount(source) <= 0 || signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
  if (isBadCurrency(source) || isBadCurrency(tx.Amount)) return 'temBAD_CURRENCY';
  const isToSelf = tx.Account === tx.Destination && isSameToken(assetOf(source), assetOf(tx.Amount));
  // With paths it may be arbitrage.
  return isToSelf && tx.Paths === undefined ? 'temREDUNDANT' : 'tesSUCCESS';
}

/** XRP to XRP allows no options. */
function checkXrpFields(tx: Readonly<Payment>): NotTec {
  if (!isNative(tx.Amount) || !isNative(maxSourceAmount(tx))) return 'tesSUCCESS';
  if (tx.SendMax !== undefined) return 'temBAD_SEND_XRP_MAX';
  if (tx.Paths !== undefined) return 'temBAD_SEND_XRP_PATHS';
  if (hasFlag(tx, tfPartialPayment)) return 'temBAD_SEND_XRP_PARTIAL';
  if (hasFlag(tx, tfLimitQuality)) return 'temBAD_SEND_XRP_LIMIT';
  return hasFlag(tx, tfNoRippleDirect) ? 'temBAD_SEND_XRP_NO_DIRECT' : 'tesSUCCESS';
}

function checkDeliverMin(tx: Readonly<Payment>): NotTec {
  const least = tx.DeliverMin;
  if (least === undefined) return 'tesSUCCESS';
  if (!hasFlag(tx, tfPartialPayment) || signOfAmount(least) <= 0) return 'temBAD_AMOUNT';
  if (!isSameIssue(assetOf(least), assetOf(tx.Amount))) return 'temBAD_AMOUNT';
  return compareAmounts(least, tx.Amount) > 0 ? 'temBAD_AMOUNT' : 'tesSUCCESS';
}
