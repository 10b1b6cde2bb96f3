/**
 * Verifying a signature is the dearest step of a submission, and a transaction passes preflight several times: at
 * submission, in the open ledger, at the close. The verdict on a transaction value never changes, so it is remembered
 * with the value.
 */
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { checkTransactionSignature } from '../../protocol/transaction/transaction-signature.ts';

const verdicts = new WeakMap<Transaction, { readonly problem: string | undefined }>();

/** Why the transaction's signature or signatures are bad, in the reference's words; undefined when they are good. */
export function signatureProblem(transaction: Transaction): string | undefined {
  let verdict = verdicts.get(transaction);
  if (verdict === undefined) {
    verdict = { problem: checkTransactionSignature(transaction) };
    verdicts.set(transaction, verdict);
  }
  return verdict.problem;
}
