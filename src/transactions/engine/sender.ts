/** The common effects on a transaction's sender and its delegate: use the sequence or ticket, and pay the fee. */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { removeTicket } from '../accounts/owned-entries.ts';

/**
 * Uses the sequence or ticket, deducts the fee, and sets AccountTxnID if the account tracks it. Returns the sender's
 * balance before the fee, in drops, or a failure (rippled: Transactor.cpp, apply).
 */
export function consumeSequenceAndPayFee(sandbox: Sandbox, transaction: Transaction): bigint | Ter {
  const account = sandbox.peek(accountKeylet(transaction.fields.Account));
  if (account === undefined) return 'tefINTERNAL';
  const balanceDrops = account.Balance;
  const consumed = consume(sandbox, account, transaction);
  if (consumed !== 'tesSUCCESS') return consumed;
  const payer = payerOf(sandbox, transaction, account);
  if (payer === undefined) return 'tefINTERNAL';
  payer.Balance -= transaction.fields.Fee as bigint;
  if (account.AccountTxnID !== undefined) account.AccountTxnID = transaction.id;
  sandbox.update(account);
  if (payer !== account) sandbox.update(payer);
  return balanceDrops;
}

/**
 * For a transaction that only claims its fee: takes as much of the fee as its payer has, and uses the sequence or
 * ticket. Returns the drops taken (rippled: Transactor.cpp, reset).
 */
export function payFeeOnly(sandbox: Sandbox, transaction: Transaction, feeDrops: bigint): bigint | Ter {
  const account = sandbox.peek(accountKeylet(transaction.fields.Account));
  if (account === undefined) return 'tefINTERNAL';
  const payer = payerOf(sandbox, transaction, account);
  if (payer === undefined) return 'tefINTERNAL';
  const charged = feeDrops > payer.Balance ? payer.Balance : feeDrops;
  payer.Balance -= charged;
  const consumed = consume(sandbox, account, transaction);
  if (consumed !== 'tesSUCCESS') return consumed;
  sandbox.update(account);
  if (payer !== account) sandbox.update(payer);
  return charged;
}

/** The account that pays the fee: the delegate, if there is one. */
function payerOf(sandbox: Sandbox, { fields }: Transaction, sender: AccountRoot): AccountRoot | undefined {
  return fields.Delegate === undefined ? sender : sandbox.peek(accountKeylet(fields.Delegate));
}

function consume(sandbox: Sandbox, account: AccountRoot, transaction: Transaction): Ter {
  const { isTicket, value } = sequenceProxy(transaction.fields);
  if (isTicket) return removeTicket(sandbox, transaction.fields.Account, value);
  // The highest sequence wraps to 0, which an invariant forbids for accounts that can sign.
  account.Sequence = (value + 1) >>> 0;
  return 'tesSUCCESS';
}
