/** Results of signing and submitting methods (rippled: TransactionSign.cpp, transactionFormatResultImpl). */

import type { LedgerReader } from '../../node/ledger-node.ts';
import type { SubmitOutcome } from '../../node/open-ledger/submission.ts';
import { objectToJson } from '../../protocol/json/to-json.ts';
import { type Ter, terCode, terMessage } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { whatIsDisabled } from '../../transactions/explain/sender-reasons.ts';
import { bytesToHex } from '../../util/hex.ts';
import { addLedgerFacts, type Inclusion, insertDeliverMax } from '../json/transaction-json.ts';
import type { ApiVersion } from '../method/context.ts';
import type { JsonDraft } from '../params/json-values.ts';

/** The transaction as JSON and hex; in API versions that have it, also its hash. */
export function signedResult(transaction: Transaction, apiVersion: ApiVersion, inclusion?: Inclusion): JsonDraft {
  const tx = objectToJson(transaction.fields) as JsonDraft;
  addLedgerFacts(tx, transaction.id, apiVersion, inclusion);
  insertDeliverMax(tx, apiVersion);
  const result: JsonDraft = { tx_json: tx, tx_blob: bytesToHex(transaction.blob) };
  if (apiVersion > 1) result.hash = transaction.id;
  return result;
}

/** A result as token, number and text; with the transaction also a note if Weir does not support something in it. */
export function engineResult(result: Ter, transaction?: Transaction, reason?: string): JsonDraft {
  const spellings: JsonDraft = {
    engine_result: result,
    engine_result_code: terCode(result),
    engine_result_message: terMessage(result),
    ...(reason === undefined ? {} : { engine_result_reason: reason }),
  };
  if (result !== 'temDISABLED' || transaction === undefined) return spellings;
  return { ...spellings, engine_result_what: whatIsDisabled(transaction) };
}

/** The validated ledger that holds a submitted transaction already. */
export function inclusionOf({ networkId }: LedgerReader, { location }: SubmitOutcome): Inclusion | undefined {
  return location && { ...location, networkId };
}
