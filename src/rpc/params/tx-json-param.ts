/** The transaction in `tx_json` of a request (rippled: TransactionSign.cpp). */

import { addressToAccountId } from '../../crypto/address.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import type { Rules } from '../../protocol/tables/rules.ts';
import { checkLocally } from '../../protocol/transaction/local-checks.ts';
import {
  createTransaction,
  InvalidTransactionError,
  type Transaction,
  UnknownTransactionTypeError,
} from '../../protocol/transaction/transaction.ts';
import { rereadTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { AccountId, Json, JsonObject, StObject } from '../../protocol/values.ts';
import { expectedField, invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { textParam } from './convert-param.ts';
import { isJsonObject, type JsonDraft } from './json-values.ts';
import { hasParam } from './params.ts';

/** A private copy (`copyOfTx`), since it is changed when it is completed. */
export const txJson: ParamReader<'object', JsonDraft> = {
  type: 'object',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) throw missingField(name);
    const tx = params[name];
    if (!isJsonObject(tx)) throw expectedField(name, 'object');
    return copyOfTx(tx);
  },
};

/**
 * A private copy of a transaction in JSON. Of unknown names only the first is kept, which is the one that the error
 * names: copying and sorting tens of thousands would take long.
 */
export function copyOfTx(tx: JsonObject): JsonDraft {
  const copy: JsonDraft = {};
  let firstUnknown: string | undefined;
  for (const name of Object.keys(tx)) {
    if (fieldByName(name) !== undefined || name === 'DeliverMax') copy[name] = tx[name] as Json;
    else if (firstUnknown === undefined || name < firstUnknown) firstUnknown = name;
  }
  return firstUnknown === undefined ? copy : { ...copy, [firstUnknown]: tx[firstUnknown] as Json };
}

/** The sender of a transaction in JSON. The type is required too (the reference's checkTxJsonFields). */
export function requireSender(tx: JsonObject): AccountId {
  if (!hasParam(tx, 'TransactionType')) throw missingField('tx_json.TransactionType');
  if (!hasParam(tx, 'Account')) throw new RpcError('srcActMissing', missingField('tx_json.Account').message);
  const account = addressToAccountId(textParam(tx, 'Account'));
  if (account === undefined) throw new RpcError('srcActMalformed', invalidField('tx_json.Account').message);
  return account;
}

/** The transaction's fields from JSON; a codec error is the client's error. */
export function parseTxJson(tx: JsonObject): StObject {
  try {
    return objectFromJson(tx, 'tx_json');
  } catch (error) {
    if (error instanceof JsonFieldError) throw invalidParams(error.message).because(error.what);
    throw error;
  }
}

/**
 * A transaction of these fields that passes the local checks; otherwise the client's error. For an unknown type number
 * the reference has an internal error with a text that differs by method.
 */
export function transactionOf(
  fields: StObject,
  rules: Rules,
  make: (fields: StObject) => Transaction = createTransaction,
  textOfSurprise: (reason: string) => string = () => 'Exception occurred constructing serialized transaction',
): Transaction {
  try {
    const transaction = make(fields);
    const fault = checkLocally(transaction.fields, rules);
    if (fault !== undefined) throw invalidParams(fault);
    return transaction;
  } catch (error) {
    if (error instanceof UnknownTransactionTypeError) throw invalidParams(textOfSurprise(error.message));
    if (error instanceof InvalidTransactionError) throw invalidParams(error.message);
    throw error;
  }
}

/**
 * The transaction parsed from its bytes. JSON can express what bytes cannot, such as an issuer of zeros or a path
 * without steps, and the server must not return a transaction that others cannot parse (rippled: TransactionSign.cpp,
 * transactionConstructImpl).
 */
export function sterilized(transaction: Transaction): Transaction {
  try {
    return rereadTransaction(transaction);
  } catch (error) {
    if (error instanceof InvalidTransactionError) throw invalidParams('Unable to sterilize transaction.');
    throw error;
  }
}
