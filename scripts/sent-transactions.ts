/**
 * The text of `dist/types/sent-transactions.d.ts`: the JSON of each transaction type that can be submitted, from the
 * table of transaction types.
 */

import { fieldByName } from '../src/protocol/tables/fields.ts';
import { TRANSACTION_COMMON_FIELDS } from '../src/protocol/tables/format-fields.ts';
import { type FormatField, formatFields, transactionFormat } from '../src/protocol/tables/formats.ts';
import { SENT_TYPES } from '../src/transactions/types/table.ts';

const HEAD = `/**
 * Generated from \`src/protocol/tables/transaction-types.ts\`; do not edit. Transactions as they are sent: what a ledger
 * fills in may be left out.
 */

/** Drops as a decimal string, or a token amount, whose value is a decimal string too. */
export type SentAmount =
  | string
  | { readonly currency: string; readonly issuer: string; readonly value: string }
  | { readonly mpt_issuance_id: string; readonly value: string };

/** XRP, or the token of an issuer. */
export type SentAsset =
  | { readonly currency: string; readonly issuer?: string | undefined }
  | { readonly mpt_issuance_id: string };
`;

const TYPES: Readonly<Record<string, string>> = {
  UInt8: 'number',
  UInt16: 'number',
  UInt32: 'number',
  Int32: 'number',
  Amount: 'SentAmount',
  Issue: 'SentAsset',
  Number: 'string',
  STObject: 'object',
  STArray: 'readonly object[]',
  PathSet: 'readonly (readonly object[])[]',
  Vector256: 'readonly string[]',
  XChainBridge: 'object',
};

const COMMON: ReadonlySet<string> = new Set(formatFields(TRANSACTION_COMMON_FIELDS).map(({ name }) => name));

/** The text of the file. */
export function sentTransactions(): string {
  const common = formatFields(TRANSACTION_COMMON_FIELDS).filter(({ name }) => name !== 'TransactionType');
  const types = [...SENT_TYPES].sort();
  return [
    HEAD,
    '/** What a transaction of any type may have. */',
    'export interface SentCommon {',
    ...common.map((field) => member({ ...field, presence: 'optional' })),
    '}\n',
    ...types.map(interfaceText),
    '/** Any of them. */',
    'export type SentTransaction =',
    `${types.map((name) => `  | Sent${name}`).join('\n')};`,
    '',
  ].join('\n');
}

function interfaceText(type: string): string {
  const own = transactionFormat(type)!.fields.filter(({ name }) => !COMMON.has(name));
  return [
    `export interface Sent${type} extends SentCommon {`,
    `  readonly TransactionType: '${type}';`,
    ...own.map(member),
    '}\n',
  ].join('\n');
}

function member({ name, presence }: FormatField): string {
  const type = TYPES[fieldByName(name)!.type] ?? 'string';
  return presence === 'required' ? `  readonly ${name}: ${type};` : `  readonly ${name}?: ${type} | undefined;`;
}
