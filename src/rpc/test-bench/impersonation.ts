/** Unsigned transactions: completed as for signing, and treated as signed by their account. */

import type { SubmitOutcome } from '../../node/open-ledger/submission.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { impersonate } from '../../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { EngineContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseTxJson, sterilized, transactionOf } from '../params/tx-json-param.ts';
import { completeTransaction } from '../signing/sign-transaction.ts';
import { engineResult, inclusionOf, signedResult } from '../signing/signed-result.ts';
import { submissionFacts, withRpcErrors } from '../signing/submission.ts';
import type { BenchContext } from './require-test-bench.ts';

/** Submits the transaction that the function reads from the request, and answers as `submit` does. */
export function submitImpersonated(
  context: BenchContext,
  readTx: () => JsonDraft,
  failHard: boolean,
): Promise<JsonObject> {
  const make = () => impersonated(context, readTx());
  return answerSubmission(context, () => context.bench.submit(make, { failHard, isAdmin: true }));
}

/** The same with another way to submit. */
export async function answerSubmission(
  context: EngineContext,
  submit: () => SubmitOutcome | Promise<SubmitOutcome>,
): Promise<JsonObject> {
  const outcome = await withRpcErrors(submit);
  const { transaction, result, reason } = outcome;
  return {
    ...signedResult(transaction, context.apiVersion, inclusionOf(context.reader, outcome)),
    ...engineResult(result, transaction, reason),
    ...submissionFacts(outcome),
    hash: transaction.id,
  };
}

function impersonated(context: EngineContext, tx: JsonDraft): Transaction {
  for (const name of ['TxnSignature', 'Signers']) if (hasParam(tx, name)) throw new RpcError('transactionSigned');
  // The fee limits of signing requests do not apply here.
  completeTransaction({ ...context, params: {} }, tx, false, true);
  tx.SigningPubKey = '';
  return impersonate(sterilized(transactionOf(parseTxJson(tx), context.reader.rules)));
}
