/**
 * What a server refuses to take from a client although the ledger's rules do not forbid it (rippled: STTx.cpp,
 * passesLocalChecks). The messages are the reference's, because clients see them.
 */

import { encodeObject } from '../codec/encode.ts';
import { fieldByName } from '../tables/fields.ts';
import { transactionFormat } from '../tables/formats.ts';
import type { Rules } from '../tables/rules.ts';
import type { StArray, StObject } from '../values.ts';
import { elementsOf, knowsBatches } from './batch.ts';
import { checkTemplate } from './template-check.ts';
import { isPseudoTransaction } from './transaction.ts';

const MAX_MEMO_BYTES = 1024;
const MAX_BATCH_TRANSACTIONS = 8;
/** On a chain that does not know batches only as many as transactions. */
const MAX_BATCH_SIGNERS = 24;
/** One byte of header and one of end marker surround the memos that the limit counts. */
const ARRAY_FRAME_BYTES = 2;
const MEMO_FIELDS: ReadonlySet<string> = new Set(['MemoType', 'MemoData', 'MemoFormat']);

const MEMO_TEXT_FAULT =
  'The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.';

/** What RFC 3986 allows in URLs. */
const URL_TEXT = /^[0-9A-Za-z\-._~:/?#[\]@!$&'()*+,;=%]*$/;

/** The first reason to refuse the transaction, or undefined. */
export function checkLocally(fields: StObject, rules: Rules): string | undefined {
  const memoFault = fields.Memos === undefined ? undefined : checkMemos(fields.Memos as StArray);
  if (memoFault !== undefined) return memoFault;
  if (hasEmptyAccount(fields)) return 'An account field is invalid.';
  if (isPseudoTransaction(fields)) return 'Cannot submit pseudo transactions.';
  if (hasMisplacedMpt(fields)) return 'Amount can not be MPT.';
  return fields.RawTransactions === undefined ? undefined : checkRawTransactions(fields, rules);
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

function checkRawTransactions(fields: StObject, rules: Rules): string | undefined {
  const maxSigners = knowsBatches(rules) ? MAX_BATCH_SIGNERS : MAX_BATCH_TRANSACTIONS;
  if (elementsOf(fields.BatchSigners).length > maxSigners) return 'Batch Signers array exceeds max entries.';
  const raws = elementsOf(fields.RawTransactions);
  if (raws.length > MAX_BATCH_TRANSACTIONS) return 'Raw Transactions array exceeds max entries.';
  for (const raw of raws) {
    const fault = checkRawTransaction(raw, rules);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function checkRawTransaction(raw: StObject, rules: Rules): string | undefined {
  if (raw.TransactionType === undefined) return 'Field not found: TransactionType';
  if (raw.TransactionType === 'Batch') return 'Raw Transactions may not contain batch transactions.';
  const format = transactionFormat(String(raw.TransactionType));
  if (format === undefined) return `Invalid transaction type ${raw.TransactionType}`;
  return checkTemplate(raw, format) ?? (knowsBatches(rules) ? checkLocally(raw, rules) : undefined);
}
