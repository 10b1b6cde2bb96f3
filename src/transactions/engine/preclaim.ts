/**
 * The common checks of all transactions against the ledger. No check up to the signature may claim a fee, else anyone
 * could burn another account's XRP (rippled: applySteps.cpp invokePreclaim, Transactor.cpp).
 */

import type { CheckedPart } from '../../ledger/trace.ts';
import { TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import { isPseudoTransaction, sequenceProxy } from '../../protocol/transaction/transaction.ts';
import { ZERO_HASH } from '../../protocol/values.ts';
import { checkSign } from '../accounts/check-sign.ts';
import { checkDelegation } from '../accounts/delegation.ts';
import type { PreclaimContext, TransactionType } from '../transaction-type.ts';

/** Runs the common checks, then those of the type. */
export function preclaim(context: PreclaimContext, type: TransactionType | undefined): Ter {
  const isPseudo = isPseudoTransaction(context.tx);
  if (isPseudo && context.view.isOpen) return 'temINVALID';
  if (type === undefined) return 'temDISABLED';
  if (isPseudo) return type.preclaim?.(context) ?? 'tesSUCCESS';
  const account = context.view.read(accountKeylet(context.tx.Account));
  if (account === undefined) {
    context.view.trace?.fact('check', { part: 'sequence', result: 'terNO_ACCOUNT' });
    return 'terNO_ACCOUNT';
  }
  for (const { part, check } of context.tx.Delegate === undefined ? CHECKS : DELEGATED_CHECKS) {
    const result = check(context, account, type);
    context.view.trace?.fact('check', { part, result });
    if (result !== 'tesSUCCESS') return result;
  }
  const countersigned = type.checkSign?.(context) ?? 'tesSUCCESS';
  if (countersigned !== 'tesSUCCESS') return countersigned;
  const fee = checkFee(context, account);
  context.view.trace?.fact('check', { part: 'fee', result: fee });
  if (fee !== 'tesSUCCESS') return fee;
  return type.preclaim?.(context) ?? 'tesSUCCESS';
}

interface Check {
  readonly part: CheckedPart;
  check(context: PreclaimContext, account: Readonly<AccountRoot>, type: TransactionType): NotTec;
}

const CHECKS: readonly Check[] = [
  { part: 'sequence', check: checkSequence },
  { part: 'priorAndLastLedger', check: checkPriorAndLastLedger },
  { part: 'signature', check: checkSign },
];

const DELEGATED_CHECKS: readonly Check[] = [
  ...CHECKS.slice(0, 2),
  { part: 'delegation', check: (context, _account, type) => checkDelegation(context, type) },
  ...CHECKS.slice(2),
];

function checkSequence({ view, tx }: PreclaimContext, account: Readonly<AccountRoot>): NotTec {
  const { isTicket, value } = sequenceProxy(tx);
  if (isTicket) {
    // A later transaction may create the ticket.
    if (account.Sequence <= value) return 'terPRE_TICKET';
    return view.read(ticketKeylet(tx.Account, value)) === undefined ? 'tefNO_TICKET' : 'tesSUCCESS';
  }
  if (tx.TicketSequence !== undefined) return 'temSEQ_AND_TICKET';
  if (value > account.Sequence) return 'terPRE_SEQ';
  return value < account.Sequence ? 'tefPAST_SEQ' : 'tesSUCCESS';
}

function checkPriorAndLastLedger({ view, tx, transaction }: PreclaimContext, account: Readonly<AccountRoot>): NotTec {
  if (tx.AccountTxnID !== undefined && (account.AccountTxnID ?? ZERO_HASH) !== tx.AccountTxnID) return 'tefWRONG_PRIOR';
  if (tx.LastLedgerSequence !== undefined && view.ledgerIndex > tx.LastLedgerSequence) return 'tefMAX_LEDGER';
  return view.hasTransaction(transaction.id) ? 'tefALREADY' : 'tesSUCCESS';
}

function checkFee({ view, tx, flags, baseFeeDrops }: PreclaimContext, sender: Readonly<AccountRoot>): Ter {
  const feeDrops = tx.Fee;
  // The batch pays for its inner transactions.
  if (flags.parentBatchId !== undefined) return feeDrops === 0n ? 'tesSUCCESS' : 'temBAD_FEE';
  if (typeof feeDrops !== 'bigint' || feeDrops < 0n || feeDrops > TOTAL_DROPS) return 'temBAD_FEE';
  if (view.isOpen && feeDrops < baseFeeDrops) return 'telINSUF_FEE_P';
  if (feeDrops === 0n) return 'tesSUCCESS';
  const payer = tx.Delegate === undefined ? sender : view.read(accountKeylet(tx.Delegate));
  if (payer === undefined) return 'terNO_ACCOUNT';
  if (payer.Balance >= feeDrops) return 'tesSUCCESS';
  return payer.Balance > 0n && !view.isOpen ? 'tecINSUFF_FEE' : 'terINSUF_FEE_B';
}
