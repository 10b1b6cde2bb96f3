/** Stream messages of a transaction, validated or proposed (rippled: NetworkOPs.cpp, transJson). */

import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import { objectToJson } from '../../protocol/json/to-json.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { type Ter, terCode, terMessage } from '../../protocol/tables/ter.ts';
import { type Transaction, transactionIdOf } from '../../protocol/transaction/transaction.ts';
import { type AccountId, type Amount, isNative, type JsonObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { ownerFundsJson } from '../books/owner-funds.ts';
import { encodeCtid } from '../json/ctid.ts';
import { ledgerTimeToIso } from '../json/ledger-time.ts';
import { insertDeliverMax, metadataToJson } from '../json/transaction-json.ts';
import type { ApiVersion } from '../method/context.ts';
import type { JsonDraft } from '../params/json-values.ts';

/** The message for a transaction of a validated ledger; `view` is that ledger's state. */
export function validatedMessage(
  { blob, metadata, position }: StoredTransaction,
  { header, view, networkId }: { header: LedgerHeader; view: ReadView; networkId: number },
  apiVersion: ApiVersion,
): JsonObject {
  const { ledgerIndex, closeTimeSeconds, hash: ledgerHash } = header;
  const fields = decodeObject(blob);
  const tx = objectToJson(fields) as JsonDraft;
  const meta = metadataToJson(metadata, tx, ledgerIndex, closeTimeSeconds);
  const ctid = encodeCtid({
    ledgerIndex,
    position,
    networkId: typeof tx.NetworkID === 'number' ? tx.NetworkID : networkId,
  });
  tx.date = closeTimeSeconds;
  Object.assign(tx, ownerFundsJson(view, fields));
  return {
    type: 'transaction',
    ...transactionJson(tx, transactionIdOf(blob), apiVersion),
    meta,
    ...(ctid === undefined ? {} : { ctid }),
    ledger_hash: ledgerHash,
    ledger_index: ledgerIndex,
    close_time_iso: ledgerTimeToIso(closeTimeSeconds),
    validated: true,
    status: 'closed',
    ...engineResult(meta.TransactionResult as Ter),
  };
}

/** The message for a transaction that was applied to the open ledger. */
export function proposedMessage(
  transaction: Transaction,
  result: Ter,
  openView: ReadView,
  apiVersion: ApiVersion,
): JsonObject {
  const tx = { ...objectToJson(transaction.fields), ...ownerFundsJson(openView, transaction.fields) } as JsonDraft;
  return {
    type: 'transaction',
    ...transactionJson(tx, transaction.id, apiVersion),
    ledger_current_index: openView.ledgerIndex,
    validated: false,
    status: 'proposed',
    ...engineResult(result),
  };
}

/** Every account in the transaction, including issuers of amounts (STTx::getMentionedAccounts). */
export function mentionedAccounts({ fields }: Transaction): ReadonlySet<AccountId> {
  const accounts = new Set<AccountId>();
  for (const [name, value] of Object.entries(fields)) {
    const type = fieldByName(name)?.type;
    if (type === 'AccountID') accounts.add(value as AccountId);
    if (type === 'Amount' && !isNative(value as Amount)) accounts.add(issuerOf(value as Exclude<Amount, bigint>));
  }
  return accounts;
}

/** The issuer in a token's id follows the 8 digits of its sequence. */
function issuerOf(amount: Exclude<Amount, bigint>): AccountId {
  return 'issuer' in amount ? amount.issuer : amount.mptIssuanceId.slice(8);
}

function transactionJson(tx: JsonDraft, hash: string, apiVersion: ApiVersion): JsonObject {
  insertDeliverMax(tx, apiVersion);
  return apiVersion > 1 ? { tx_json: tx, hash } : { transaction: { ...tx, hash } };
}

function engineResult(result: Ter): JsonObject {
  return {
    engine_result: result,
    engine_result_code: terCode(result),
    engine_result_message: terMessage(result),
  };
}
