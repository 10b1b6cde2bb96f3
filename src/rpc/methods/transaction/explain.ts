/**
 * `explain`, Weir's own: why a transaction gets its result. A transaction of a validated ledger is applied again to the
 * same state, and its metadata must be the same; any other transaction is tried on the open ledger.
 */

import type { TransactionLocation } from '../../../history/history-query.ts';
import { explainNow, inOpenLedger } from '../../../node/explain-now.ts';
import type { LedgerReader, OpenLedgerReader } from '../../../node/ledger-node.ts';
import { replayClosed, replayOpen } from '../../../node/replay-ledger.ts';
import { isEntryEdit } from '../../../node/test-bench/entry-edit.ts';
import { validatedLocation } from '../../../node/validated-range.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import {
  InvalidTransactionError,
  parseTransaction,
  type Transaction,
} from '../../../protocol/transaction/transaction.ts';
import type { Hash256, JsonObject } from '../../../protocol/values.ts';
import { type Explanation, explain as explainFindings } from '../../../transactions/explain/explanation.ts';
import { Findings } from '../../../transactions/explain/findings.ts';
import { assert } from '../../../util/assert.ts';
import type { Steps } from '../../../util/steps.ts';
import { explanationJson } from '../../json/explanation-json.ts';
import type { EngineContext, RpcContext } from '../../method/context.ts';
import { CONTINUE_AT_ENGINE, defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamRow, ReadParam } from '../../method/param-row.ts';
import { hasParam } from '../../params/params.ts';
import { convertedHash } from '../../params/readers.ts';
import { parseTxJson, transactionOf, txJson } from '../../params/tx-json-param.ts';
import { engineResult } from '../../signing/signed-result.ts';
import { signedBlob } from './submit.ts';

const PARAMS = [
  { name: 'transaction', ...convertedHash, text: 'Hash of a transaction in a ledger, the open ledger or the queue.' },
  { name: 'tx_blob', ...signedBlob, text: 'Instead of it: a transaction in hex, signed or not.' },
  { name: 'tx_json', ...txJson, text: 'Instead of it: a complete transaction in JSON, signed or not.' },
] as const satisfies readonly ParamRow[];
const SET_BY_HAND = 'No transaction did it: weir_set_entry changed an entry. The metadata of tx say how.';
const ONE_TARGET = "One of the fields 'transaction', 'tx_blob' and 'tx_json' must be given.";

export const explain = defineMethod({
  name: 'explain',
  role: 'user',
  needs: 'engine',
  params: PARAMS,
  *runLocally(context, read): Steps<JsonObject | typeof CONTINUE_AT_ENGINE> {
    const target = readTarget(context, read);
    if (target instanceof InvalidTransactionError) {
      return { error: 'invalidTransaction', error_exception: target.message };
    }
    const { reader } = context;
    const location = validatedLocation(reader, typeof target === 'string' ? target : target.id);
    if (location === undefined) return CONTINUE_AT_ENGINE;
    return yield* explainPast(reader, location);
  },
  *run(context, read): Steps<JsonObject> {
    const { reader, openLedger } = context;
    const transaction = openTarget(context, read);
    const isOpen = openLedger.view.hasTransaction(transaction.id);
    const subject = isOpen ? yield* replayOpen(openLedger, reader, transaction) : undefined;
    if (subject !== undefined)
      return answer(openLedger, transaction, explainFindings(new Findings(subject), 'open ledger'));
    // The signature is checked only if there is one.
    const { TxnSignature: signature, Signers: signers } = transaction.fields;
    const dryRun = signature === undefined && signers === undefined;
    const asOpen = { ...inOpenLedger(openLedger, reader, transaction), flags: { dryRun } };
    return answer(openLedger, transaction, explainNow(openLedger, asOpen));
  },
});

/** A transaction, or the id of one. */
function readTarget(
  { params, reader }: RpcContext,
  read: ReadParam<typeof PARAMS>,
): Transaction | InvalidTransactionError | Hash256 {
  const [given, ...others] = PARAMS.map(({ name }) => name).filter((name) => hasParam(params, name));
  if (given === undefined || others.length > 0) throw invalidParams().because(ONE_TARGET);
  if (given === 'tx_json') {
    return transactionOf({ SigningPubKey: '', ...parseTxJson(read('tx_json')) }, reader.rules);
  }
  if (given === 'tx_blob') return parsed(read('tx_blob'));
  const id = read('transaction');
  if (id === undefined) throw invalidParams().because("Field 'transaction' is no hash: it has 64 hex digits.");
  return id;
}

/** A transaction that is in no ledger. */
function openTarget(context: EngineContext, read: ReadParam<typeof PARAMS>): Transaction {
  const target = readTarget(context, read);
  if (target instanceof InvalidTransactionError) throw target;
  const { openLedger } = context;
  const transaction =
    typeof target === 'string' ? (openLedger.pending(target) ?? openLedger.abandoned(target)) : target;
  if (transaction !== undefined) return transaction;
  throw new RpcError('txnNotFound').because('No ledger holds it, and it is not on its way to one: give its tx_blob.');
}

function parsed(blob: Buffer): Transaction | InvalidTransactionError {
  try {
    return parseTransaction(blob);
  } catch (error) {
    if (error instanceof InvalidTransactionError) return error;
    throw error;
  }
}

/** Applies it again at its place in its ledger, and compares the metadata with the stored one. */
function* explainPast(reader: LedgerReader, location: TransactionLocation): Steps<JsonObject> {
  const { ledgerIndex, position } = location;
  const stored = reader.store.transaction(location);
  assert(stored !== undefined, 'what was located is there');
  if (isEntryEdit(parseTransaction(stored.blob))) throw new RpcError('notSupported').because(SET_BY_HAND);
  const subject = yield* replayClosed(reader, location);
  if (subject === undefined) throw new RpcError('lgrNotFound').because(`Ledger ${ledgerIndex - 1} is not there.`);
  const findings = new Findings(subject);
  const agrees = findings.metadata?.bytes.equals(stored.metadata) ?? false;
  return {
    ...describe(subject.transaction, explainFindings(findings, 'validated')),
    validated: true,
    ledger_index: ledgerIndex,
    replay: { position, metadata_agrees: agrees },
  };
}

function answer({ view }: OpenLedgerReader, transaction: Transaction, explanation: Explanation): JsonObject {
  return { ...describe(transaction, explanation), validated: false, ledger_current_index: view.ledgerIndex };
}

function describe(transaction: Transaction, explanation: Explanation): JsonObject {
  return {
    hash: transaction.id,
    tx_json: objectToJson(transaction.fields),
    ...engineResult(explanation.result),
    explanation: explanationJson(explanation),
  };
}
