/**
 * A transaction as everything above the codec sees it: its id, its bytes and its fields, which always belong together
 * and have passed the check against the format of its type (the reference's STTx constructors).
 *
 * What a server refuses to take from a client although the ledger's rules do not forbid it (rippled: STTx.cpp,
 * passesLocalChecks). The texts are the reference's, for clients see them.
 *
 * Checks objects against their formats and says what is wrong in the reference's words (rippled: STObject.cpp,
 * applyTemplate), because clients see them.
 *
 * Which networks a transaction must name (rippled: transactions/detail/Transactor.cpp, preflight0; NetworkID.h).
 */
import { sha512HalfHex } from '../../crypto/hash.ts';
import { ownCopy } from '../../util/own-bytes.ts';
import { CodecError } from '../codec/codec-error.ts';
import { decodeObject } from '../codec/decode.ts';
import { encodeObject } from '../codec/encode.ts';
import { isDefaultValue } from '../entries/new-entry.ts';
import type { FieldsOf } from '../tables/field-values.ts';
import { type Format, fieldByName, innerFormat, transactionFormat } from '../tables/fields.ts';
import type { TRANSACTION_COMMON_FIELDS } from '../tables/format-fields.ts';
import { HashPrefix } from '../tables/hash-prefix.ts';
import { PSEUDO_TYPES } from '../tables/transaction-traits.ts';
import type { TRANSACTION_TYPES, TransactionTypeName } from '../tables/transaction-types.ts';
import type { AccountId, FieldValue, Hash256, StArray, StObject } from '../values.ts';

/** rippled: Protocol.h, kTxMinSizeBytes and kTxMaxSizeBytes. */
const MIN_BYTES = 32;
const MAX_BYTES = 1024 * 1024;

/** The fields that any transaction may have: `Sequence` is 0 when it uses a ticket, `SigningPubKey` empty when several sign. */
export interface TransactionCommon extends Readonly<FieldsOf<typeof TRANSACTION_COMMON_FIELDS>> {}

/** The fields of a transaction of this type, from its record. An amount may be of any kind until preflight has looked. */
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

/** The number of the transaction's type stands for none. To the reference that is no fault of a field. */
export class UnknownTransactionTypeError extends InvalidTransactionError {
  override readonly name = 'UnknownTransactionTypeError';
}

/**
 * Reads a serialized transaction. The result has a copy of the blob: a queued one is kept for long.
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

/** The number that orders an account's transactions: a sequence number, or a ticket when there is none. */
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

const MAX_MEMO_BYTES = 1024;
const MAX_BATCH_TRANSACTIONS = 8;
/** One byte of header and one of end marker surround the memos that the limit counts. */
const ARRAY_FRAME_BYTES = 2;
const MEMO_FIELDS: ReadonlySet<string> = new Set(['MemoType', 'MemoData', 'MemoFormat']);
const MEMO_TEXT_FAULT =
  'The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.';
