/** `transaction_entry`: a transaction in a given ledger (rippled: TransactionEntry.cpp). */

import { decodeToJson } from '../../../protocol/json/to-json.ts';
import { transactionIdOf } from '../../../protocol/transaction/transaction.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';
import type { StoredTransaction } from '../../../storage/history-store.ts';
import { ledgerTimeToIso } from '../../json/ledger-time.ts';
import { addLedgerFacts, insertDeliverMax } from '../../json/transaction-json.ts';
import type { ApiVersion } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { requestedLedger } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { convertedHash } from '../../params/readers.ts';

export const transactionEntry = defineMethod({
  name: 'transaction_entry',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'tx_hash', ...convertedHash, required: true, text: 'Hash of the transaction.' },
    { name: 'ledger_hash', type: 'string', readWith: 'ledger_index', text: 'Hash of the ledger.' },
    { name: 'ledger_index', ...requestedLedger, text: 'Index, `validated` or `closed`.' },
  ],
  run(context, read) {
    const { params, reader, apiVersion } = context;
    const { header, fields } = read('ledger_index');
    // These errors have no number in the reference.
    if (!hasParam(params, 'tx_hash')) return { ...fields, error: 'fieldNotFoundTransaction' };
    if (header === undefined) return { ...fields, error: 'notYetImplemented' };
    const hash = read('tx_hash');
    if (hash === undefined) return { ...fields, error: 'malformedRequest' };
    const location = reader.store.transactionLocation(hash);
    const stored = location?.ledgerIndex === header.ledgerIndex ? reader.store.transaction(location) : undefined;
    if (stored === undefined) return { ...fields, error: 'transactionNotFound' };
    return { ...fields, ...describe(stored, apiVersion, ledgerTimeToIso(header.closeTimeSeconds)) };
  },
});

/** Only this method omits `delivered_amount` from the metadata. */
function describe({ blob, metadata }: StoredTransaction, apiVersion: ApiVersion, closeTime: Json): JsonObject {
  const id = transactionIdOf(blob);
  const tx = decodeToJson(blob) as JsonDraft;
  addLedgerFacts(tx, id, apiVersion);
  insertDeliverMax(tx, apiVersion);
  const meta = decodeToJson(metadata);
  if (apiVersion === 1) return { tx_json: tx, metadata: meta };
  return { tx_json: tx, meta, hash: id, close_time_iso: closeTime };
}
