/**
 * `submit`: applies a transaction to the open ledger, signing it first when it comes with a secret
 * (rippled: Submit.cpp).
 */

import { LeadLostError } from '../../../node/ledger-node.ts';
import type { OpenLedgerState, SubmitOptions, SubmitOutcome } from '../../../node/open-ledger/submission.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import type { Rules } from '../../../protocol/tables/rules.ts';
import { isTesSuccess } from '../../../protocol/tables/ter.ts';
import { checkLocally } from '../../../protocol/transaction/local-checks.ts';
import {
  InvalidTransactionError,
  parseTransaction,
  type Transaction,
} from '../../../protocol/transaction/transaction.ts';
import { signatureProblem } from '../../../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../../../util/hex.ts';
import { addLedgerFacts } from '../../json/transaction-json.ts';
import type { EngineContext, RpcContext } from '../../method/context.ts';
import { CONTINUE_AT_ENGINE, defineMethod } from '../../method/define-method.ts';
import { invalidParams } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { textParam } from '../../params/convert-param.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { flag, typedFlag } from '../../params/readers.ts';
import { txJson } from '../../params/tx-json-param.ts';
import { BUILD_PATH_PARAM } from '../../signing/payment-fields.ts';
import { SIGNATURE_TARGET_PARAM, signFromRequest } from '../../signing/sign-transaction.ts';
import { engineResult, inclusionOf, signedResult } from '../../signing/signed-result.ts';
import { requireSigner, SECRET_PARAMS } from '../../signing/signing-key.ts';
import { submissionFacts, withRpcErrors } from '../../signing/submission.ts';
import { lostLead, waitForFinalResult, waitTimeout } from '../../signing/submit-wait.ts';
import { feeDivisor, feeMultiplier } from '../../signing/transaction-fee.ts';

/** The reference also accepts an odd number of hex digits: then the first digit is one byte. */
export const signedBlob: ParamReader<'string', Buffer> = {
  type: 'string',
  read: ({ params }, name) => {
    const text = textParam(params, name);
    if (text === '' || !/^[0-9a-fA-F]+$/.test(text)) throw invalidParams().because(`Field '${name}' is not hex.`);
    return hexToBytes(text.length % 2 === 0 ? text : `0${text}`);
  },
};

const PARAMS = [
  { name: 'tx_blob', ...signedBlob, text: 'A signed transaction in hex.' },
  { name: 'tx_json', ...txJson, text: 'Instead of `tx_blob`: a transaction to complete and sign.' },
  ...SECRET_PARAMS,
  { name: 'fail_hard', ...typedFlag, text: 'Do not keep or charge the transaction if it fails now.' },
  { name: 'offline', ...flag, text: 'Fill in nothing.' },
  { name: 'fee_mult_max', ...feeMultiplier, text: 'Maximum multiple of the base fee (10).' },
  { name: 'fee_div_max', ...feeDivisor, text: 'Divisor of that maximum (1).' },
  BUILD_PATH_PARAM,
  SIGNATURE_TARGET_PARAM,
  {
    name: 'wait',
    ...typedFlag,
    text: 'Answer when the result is final, with metadata or the reason of a failure.',
  },
  { name: 'timeout_ms', ...waitTimeout, text: 'Maximum wait in milliseconds (60000, at most 300000).' },
] as const satisfies readonly ParamRow[];

type Read = ReadParam<typeof PARAMS>;

export const submit = defineMethod({
  name: 'submit',
  role: 'user',
  needs: 'engine',
  params: PARAMS,
  /** Verifies a signed transaction and sends it to the engine. With `wait` the engine continues. */
  runLocally(context, read) {
    const { params, relay } = context;
    const timeoutMs = readWait(read);
    if (!hasParam(params, 'tx_blob')) {
      read('fail_hard');
      return requireSigner(context);
    }
    if (relay === undefined || timeoutMs !== undefined) return CONTINUE_AT_ENGINE;
    const { transaction, fault } = readTransaction(read('tx_blob'), context.reader.rules);
    if (transaction === undefined) return fault;
    return relay.submit(transaction, submitOptions(context, read)).then((outcome) => answerBlob(context, outcome));
  },
  run(context, read) {
    return hasParam(context.params, 'tx_blob') ? submitBlob(context, read) : signAndSubmit(context, read);
  },
});

