/** Transactions that nobody signed: completed as for signing, and taken as if their account had signed them. */

import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { impersonate } from '../../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { EngineContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseTxJson, sterilized, transactionOf } from '../params/tx-json-param.ts';
import { completeTransaction } from '../signing/sign-transaction.ts';
import { engineResult, signedResult } from '../signing/signed-result.ts';
import { submitNow, whenDurable, whenFresh } from '../signing/submission.ts';

/** Submits what the function gives, once the last ledger is young enough; answers as `submit` does. */
export function submitImpersonated(
  context: EngineContext,
  readTx: () => JsonDraft,
  failHard: boolean,
): JsonObject | Promise<JsonObject> {
  return submitPrepared(context, () => impersonated(context, readTx()), failHard);
}

/** The same for a transaction that is complete. */
export function submitPrepared(
  context: EngineContext,
  prepare: () => Transaction,
  failHard: boolean,
): JsonObject | Promise<JsonObject> {
  const { engine } = context;
  return whenFresh(engine, prepare, (transaction) => {
    const { outcome, inclusion, facts } = submitNow(engine, transaction, { failHard, isAdmin: true });
    return whenDurable(engine, transaction.id, {
      ...signedResult(transaction, context.apiVersion, inclusion),
      ...engineResult(outcome.result, transaction, outcome.reason),
      ...facts,
      hash: transaction.id,
    });
  });
}

function impersonated(context: EngineContext, tx: JsonDraft): Transaction {
  for (const name of ['TxnSignature', 'Signers']) if (hasParam(tx, name)) throw new RpcError('transactionSigned');
  // The bounds that requests to sign may set do not count here.
  completeTransaction({ ...context, params: {} }, tx, false, true);
  tx.SigningPubKey = '';
  return impersonate(sterilized(transactionOf(parseTxJson(tx))));
}
