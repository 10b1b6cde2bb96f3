/** `simulate`: the result that an unsigned transaction would have if it were submitted now (rippled: Simulate.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import type { SimulationResult } from '../../../node/open-ledger/submission.ts';
import { CodecError } from '../../../protocol/codec/codec-error.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { decodeToJson, objectToJson } from '../../../protocol/json/to-json.ts';
import { isTesSuccess } from '../../../protocol/tables/ter.ts';
import { isInnerTransaction, knowsBatches } from '../../../protocol/transaction/batch.ts';
import {
  createTransaction,
  demandsNetworkId,
  InvalidTransactionError,
  type Transaction,
} from '../../../protocol/transaction/transaction.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';
import { shortfallLine, shortfallsOf } from '../../../transactions/explain/shortfalls.ts';
import { bytesToHex, hexToBytes } from '../../../util/hex.ts';
import { explanationJson } from '../../json/explanation-json.ts';
import { shortfallFacts } from '../../json/shortfall-json.ts';
import { addLedgerFacts, metadataToJson } from '../../json/transaction-json.ts';
import type { EngineContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidField, invalidParams, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { isJsonObject, type JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { strictFlag } from '../../params/readers.ts';
import { copyOfTx, parseTxJson } from '../../params/tx-json-param.ts';
import { engineResult } from '../../signing/signed-result.ts';
import { withRpcErrors } from '../../signing/submission.ts';
import { feeForTransaction } from '../../signing/transaction-fee.ts';

const INNER_TRANSACTION = 'tfInnerBatchTxn flag is not allowed on top-level transactions.';
const WOULD_BE_APPLIED = 'The simulated transaction would have been applied.';

/** A private copy of the transaction, in JSON or as its bytes. */
const unsignedTx: ParamReader<'object', JsonDraft> = {
  type: 'object',
  read: ({ params }) => readTx(params),
};

export const simulate = defineMethod({
  name: 'simulate',
  role: 'user',
  needs: 'engine',
  params: [
    { name: 'tx_json', ...unsignedTx, text: 'The transaction; missing fields are filled in.' },
    { name: 'tx_blob', type: 'string', readWith: 'tx_json', text: 'Instead of `tx_json`: its fields in hex.' },
    { name: 'binary', ...strictFlag, text: 'Hex instead of JSON.' },
    { name: 'explain', ...strictFlag, text: 'Include all checks in order, and what decided.' },
  ],
  async run(context, read) {
    const { params, engine } = context;
    const binary = read('binary') === true;
    for (const name of ['secret', 'seed', 'seed_hex', 'passphrase']) {
      if (hasParam(params, name)) throw invalidField(name);
    }
    const isExplained = read('explain') === true;
    const tx = read('tx_json');
    try {
      return answer(await withRpcErrors(() => engine.simulate(() => complete(context, tx), { isExplained })), binary);
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error;
      // A transaction that cannot be has an error without a number.
      return { error: 'invalidTransaction', error_exception: error.message };
    }
  },
});

function complete(context: EngineContext, tx: JsonDraft): Transaction {
  fillIn(context, tx);
  const transaction = createTransaction(parseTxJson(tx));
  const { fields } = transaction;
  if (fields.TransactionType === 'Batch') throw new RpcError('notImpl');
  if (knowsBatches(context.reader.rules) && isInnerTransaction(fields)) throw invalidParams(INNER_TRANSACTION);
  return transaction;
}

function answer(simulated: SimulationResult, binary: boolean): JsonObject {
  const { transaction, result, metadata, ledgerIndex, explanation } = simulated;
  const shortfalls = metadata === undefined ? [] : shortfallsOf(transaction, metadata);
  return {
    applied: false,
    ledger_index: ledgerIndex,
    ...engineResult(result, transaction, shortfallLine(shortfalls)),
    ...(isTesSuccess(result) ? { engine_result_message: WOULD_BE_APPLIED } : {}),
    ...describe(simulated, binary),
    ...shortfallFacts(shortfalls),
    ...(explanation && { explanation: explanationJson(explanation) }),
  };
}

