/** What signing and submitting methods answer (rippled: TransactionSign.cpp, transactionFormatResultImpl). */

import type { LedgerReader } from '../../node/ledger-node.ts';
import { recentLocation } from '../../node/validated-range.ts';
import { objectToJson } from '../../protocol/json/to-json.ts';
import { type Ter, terCode, terMessage } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { whatIsDisabled } from '../../transactions/explain/sender-reasons.ts';
import { bytesToHex } from '../../util/hex.ts';
import { addLedgerFacts, type Inclusion, insertDeliverMax } from '../json/transaction-json.ts';
import type { ApiVersion } from '../method/context.ts';
import type { JsonDraft } from '../params/json-values.ts';

/** The transaction as JSON and hex, with its hash where the version has it. */
export function signedResult(transaction: Transaction, apiVersion: ApiVersion, inclusion?: Inclusion): JsonDraft {
  const tx = objectToJson(transaction.fields) as JsonDraft;
  addLedgerFacts(tx, transaction.id, apiVersion, inclusion);
  insertDeliverMax(tx, apiVersion);
  const result: JsonDraft = { tx_json: tx, tx_blob: bytesToHex(transaction.blob) };
  if (apiVersion > 1) result.hash = transaction.id;
  return result;
}

/** A result code in all three spellings; with the transaction also what Weir lacks for it, where that is why. */
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

/** Where the ledger has the transaction already: what a resubmitted one is shown with. */
export function inclusionOf(reader: LedgerReader, { id }: Transaction): Inclusion | undefined {
  const location = recentLocation(reader, id);
  return location === undefined ? undefined : { ...location, networkId: reader.networkId };
}
