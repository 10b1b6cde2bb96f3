/**
 * Batch: transactions of one or several accounts that are applied together. Each of the other accounts signs the whole
 * batch. This file checks a batch; `engine/apply-batch.ts` applies what is inside (rippled: Batch.cpp).
 */
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import { elementsOf, innerTransactions, isInnerTransaction } from '../../../protocol/transaction/batch.ts';
import { feePayer, type Transaction } from '../../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../../protocol/values.ts';
import { checkSignatureOf } from '../../accounts/check-sign.ts';
import { defineTransaction, type PreflightContext, type PreflightInner } from '../../transaction-type.ts';

const MAX_TRANSACTIONS = 8;
const MAX_SIGNERS = 24;
const { tfAllOrNothing, tfOnlyOne, tfUntilFailure, tfIndependent } = TransactionFlags.Batch;
const MODES = [tfAllOrNothing, tfOnlyOne, tfUntilFailure, tfIndependent];
/** Types that cannot be in a batch: those of vaults and loans. */
const REFUSED_TYPES = /^(Vault|Loan)/;

export const batch = defineTransaction({
  name: 'Batch',

  isDisabled(_tx, rules) {
    return !rules.batchV1_1;
  },

  preflight(context, preflightInner) {
    const { tx } = context;
    if (MODES.filter((mode) => hasFlag(tx, mode)).length !== 1) return 'temINVALID_FLAG';
    if (tx.RawTransactions.length <= 1) return 'temARRAY_EMPTY';
    if (tx.RawTransactions.length > MAX_TRANSACTIONS) return 'temARRAY_TOO_LARGE';
    if ((tx.BatchSigners?.length ?? 0) > MAX_SIGNERS) return 'temARRAY_TOO_LARGE';
    return innerFault(context, preflightInner)?.result ?? 'tesSUCCESS';
  },

  preflightSigValidated({ transaction, tx }) {
    const required = otherParties(transaction);
    const signers = elementsOf(tx.BatchSigners).map(({ Account }) => Account as AccountId);
    const isExact = signers.length === required.length && signers.every((signer, at) => signer === required[at]);
    return isExact ? 'tesSUCCESS' : 'temBAD_SIGNER';
  },

  checkSign({ view, tx, flags }) {
    for (const signer of elementsOf(tx.BatchSigners)) {
      const result = checkSignatureOf(view, signer.Account as AccountId, signer, flags, true);
      if (result !== 'tesSUCCESS') return result;
    }
    return 'tesSUCCESS';
  },

  apply() {
    return 'tesSUCCESS';
  },
});

/** An inner transaction for which the batch is malformed. */
export interface InnerFault {
  readonly inner: Transaction;
  /** The result of the batch. */
  readonly result: NotTec;
  /** The result of the inner transaction's own preflight, if that is the reason. */
  readonly own?: NotTec;
}

/** The first such transaction; undefined if all are well-formed. */
export function innerFault(context: PreflightContext, preflightInner: PreflightInner): InnerFault | undefined {
  const { transaction, tx } = context;
  const isInOrder = hasFlag(tx, tfAllOrNothing) || hasFlag(tx, tfUntilFailure);
  const ids = new Set<string>();
  const proxies = new Set<string>();
  for (const inner of innerTransactions(transaction)) {
    if (ids.has(inner.id)) return { inner, result: 'temREDUNDANT' };
    ids.add(inner.id);
    const form = checkForm(inner);
    if (form !== 'tesSUCCESS') return { inner, result: form };
    const own = preflightInner(context, inner);
    if (own !== 'tesSUCCESS') return { inner, result: 'temINVALID_INNER_BATCH', own };
    const { Account, Sequence, TicketSequence } = inner.fields;
    if ((Sequence === 0) === (TicketSequence === undefined)) return { inner, result: 'temSEQ_AND_TICKET' };
    const proxy = `${Account} ${Sequence || TicketSequence}`;
    if (isInOrder && proxies.has(proxy)) return { inner, result: 'temREDUNDANT' };
    proxies.add(proxy);
  }
  return undefined;
}

/** Everything but the inner transaction's own preflight and its sequence. */
function checkForm({ fields }: Transaction): NotTec {
  if (fields.TransactionType === 'Batch') return 'temINVALID';
  if (REFUSED_TYPES.test(fields.TransactionType)) return 'temINVALID_INNER_BATCH';
  if (!isInnerTransaction(fields)) return 'temINVALID_FLAG';
  if (fields.TxnSignature !== undefined) return 'temBAD_SIGNATURE';
  if (fields.Signers !== undefined) return 'temBAD_SIGNER';
  if (fields.SigningPubKey !== '') return 'temBAD_REGKEY';
  return fields.Fee === 0n ? 'tesSUCCESS' : 'temBAD_FEE';
}

/** The accounts beside the sender that must sign, ascending. Types with a counterparty cannot be in a batch. */
export function otherParties(batch: Transaction): AccountId[] {
  const parties = new Set(innerTransactions(batch).map(({ fields }) => feePayer(fields)));
  parties.delete(batch.fields.Account);
  return [...parties].sort();
}
