/** A payment in MPTs, directly from sender to destination (rippled: Payment.cpp, doApply). */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { compareAmounts } from '../../../protocol/amounts/amount-math.ts';
import { divideByRate, multiplyByRate, PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { issuerOfMpt, type MptAmount } from '../../../protocol/values.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { isAnyFrozen } from '../../assets/asset-freeze.ts';
import { canTransfer } from '../../assets/asset-transferability.ts';
import { verifyDepositPreauth } from '../../credentials/deposit-auth.ts';
import { mptTransferRate } from '../../mpt/mpt-issuance.ts';
import { accountSendMpt } from '../../mpt/mpt-transfer.ts';
import type { ApplyContext } from '../../transaction-type.ts';
import { maxSourceAmount, type Payment } from './payment-preflight.ts';

/** Pays `amount`, the transaction's Amount; `destination` is peeked. */
export function payMpt(context: ApplyContext<Payment>, amount: MptAmount, destination: AccountRoot): Ter {
  const { sandbox, tx } = context;
  const permitted = checkPermitted(sandbox, tx, amount, destination);
  if (permitted !== 'tesSUCCESS') return permitted;
  const isBetweenHolders = [tx.Account, tx.Destination].every((party) => party !== issuerOfMpt(amount.mptIssuanceId));
  // Payments to and from the issuer are allowed despite a lock.
  if (isBetweenHolders && isAnyFrozen(sandbox, [tx.Account, tx.Destination], amount)) return 'tecLOCKED';
  const rate = isBetweenHolders ? mptTransferRate(sandbox, amount.mptIssuanceId) : PARITY_RATE;
  const delivered = affordable(tx, amount, rate);
  if (delivered === undefined) return 'tecPATH_PARTIAL';
  const sent = accountSendMpt(sandbox, tx.Account, tx.Destination, delivered);
  if (sent === 'tecINSUFFICIENT_FUNDS' || sent === 'tecPATH_DRY') return 'tecPATH_PARTIAL';
  if (sent === 'tesSUCCESS' && delivered.value !== amount.value) context.deliver(delivered);
  return sent;
}

function checkPermitted(sandbox: Sandbox, tx: Readonly<Payment>, asset: MptAmount, destination: AccountRoot): Ter {
  for (const holder of [tx.Account, tx.Destination]) {
    const authorized = requireAuth(sandbox, holder, asset);
    if (authorized !== 'tesSUCCESS') return authorized;
  }
  const transferable = canTransfer(sandbox, asset, tx.Account, tx.Destination);
  return transferable === 'tesSUCCESS' ? verifyDepositPreauth(sandbox, tx, destination) : transferable;
}

/** What the sender's limit covers after the transfer fee; undefined if it is too little. */
function affordable(tx: Readonly<Payment>, amount: MptAmount, rate: number): MptAmount | undefined {
  const limit = maxSourceAmount(tx);
  if (compareAmounts(multiplyByRate(amount, rate), limit) <= 0) return meetsMinimum(tx, amount);
  if (!hasFlag(tx, TransactionFlags.Payment.tfPartialPayment)) return undefined;
  return meetsMinimum(tx, divideByRate(limit, rate) as MptAmount);
}

function meetsMinimum({ DeliverMin: minimum }: Readonly<Payment>, delivered: MptAmount): MptAmount | undefined {
  return minimum !== undefined && compareAmounts(delivered, minimum) < 0 ? undefined : delivered;
}
