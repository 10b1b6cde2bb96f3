/** The documentation of `tx`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { wholeNumber } from '../../method-doc/positional-words.ts';
import { SHORTFALL_TEXTS } from './explain.doc.ts';

export const txDoc: MethodDoc = {
  summary: 'Shows a transaction with its metadata.',
  commandLine: {
    usage: '<hash or ctid> [binary] [<min_ledger> <max_ledger>]',
    min: 1,
    max: 4,
    words: [
      { name: 'hash or ctid', text: 'The transaction: its hash, or its CTID of 16 digits.' },
      { name: 'binary', text: 'The word binary: hex instead of JSON.', values: ['binary'] },
      { name: 'min_ledger' },
      { name: 'max_ledger' },
    ],
    parse: transaction,
  },
  examples: ({ paymentHash, creationHash }) => [
    shown({ transaction: paymentHash }),
    hidden({ transaction: creationHash }),
    hidden({ transaction: paymentHash, binary: true }),
    shown({ transaction: paymentHash }, { apiVersion: 2 }),
    hidden({ transaction: paymentHash, binary: true }, { apiVersion: 2 }),
  ],
  answer: {
    ledger_index: 'Index of its ledger; absent while it is in none.',
    meta: 'Metadata: an object, or hex with `binary`.',
    tx: 'With `binary`, in version 1: the transaction as bytes, in hex.',
    ledger_hash: 'Hash of that ledger.',
    ...SHORTFALL_TEXTS,
  },
};

function transaction(words: readonly string[]): JsonObject {
  const [id, ...rest] = words;
  const isBinary = rest[0] === 'binary';
  const range = isBinary ? rest.slice(1) : rest;
  if (range.length === 1 || range.length > 2) throw usageError('tx: give both <min_ledger> and <max_ledger>, or none');
  const [min, max] = range;
  return {
    ...(id!.length === 16 ? { ctid: id! } : { transaction: id! }),
    ...(isBinary ? { binary: true } : {}),
    ...(min === undefined || max === undefined
      ? {}
      : { min_ledger: wholeNumber(min, 'min_ledger'), max_ledger: wholeNumber(max, 'max_ledger') }),
  };
}
