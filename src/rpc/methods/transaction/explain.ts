/**
 * `explain`, Weir's own: why a transaction gets its result. One of a validated ledger is applied once more, to that ledger as
 * the transaction met it, and its metadata must come out the same; any other one is tried on the open ledger.
 */

import type { TransactionLocation } from '../../../history/history-query.ts';
import { explainNow, inOpenLedger } from '../../../node/explain-now.ts';
import type { LedgerNode } from '../../../node/ledger-node.ts';
import { replayClosed, replayOpen } from '../../../node/replay-ledger.ts';
import { isEntryEdit } from '../../../node/test-bench/entry-edit.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import {
  InvalidTransactionError,
  parseTransaction,
  type Transaction,
} from '../../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { type Explanation, explain as explainFindings } from '../../../transactions/explain/explanation.ts';
import { Findings } from '../../../transactions/explain/findings.ts';
import { assert } from '../../../util/assert.ts';
import type { Steps } from '../../../util/steps.ts';
import { explanationJson } from '../../json/explanation-json.ts';
import { validatedLocation } from '../../json/validated-range.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamRow, ReadParam } from '../../method/param-row.ts';
import { hasParam } from '../../params/params.ts';
import { convertedHash } from '../../params/readers.ts';
import { parseTxJson, transactionOf, txJson } from '../../params/tx-json-param.ts';
import { engineResult } from '../../signing/signed-result.ts';
import { signedBlob } from './submit.ts';

const PARAMS = [
  { name: 'transaction', ...convertedHash, text: 'Hash of a transaction in a ledger, or on its way to one.' },
  { name: 'tx_blob', ...signedBlob, text: 'Instead of it: a transaction in hex, signed or not.' },
  { name: 'tx_json', ...txJson, text: 'Instead of it: a complete transaction in JSON, signed or not.' },
] as const satisfies readonly ParamRow[];
const SET_BY_HAND = 'No transaction did it: weir_set_entry changed an entry. The metadata of tx say how.';
const ONE_TARGET = "One of the fields 'transaction', 'tx_blob' and 'tx_json' must be given.";

export const explain = defineMethod({
  name: 'explain',
  role: 'user',
  needs: 'current',
  params: PARAMS,
  *run(context, read): Steps<JsonObject> {
    const transaction = readTarget(context, read);
    if (transaction instanceof InvalidTransactionError) {
      return { error: 'invalidTransaction', error_exception: transaction.message };
    }
    const { node } = context;
    const location = validatedLocation(node, transaction.id);
    if (location !== undefined && isEntryEdit(transaction)) throw new RpcError('notSupported').because(SET_BY_HAND);
    if (location !== undefined) return yield* explainPast(node, location);
    const subject = node.openView.hasTransaction(transaction.id) ? yield* replayOpen(node, transaction) : undefined;
    if (subject !== undefined) return answer(node, transaction, explainFindings(new Findings(subject)));
    // Nobody has signed it yet: then the signature is not looked at.
    const { TxnSignature: signature, Signers: signers } = transaction.fields;
    const dryRun = signature === undefined && signers === undefined;
    return answer(node, transaction, explainNow(node, { ...inOpenLedger(node, transaction), flags: { dryRun } }));
  },
});

function readTarget(
  { node, params }: RpcContext,
  read: ReadParam<typeof PARAMS>,
): Transaction | InvalidTransactionError {
  const [given, ...others] = PARAMS.map(({ name }) => name).filter((name) => hasParam(params, name));
  if (given === undefined || others.length > 0) throw invalidParams().because(ONE_TARGET);
  if (given === 'tx_json') return transactionOf({ SigningPubKey: '', ...parseTxJson(read('tx_json')) });
  if (given === 'tx_blob') return parsed(read('tx_blob'));
  const id = read('transaction');
  if (id === undefined) throw invalidParams().because("Field 'transaction' is no hash: it has 64 hex digits.");
  const location = validatedLocation(node, id);
  const stored = location && node.store.transaction(location);
  const known = stored === undefined ? node.pendingTransaction(id) : parseTransaction(stored.blob);
  if (known !== undefined) return known;
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

/** Applies it once more where it is, and compares what comes out with what is stored. */
function* explainPast(node: LedgerNode, location: TransactionLocation): Steps<JsonObject> {
  const { ledgerIndex, position } = location;
  const subject = yield* replayClosed(node, location);
  const stored = node.store.transaction(location);
  assert(stored !== undefined, 'what was located is there');
  if (subject === undefined) throw new RpcError('lgrNotFound').because(`Ledger ${ledgerIndex - 1} is not there.`);
  const findings = new Findings(subject);
  const agrees = findings.metadata?.bytes.equals(stored.metadata) ?? false;
  return {
    ...describe(subject.transaction, explainFindings(findings)),
    validated: true,
    ledger_index: ledgerIndex,
    replay: { position, metadata_agrees: agrees },
  };
}

function answer({ openView }: LedgerNode, transaction: Transaction, explanation: Explanation): JsonObject {
  return { ...describe(transaction, explanation), validated: false, ledger_current_index: openView.ledgerIndex };
}

function describe(transaction: Transaction, explanation: Explanation): JsonObject {
  return {
    hash: transaction.id,
    tx_json: objectToJson(transaction.fields),
    ...engineResult(explanation.result),
    explanation: explanationJson(explanation),
  };
}