function readTx(params: JsonObject): JsonDraft {
  const tx = hasParam(params, 'tx_blob') ? readBlob(params) : params.tx_json;
  if (tx === undefined) throw invalidParams('Neither `tx_blob` nor `tx_json` included.');
  if (!isJsonObject(tx)) throw expectedField('tx_json', 'object');
  for (const name of ['TransactionType', 'Account']) if (!hasParam(tx, name)) throw missingField(`tx.${name}`);
  return copyOfTx(tx);
}

function readBlob(params: JsonObject): JsonObject {
  if (hasParam(params, 'tx_json')) throw invalidParams('Can only include one of `tx_blob` and `tx_json`.');
  const { tx_blob: text } = params;
  if (typeof text !== 'string' || !/^[0-9a-fA-F]+$/.test(text)) throw invalidField('tx_blob');
  try {
    return decodeToJson(hexToBytes(text.length % 2 === 0 ? text : `0${text}`));
  } catch (error) {
    if (error instanceof CodecError) throw invalidField('tx_blob');
    throw error;
  }
}

function fillIn(context: EngineContext, tx: JsonDraft): void {
  // The fee limits of signing requests do not apply here.
  tx.Fee = feeForTransaction({ ...context, params: {} }, tx, true);
  if (!hasParam(tx, 'SigningPubKey')) tx.SigningPubKey = '';
  if (hasParam(tx, 'Signers')) tx.Signers = filledSigners(tx.Signers);
  requireUnsigned(tx);
  tx.TxnSignature = '';
  if (!hasParam(tx, 'Sequence')) tx.Sequence = sequenceFor(context, tx);
  const { networkId } = context.reader;
  if (!hasParam(tx, 'NetworkID') && demandsNetworkId(networkId)) tx.NetworkID = String(networkId);
}

function filledSigners(signers: Json | undefined): Json {
  if (!Array.isArray(signers)) throw invalidField('tx.Signers');
  return (signers as readonly Json[]).map((element, index) => {
    const signer = isJsonObject(element) ? element.Signer : undefined;
    if (!isJsonObject(element) || !isJsonObject(signer)) throw invalidField(`tx.Signers[${index}]`);
    requireUnsigned(signer);
    return { ...element, Signer: { SigningPubKey: '', ...signer, TxnSignature: '' } };
  });
}

function requireUnsigned(signed: JsonObject): void {
  if (hasParam(signed, 'TxnSignature') && signed.TxnSignature !== '') throw new RpcError('transactionSigned');
}

function sequenceFor({ openLedger }: EngineContext, tx: JsonObject): number {
  if (typeof tx.Account !== 'string') throw invalidField('tx.Account');
  const account = addressToAccountId(tx.Account);
  if (account === undefined) throw new RpcError('srcActMalformed', invalidField('tx.Account').message);
  if (hasParam(tx, 'TicketSequence')) return 0;
  const root = openLedger.view.read(accountKeylet(account));
  if (root === undefined) throw new RpcError('srcActNotFound');
  return openLedger.queue.nextSequence(root);
}

function describe(simulated: SimulationResult, binary: boolean): JsonObject {
  const { transaction, metadata, ledgerIndex, parentCloseTimeSeconds } = simulated;
  if (binary) {
    const blob = { tx_blob: bytesToHex(transaction.blob) };
    return metadata === undefined ? blob : { ...blob, meta_blob: bytesToHex(metadata.bytes) };
  }
  const tx = objectToJson(transaction.fields) as JsonDraft;
  addLedgerFacts(tx, transaction.id, 1);
  if (metadata?.object === undefined) return { tx_json: tx };
  // The bytes of an amount with an issuer of zeros cannot be decoded.
  return { tx_json: tx, meta: metadataToJson(metadata.object, tx, ledgerIndex, parentCloseTimeSeconds) };
}
