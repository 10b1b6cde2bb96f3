/** `tx_json` in requests: the transaction that a client spells out (rippled: TransactionSign.cpp). */

import { addressToAccountId } from '../../crypto/address.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
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

/** A private copy (`copyOfTx`), which completing it changes. */
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
 * A private copy of a transaction in JSON. Of names that are no field's only the first is in it, since it is the only one
 * that an error will name: tens of thousands of them would take long to copy and to sort, each time that it is done.
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

/** The sender of a transaction in JSON, whose type must be there too (the reference's checkTxJsonFields). */
export function requireSender(tx: JsonObject): AccountId {
  if (!hasParam(tx, 'TransactionType')) throw missingField('tx_json.TransactionType');
  if (!hasParam(tx, 'Account')) throw new RpcError('srcActMissing', missingField('tx_json.Account').message);
  const account = addressToAccountId(textParam(tx, 'Account'));
  if (account === undefined) throw new RpcError('srcActMalformed', invalidField('tx_json.Account').message);
  return account;
}

/** The transaction's fields from JSON; what the codec refuses is the client's fault. */
export function parseTxJson(tx: JsonObject): StObject {
  try {
    return objectFromJson(tx, 'tx_json');
  } catch (error) {
    if (error instanceof JsonFieldError) throw invalidParams(error.message).because(error.what);
    throw error;
  }
}

/**
 * A transaction of these fields that passes the local checks; anything else is the client's fault. The reference is
 * surprised by a type that is a number and stands for none, in a text of each method's own (and calls it internal).
 */
export function transactionOf(
  fields: StObject,
  make: (fields: StObject) => Transaction = createTransaction,
  textOfSurprise: (reason: string) => string = () => 'Exception occurred constructing serialized transaction',
): Transaction {
  try {
    const transaction = make(fields);
    const fault = checkLocally(transaction.fields);
    if (fault !== undefined) throw invalidParams(fault);
    return transaction;
  } catch (error) {
    if (error instanceof UnknownTransactionTypeError) throw invalidParams(textOfSurprise(error.message));
    if (error instanceof InvalidTransactionError) throw invalidParams(error.message);
    throw error;
  }
}

/**
 * The transaction as its bytes say. JSON can spell what bytes cannot, an issuer of zeros or a path without steps, and
 * nothing that others cannot read may leave the server (rippled: TransactionSign.cpp, transactionConstructImpl).
 */
export function sterilized(transaction: Transaction): Transaction {
  try {
    return rereadTransaction(transaction);
  } catch (error) {
    if (error instanceof InvalidTransactionError) throw invalidParams('Unable to sterilize transaction.');
    throw error;
  }
}
