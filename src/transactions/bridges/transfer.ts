/** Transfers of XRP or tokens over a bridge (rippled: XChainBridge.cpp, transferHelper). */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { catchAmountError } from '../../protocol/amounts/amount-errors.ts';
import { accountReserve, type Fees } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import { isTec, isTer, type Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Amount, isNative } from '../../protocol/values.ts';
import { checkDepositAuth } from '../credentials/deposit-auth.ts';
import { deliverTokens } from '../flow/deliver-tokens.ts';

export interface Transfer {
  readonly fees: Fees;
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly destinationTag?: number | undefined;
  readonly amount: Amount;
  /** True if a payment in XRP may create the destination account. */
  readonly mayCreate?: boolean;
  /** True if the destination submitted the transaction: then its deposit authorization does not apply. */
  readonly isSubmittedByDestination?: boolean;
  /** The source's balance before the fee, in drops, if the fee may be paid out of the reserve. */
  readonly balanceBeforeFeeDrops?: bigint;
}

/**
 * Runs the work in a payment sandbox, which is committed if the work succeeds. For an amount that cannot be expressed
 * rippled throws, so the transaction is not applied.
 */
export function inPaymentSandbox(sandbox: Sandbox, work: (payments: PaymentSandbox) => Ter): Ter {
  const payments = new PaymentSandbox(sandbox);
  return catchAmountError('tefEXCEPTION', () => {
    const result = work(payments);
    if (result === 'tesSUCCESS') payments.applyTo(sandbox);
    return result;
  });
}

/**
 * Transfers the whole amount or nothing. A transfer to oneself succeeds without effect.
 * @throws AmountError if an intermediate amount cannot be expressed
 */
export function transfer(sandbox: PaymentSandbox, terms: Transfer): Ter {
  const { source, destination, amount } = terms;
  if (source === destination) return 'tesSUCCESS';
  const admitted = checkDestination(sandbox, terms);
  if (admitted !== 'tesSUCCESS') return admitted;
  return isNative(amount) ? transferDrops(sandbox, terms, amount) : transferTokens(sandbox, terms);
}

function checkDestination(sandbox: PaymentSandbox, terms: Transfer): Ter {
  const { source, destination, destinationTag, amount, mayCreate, isSubmittedByDestination } = terms;
  const account = sandbox.read(accountKeylet(destination));
  if (account === undefined) return isNative(amount) && mayCreate ? 'tesSUCCESS' : 'tecNO_DST';
  const needsTag = hasFlag(account, EntryFlags.AccountRoot.lsfRequireDestTag) && destinationTag === undefined;
  if (needsTag) return 'tecDST_TAG_NEEDED';
  return isSubmittedByDestination ? 'tesSUCCESS' : checkDepositAuth(sandbox, source, account);
}

function transferDrops(sandbox: PaymentSandbox, terms: Transfer, amountDrops: bigint): Ter {
  const { fees, destination } = terms;
  const source = sandbox.peek(accountKeylet(terms.source));
  if (source === undefined) return 'tecINTERNAL';
  const { balanceBeforeFeeDrops: availableDrops = source.Balance } = terms;
  if (availableDrops < amountDrops + accountReserve(fees, source.OwnerCount)) return 'tecUNFUNDED_PAYMENT';
  const existing = sandbox.peek(accountKeylet(destination));
  if (existing === undefined && amountDrops < fees.reserveDrops) return 'tecNO_DST_INSUF_XRP';
  const account = existing ?? newEntry(accountKeylet(destination));
  if (existing === undefined) {
    account.Account = destination;
    account.Sequence = sandbox.ledgerIndex;
    sandbox.insert(account);
  }
  source.Balance -= amountDrops;
  account.Balance += amountDrops;
  sandbox.update(source);
  sandbox.update(account);
  return 'tesSUCCESS';
}

function transferTokens(sandbox: PaymentSandbox, { fees, source, destination, amount }: Transfer): Ter {
  const delivered = deliverTokens(sandbox, { fees, source, destination, deliver: amount, isPartial: false });
  if (typeof delivered !== 'string') return 'tesSUCCESS';
  return isTec(delivered) || isTer(delivered) ? delivered : 'tecXCHAIN_PAYMENT_FAILED';
}
