/** What signing methods answer (rippled: TransactionSign.cpp, transactionFormatResultImpl). */
import { objectToJson } from '../../protocol/json/to-json.ts';
import { type Ter, terCode, terMessage } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { transactionTypeOf } from '../../transactions/table.ts';
import { bytesToHex } from '../../util/hex.ts';
import { addLedgerFacts, type Inclusion, insertDeliverMax, type JsonDraft } from '../json/transaction-json.ts';
import { validatedLocation } from '../json/validated-range.ts';
import type { ApiVersion, RpcContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';

/** `sign` and `sign_for` say this in every answer. */
export const SIGNING_DEPRECATED = {
  deprecated:
    'This command has been deprecated and will be removed in a future version of the server. ' +
    'Please migrate to a standalone signing tool.',
};

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
export function engineResult(result: Ter, transaction?: Transaction): JsonDraft {
  const spellings: JsonDraft = {
    engine_result: result,
    engine_result_code: terCode(result),
    engine_result_message: terMessage(result),
  };
  if (result !== 'temDISABLED' || transaction === undefined) return spellings;
  return { ...spellings, engine_result_what: whatIsDisabled(transaction.fields) };
}

function whatIsDisabled({ TransactionType: type }: Transaction['fields']): string {
  return transactionTypeOf(type) === undefined
    ? `Weir does not have transactions of type ${type}.`
    : 'Weir does not have the field Delegate: an account signs for itself.';
}

/** Where the ledger has the transaction already: what a resubmitted one is shown with. */
export function inclusionOf({ node }: RpcContext, { id }: Transaction): Inclusion | undefined {
  const location = validatedLocation(node, id);
  return location === undefined ? undefined : { ...location, networkId: node.networkId };
}

/** Servers sign for their operator only. */
export function requireSigner({ role }: RpcContext): void {
  if (role !== 'admin') throw new RpcError('notSupported', 'Signing is not supported by this server.');
}

/** Adds a notice to the result, or to the error in its place. */
export function withNotice(notice: JsonObject, run: () => JsonObject): JsonObject {
  return { ...noticing(notice, run), ...notice };
}

/** Adds a notice to the error, if there is one. */
export function noticing<T>(notice: JsonObject, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof RpcError ? error.withExtra(notice) : error;
  }
}
