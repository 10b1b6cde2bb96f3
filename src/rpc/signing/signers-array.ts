/**
 * The list of signers of a transaction: sorted, without duplicates and without its sender (rippled:
 * TransactionSign.cpp).
 */
import { accountIdToAddress } from '../../crypto/address.ts';
import type { Rules } from '../../protocol/tables/rules.ts';
import { isInnerTransaction, knowsBatches } from '../../protocol/transaction/batch.ts';
import { feePayer, type Transaction } from '../../protocol/transaction/transaction.ts';
import { signatureProblem } from '../../protocol/transaction/transaction-signature.ts';
import type { AccountId, JsonObject, StArray } from '../../protocol/values.ts';
import { invalidParams, missingField, RpcError } from '../method/errors.ts';
import { textParam } from '../params/convert-param.ts';
import { hasParam } from '../params/params.ts';
import { sterilized } from '../params/tx-json-param.ts';

/** Checks that both multi-signing methods make on `tx_json`. */
export function requireMultiSignFields(tx: JsonObject): void {
  for (const name of ['Sequence', 'SigningPubKey']) {
    if (!hasParam(tx, name)) throw missingField(`tx_json.${name}`);
  }
  if (textParam(tx, 'SigningPubKey') !== '') {
    throw invalidParams("When multi-signing 'tx_json.SigningPubKey' must be empty.");
  }
}

/** The signers in the order of their accounts. */
export function sortSigners(signers: StArray, { fields }: Transaction): StArray {
  if (signers.length === 0) throw invalidParams('Signers array may not be empty.');
  const sorted = [...signers].sort((a, b) => (accountOf(a) < accountOf(b) ? -1 : 1));
  const double = sorted.find((signer, i) => i > 0 && accountOf(signer) === accountOf(sorted[i - 1] as StArray[number]));
  if (double !== undefined) {
    const address = accountIdToAddress(accountOf(double));
    throw invalidParams(`Duplicate Signers:Signer:Account entries (${address}) are not allowed.`);
  }
  const payer = feePayer(fields);
  if (sorted.some((signer) => accountOf(signer) === payer)) {
    throw invalidParams(`A Signer may not be the transaction's Account (${accountIdToAddress(payer)}).`);
  }
  return sorted;
}

/** The transaction parsed from its bytes; refused if a signature is invalid, and if it is only valid inside a batch. */
export function requireValidSignatures(made: Transaction, rules: Rules): Transaction {
  const transaction = sterilized(made);
  if (signatureProblem(transaction, rules) === undefined) return transaction;
  const { fields } = transaction;
  const concernsBatch = knowsBatches(rules) && (fields.TransactionType === 'Batch' || isInnerTransaction(fields));
  throw new RpcError(concernsBatch ? 'internal' : 'invalidParams', 'Invalid signature.');
}

/** An element may be any object; without an account the reference throws an exception. */
function accountOf(element: StArray[number]): AccountId {
  const account = Object.values(element)[0]?.Account;
  if (account === undefined) throw invalidParams('Signers array may only contain Signer entries.');
  return account as AccountId;
}
