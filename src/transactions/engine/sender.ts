/** What every transaction does to its sender: use up a sequence or ticket, and pay the fee. */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { removeTicket } from '../accounts/owned-entries.ts';

/**
 * Uses up the sequence or ticket, takes the fee, and notes the transaction in AccountTxnID when the account tracks it.
 * Gives the balance before the fee, in drops, or the result that stops the transaction (rippled: Transactor.cpp,
 * apply).
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
 * For a transaction that claims its fee and does nothing else: takes what there is of the fee and uses up the sequence.
 * Gives the drops that were taken (rippled: Transactor.cpp, reset).
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
  // The last number is followed by 0, which invariants allow no account that somebody can sign for.
  account.Sequence = (value + 1) >>> 0;
  return 'tesSUCCESS';
}
