/** Batches: the transactions inside one, and the message that their accounts sign (rippled: Batch.h, STTx.cpp). */
import { hexToBytes } from '../../util/hex.ts';
import { encodeObject } from '../codec/encode.ts';
import { hasFlag, TransactionFlags } from '../tables/flags.ts';
import { HashPrefix } from '../tables/hash-prefix.ts';
import type { Rules } from '../tables/rules.ts';
import type { AccountId, StArray, StObject } from '../values.ts';
import { createTransaction, sequenceProxy, type Transaction, transactionIdOf } from './transaction.ts';

const { tfInnerBatchTxn } = TransactionFlags.universal;
const parsed = new WeakMap<Transaction, readonly Transaction[]>();

/** True for a transaction that only counts inside a batch. */
export function isInnerTransaction(fields: { readonly Flags?: number | undefined }): boolean {
  return hasFlag(fields, tfInnerBatchTxn);
}

/**
 * True on a chain whose servers know batches: any of these rules needs the version that has all three. They look into
 * batches also while those are disabled.
 */
export function knowsBatches({ batchV1_1, dynamicMPT, permissionDelegationV1_1 }: Rules): boolean {
  return batchV1_1 || dynamicMPT || permissionDelegationV1_1;
}

/** The fields of the elements of an array, such as the signers of a batch; none if it is absent. */
export function elementsOf(array: StObject[string] | undefined): StObject[] {
  return ((array ?? []) as StArray).map((element) => Object.values(element)[0] as StObject);
}

/**
 * The transactions inside a batch, in order.
 * @throws InvalidTransactionError when one does not fit the format of its type
 */
export function innerTransactions(batch: Transaction): readonly Transaction[] {
  let inner = parsed.get(batch);
  if (inner === undefined) {
    inner = elementsOf(batch.fields.RawTransactions).map(createTransaction);
    parsed.set(batch, inner);
  }
  return inner;
}

/**
 * What an account signs so that its transactions may be in the batch. Each of several signers appends the own account.
 * The ids of the inner transactions stand for their content.
 */
export function batchSigningData({ fields }: Pick<Transaction, 'fields'>, account: AccountId): Buffer {
  const ids = elementsOf(fields.RawTransactions).map((raw) => transactionIdOf(encodeObject(raw)));
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(sequenceProxy(fields).value, 0);
  numbers.writeUInt32BE(fields.Flags ?? 0, 4);
  numbers.writeUInt32BE(ids.length, 8);
  const parts = [fields.Account, ...ids, account].map(hexToBytes);
  return Buffer.concat([HashPrefix.batch, parts[0]!, numbers, ...parts.slice(1)]);
}
