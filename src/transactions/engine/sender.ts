/** The common effects on a transaction's sender: use the sequence or ticket, and pay the fee. */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { removeTicket } from '../accounts/owned-entries.ts';

/**
 * Uses the sequence or ticket, deducts the fee, and sets AccountTxnID if the account tracks it. Returns the balance
 * before the fee, in drops, or a failure (rippled: Transactor.cpp, apply).
 */
export function consumeSequenceAndPayFee(sandbox: Sandbox, transaction: Transaction): bigint | Ter {
  const account = sandbox.peek(accountKeylet(transaction.fields.Account));
  if (account === undefined) return 'tefINTERNAL';
  const balanceDrops = account.Balance;
  const consumed = consume(sandbox, account, transaction);
  if (consumed !== 'tesSUCCESS') return consumed;
  account.Balance -= transaction.fields.Fee as bigint;
  if (account.AccountTxnID !== undefined) account.AccountTxnID = transaction.id;
  sandbox.update(account);
  return balanceDrops;
}

/**
 * For a transaction that only claims its fee: takes as much of the fee as the account has, and uses the sequence or
 * ticket. Returns the drops taken (rippled: Transactor.cpp, reset).
 */
export function payFeeOnly(sandbox: Sandbox, transaction: Transaction, feeDrops: bigint): bigint | Ter {
  const account = sandbox.peek(accountKeylet(transaction.fields.Account));
  if (account === undefined) return 'tefINTERNAL';
  const charged = feeDrops > account.Balance ? account.Balance : feeDrops;
  account.Balance -= charged;
  const consumed = consume(sandbox, account, transaction);
  if (consumed !== 'tesSUCCESS') return consumed;
  sandbox.update(account);
  return charged;
}

function consume(sandbox: Sandbox, account: AccountRoot, transaction: Transaction): Ter {
  const { isTicket, value } = sequenceProxy(transaction.fields);
  if (isTicket) return removeTicket(sandbox, transaction.fields.Account, value);
  // The highest sequence wraps to 0, which an invariant forbids for accounts that can sign.
  account.Sequence = (value + 1) >>> 0;
  return 'tesSUCCESS';
}
