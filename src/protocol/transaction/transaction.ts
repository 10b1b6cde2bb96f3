/**
 * A transaction as everything above the codec sees it: its id, its bytes and its fields, which always belong together
 * and have passed the check against the format of its type (the reference's STTx constructors).
 */

import { sha512HalfHex } from '../../crypto/hash.ts';
import { ownCopy } from '../../util/own-bytes.ts';
import { CodecError } from '../codec/codec-error.ts';
import { decodeObject } from '../codec/decode.ts';
import { encodeObject } from '../codec/encode.ts';
import type { FieldsOf } from '../tables/field-values.ts';
import type { TRANSACTION_COMMON_FIELDS } from '../tables/format-fields.ts';
import { transactionFormat } from '../tables/formats.ts';
import { HashPrefix } from '../tables/hash-prefix.ts';
import { PSEUDO_TYPES } from '../tables/transaction-traits.ts';
import type { TRANSACTION_TYPES, TransactionTypeName } from '../tables/transaction-types.ts';
import type { AccountId, Hash256, StObject } from '../values.ts';
import { checkInnerTemplates, checkTemplate } from './template-check.ts';

/** rippled: Protocol.h, kTxMinSizeBytes and kTxMaxSizeBytes. */
const MIN_BYTES = 32;
const MAX_BYTES = 1024 * 1024;

/** The fields that any transaction may have: `Sequence` is 0 when it uses a ticket, `SigningPubKey` empty when several sign. */
export interface TransactionCommon extends Readonly<FieldsOf<typeof TRANSACTION_COMMON_FIELDS>> {}

/** The fields of a transaction of this type, from its record. Before preflight an amount may be of any kind. */
export type TransactionOf<Name extends TransactionTypeName> = TransactionCommon & {
  readonly TransactionType: Name;
} & Readonly<FieldsOf<(typeof TRANSACTION_TYPES)[Name]['fields']>>;

/** Equal ids mean equal bytes. */
export interface Transaction {
  readonly id: Hash256;
  readonly blob: Buffer;
  readonly fields: TransactionCommon & StObject;
}

/** The bytes or fields are no transaction; the message is for the client who supplied them. */
export class InvalidTransactionError extends Error {
  override readonly name: string = 'InvalidTransactionError';
}

/** The transaction's type number is unknown. The reference reports no field for it. */
export class UnknownTransactionTypeError extends InvalidTransactionError {
  override readonly name = 'UnknownTransactionTypeError';
}

/**
 * Reads a serialized transaction. The result has its own copy of the blob, since a queued transaction is kept long.
 * @throws InvalidTransactionError for anything else
 */
export function parseTransaction(blob: Uint8Array): Transaction {
  if (blob.length < MIN_BYTES || blob.length > MAX_BYTES) {
    throw new InvalidTransactionError('Transaction length invalid');
  }
  const bytes = ownCopy(blob);
  return { id: transactionIdOf(bytes), blob: bytes, fields: checkFields(rethrowCodecError(() => decodeObject(bytes))) };
}

/**
 * Makes a transaction of its fields, which must include `SigningPubKey` (empty when there is no single signer).
 * @throws InvalidTransactionError when they do not fit the format of the transaction's type
 */
export function createTransaction(fields: StObject): Transaction {
  const checked = checkFields(fields);
  const blob = ownCopy(rethrowCodecError(() => encodeObject(fields)));
  return { id: transactionIdOf(blob), blob, fields: checked };
}

/** The sequence or ticket that a transaction uses up. */
export interface SequenceProxy {
  readonly isTicket: boolean;
  readonly value: number;
}

/** The number that orders an account's transactions: a sequence number, or a ticket. */
export function sequenceProxy(fields: Pick<TransactionCommon, 'Sequence' | 'TicketSequence'>): SequenceProxy {
  const { Sequence, TicketSequence } = fields;
  if (Sequence !== 0 || TicketSequence === undefined) return { isTicket: false, value: Sequence };
  return { isTicket: true, value: TicketSequence };
}

/** Who pays the fee: the delegate that acts for the account, or else the account. */
export function feePayer(fields: Pick<TransactionCommon, 'Account' | 'Delegate'>): AccountId {
  return fields.Delegate ?? fields.Account;
}

/** The id (hash) of a serialized transaction. */
export function transactionIdOf(blob: Uint8Array): Hash256 {
  return sha512HalfHex(HashPrefix.transactionId, blob);
}

function rethrowCodecError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new InvalidTransactionError(error.referenceText ?? error.message, { cause: error });
  }
}

function checkFields(fields: StObject): TransactionCommon & StObject {
  const type = fields.TransactionType;
  const innerFault = checkInnerTemplates(fields);
  if (innerFault !== undefined) throw new InvalidTransactionError(innerFault);
  if (type === undefined) throw new InvalidTransactionError('Field not found: TransactionType');
  const format = transactionFormat(String(type));
  if (format === undefined) throw new UnknownTransactionTypeError(`Invalid transaction type ${String(type)}`);
  const fault = checkTemplate(fields, format);
  if (fault !== undefined) throw new InvalidTransactionError(fault);
  return fields as TransactionCommon & StObject;
}

/** True for transactions that only validators make. */
export function isPseudoTransaction(fields: StObject): boolean {
  return PSEUDO_TYPES.has(fields.TransactionType);
}

/** Networks with an id up to this one cannot be named in a transaction. */
const MAX_LEGACY_NETWORK_ID = 1024;

/** True for a network whose id each transaction must carry; on all others none may. */
export function demandsNetworkId(networkId: number): boolean {
  return networkId > MAX_LEGACY_NETWORK_ID;
}