async function submitBlob(context: EngineContext, read: Read): Promise<JsonObject> {
  const timeoutMs = readWait(read);
  const { transaction, fault } = readTransaction(read('tx_blob'), context.reader.rules);
  if (transaction === undefined) return fault;
  const options = submitOptions(context, read);
  const outcome = await withRpcErrors(() => context.engine.submit(transaction, options));
  const answer = answerBlob(context, outcome);
  return timeoutMs === undefined ? answer : withFinalResult(context, outcome, answer, timeoutMs);
}

function submitOptions({ role, traceparent }: RpcContext, read: Read): SubmitOptions {
  return { failHard: read('fail_hard'), isAdmin: role === 'admin', traceparent };
}

function answerBlob({ reader }: RpcContext, outcome: SubmitOutcome): JsonObject {
  const { transaction } = outcome;
  // Both API versions show a submitted blob in the form of version 1.
  const tx = objectToJson(transaction.fields) as JsonDraft;
  addLedgerFacts(tx, transaction.id, 1, inclusionOf(reader, outcome));
  return {
    ...engineResult(outcome.result, transaction, outcome.reason),
    accepted: outcome.applied || outcome.broadcast || outcome.queued || outcome.kept,
    applied: outcome.applied,
    broadcast: outcome.broadcast,
    queued: outcome.queued,
    kept: outcome.kept,
    ...senderState(outcome.ledgerState),
    tx_blob: bytesToHex(transaction.blob),
    tx_json: tx,
    ...submissionFacts(outcome),
  };
}

/** The answer with the final result in place of the provisional one, when it is there or the time is over. */
async function withFinalResult(
  context: EngineContext,
  { transaction, result: provisional }: SubmitOutcome,
  { engine_result_reason: reason, shortfalls, ...answer }: JsonObject,
  timeoutMs: number,
): Promise<JsonObject> {
  const facts = await waitForFinalResult(context, transaction, provisional, timeoutMs);
  // What a validated success did not do follows from its metadata.
  const isReplaced = facts.engine_result !== provisional || (facts.validated === true && isTesSuccess(provisional));
  const because = isReplaced
    ? {}
    : {
        ...(reason !== undefined && { engine_result_reason: reason }),
        ...(shortfalls !== undefined && { shortfalls }),
      };
  return { ...answer, ...because, hash: transaction.id, ...facts };
}

function senderState(state: OpenLedgerState | undefined): JsonObject {
  if (state === undefined) return {};
  return {
    account_sequence_next: state.accountSequenceNext,
    account_sequence_available: state.accountSequenceAvailable,
    open_ledger_cost: state.openLedgerCostDrops.toString(),
    validated_ledger_index: state.validatedLedgerIndex,
  };
}

async function signAndSubmit(context: EngineContext, read: Read): Promise<JsonObject> {
  const timeoutMs = readWait(read);
  const options = submitOptions(context, read);
  const outcome = await withRpcErrors(() => context.engine.submit(() => signFromRequest(context), options));
  const { transaction, result, reason } = outcome;
  const answer = {
    ...signedResult(transaction, context.apiVersion, inclusionOf(context.reader, outcome)),
    ...engineResult(result, transaction, reason),
    ...submissionFacts(outcome),
  };
  if (timeoutMs === undefined) return answer;
  try {
    return await withFinalResult(context, outcome, answer, timeoutMs);
  } catch (error) {
    if (!(error instanceof LeadLostError)) throw error;
    // The next leader would sign a second transaction.
    return { ...answer, hash: transaction.id, ...lostLead(result) };
  }
}

/** The requested time to wait, in milliseconds; undefined for the provisional result. */
function readWait(read: Read): number | undefined {
  const wait = read('wait');
  const timeoutMs = read('timeout_ms');
  return wait ? timeoutMs : undefined;
}

type ReadTransaction =
  | { readonly transaction: Transaction; readonly fault?: never }
  | { readonly transaction?: never; readonly fault: JsonObject };

/** The transaction in the blob, or an error, for which the reference has no number. */
function readTransaction(blob: Buffer, rules: Rules): ReadTransaction {
  try {
    const transaction = parseTransaction(blob);
    const problem = signatureProblem(transaction, rules) ?? checkLocally(transaction.fields, rules);
    return problem === undefined ? { transaction } : { fault: invalidTransaction(`fails local checks: ${problem}`) };
  } catch (error) {
    if (error instanceof InvalidTransactionError) return { fault: invalidTransaction(error.message) };
    throw error;
  }
}

function invalidTransaction(what: string): JsonObject {
  return { error: 'invalidTransaction', error_exception: what };
}