/** What RFC 3986 allows in URLs. */
const URL_TEXT = /^[0-9A-Za-z\-._~:/?#[\]@!$&'()*+,;=%]*$/;

/** The first reason to refuse the transaction, or undefined. */
export function checkLocally(fields: StObject): string | undefined {
  const memoFault = fields.Memos === undefined ? undefined : checkMemos(fields.Memos as StArray);
  if (memoFault !== undefined) return memoFault;
  if (hasEmptyAccount(fields)) return 'An account field is invalid.';
  if (isPseudoTransaction(fields)) return 'Cannot submit pseudo transactions.';
  if (hasMisplacedMpt(fields)) return 'Amount can not be MPT.';
  return fields.RawTransactions === undefined ? undefined : checkRawTransactions(fields);
}

/** True for transactions that only validators make. */
export function isPseudoTransaction(fields: StObject): boolean {
  return PSEUDO_TYPES.has(fields.TransactionType);
}

function checkMemos(memos: StArray): string | undefined {
  const byteLength = encodeObject({ Memos: memos }).length - ARRAY_FRAME_BYTES;
  if (byteLength > MAX_MEMO_BYTES) return 'The memo exceeds the maximum allowed size.';
  for (const { Memo } of memos) {
    if (Memo === undefined) return 'A memo array may contain only Memo objects.';
    const fault = checkMemo(Memo);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkMemo(memo: StObject): string | undefined {
  for (const [name, value] of Object.entries(memo)) {
    if (!MEMO_FIELDS.has(name)) return 'A memo may contain only MemoType, MemoData or MemoFormat fields.';
    if (name === 'MemoData') continue;
    if (!URL_TEXT.test(Buffer.from(value as string, 'hex').toString('latin1'))) return MEMO_TEXT_FAULT;
  }
  return undefined;
}

function hasEmptyAccount(fields: StObject): boolean {
  for (const name in fields) if (fields[name] === '' && fieldByName(name)?.type === 'AccountID') return true;
  return false;
}

function hasMisplacedMpt(fields: StObject): boolean {
  const format = transactionFormat(String(fields.TransactionType));
  if (format === undefined) return false;
  for (let at = 0; at < format.fields.length; at++) {
    const { name, supportsMpt } = format.fields[at]!;
    const value = supportsMpt ? undefined : fields[name];
    if (typeof value === 'object' && 'mptIssuanceId' in value) return true;
  }
  return false;
}

function checkRawTransactions(fields: StObject): string | undefined {
  if (isTooLong(fields.BatchSigners)) return 'Batch Signers array exceeds max entries.';
  if (isTooLong(fields.RawTransactions)) return 'Raw Transactions array exceeds max entries.';
  for (const element of fields.RawTransactions as StArray) {
    const fault = checkRawTransaction(Object.values(element)[0] as StObject);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkRawTransaction(raw: StObject): string | undefined {
  if (raw.TransactionType === undefined) return 'Field not found: TransactionType';
  if (raw.TransactionType === 'Batch') return 'Raw Transactions may not contain batch transactions.';
  const format = transactionFormat(String(raw.TransactionType));
  return format === undefined ? `Invalid transaction type ${raw.TransactionType}` : checkTemplate(raw, format);
}

function isTooLong(array: FieldValue | undefined): boolean {
  return array !== undefined && (array as StArray).length > MAX_BATCH_TRANSACTIONS;
}

/** The first fault of the object itself, not of the objects in it; undefined when it fits the format. */
export function checkTemplate(object: StObject, format: Format): string | undefined {
  let known = 0;
  const { fields } = format;
  for (let at = 0; at < fields.length; at++) {
    const { name, presence } = fields[at]!;
    const value = object[name];
    if (value !== undefined) known++;
    if (value === undefined) {
      if (presence === 'required') return `Field '${name}' is required but missing.`;
    } else if (presence === 'default' && isDefaultValue(name, value)) {
      return `Field '${name}' may not be explicitly set to default.`;
    }
  }
  for (const name in object) if (object[name] !== undefined) known--;
  return known === 0 ? undefined : misplacedField(object, format);
}

function misplacedField(object: StObject, format: Format): string | undefined {
  for (const name in object) {
    if (object[name] === undefined || format.byName.has(name)) continue;
    // What exists in JSON only, like `hash`, is never serialized and so does no harm.
    if (fieldByName(name)?.isSerialized !== false) return `Field '${name}' found in disallowed location.`;
  }
  return undefined;
}

/** The first fault of any object within this one, deepest first, as the reference finds them while it reads. */
export function checkInnerTemplates(object: StObject): string | undefined {
  for (const name in object) {
    const value = object[name];
    if (typeof value !== 'object') continue;
    const type = fieldByName(name)?.type;
    if (type !== 'STObject' && type !== 'STArray') continue;
    const fault = type === 'STObject' ? checkInner(name, value as StObject) : checkElements(value as StArray);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkElements(elements: StArray): string | undefined {
  for (const element of elements) {
    for (const name in element) {
      const fault = checkInner(name, element[name] as StObject);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function checkInner(name: string, object: StObject): string | undefined {
  const fault = checkInnerTemplates(object);
  if (fault !== undefined) return fault;
  const format = innerFormat(name);
  return format === undefined ? undefined : checkTemplate(object, format);
}

/** Networks with an id up to this one cannot be named in a transaction. */
const MAX_LEGACY_NETWORK_ID = 1024;

/** True for a network whose id each transaction must carry; on all others none may. */
export function demandsNetworkId(networkId: number): boolean {
  return networkId > MAX_LEGACY_NETWORK_ID;
}
