/** The documentation of `ledger`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { ledgerParams } from '../../method-doc/positional-words.ts';
import { HEADER_TEXTS } from './ledger-header.doc.ts';

export const ledgerDoc: MethodDoc = {
  summary: 'Shows a ledger: its header, and on request its transactions or its whole state.',
  commandLine: {
    usage: '[<ledger> [full|tx]]',
    min: 0,
    max: 2,
    words: [
      {
        ...LEDGER_WORD,
        text: 'validated, closed, current, its index or its hash; without it the open and the last closed one.',
      },
      { name: 'full, tx', text: 'With all that is in it, or its transactions.', values: ['full', 'tx'] },
    ],
    parse: ledger,
  },
  examples: () => [
    shown({ ...VALIDATED, transactions: true }),
    hidden({ ledger_index: 'current', queue: true }),
    hidden({ ...VALIDATED, full: true }),
    hidden({ ...VALIDATED, transactions: true, expand: true }),
    hidden({ ...VALIDATED, transactions: true, expand: true, binary: true }),
    hidden({ ...VALIDATED, transactions: true, expand: true }, { apiVersion: 2 }),
    hidden({ ...VALIDATED, transactions: true, expand: true, binary: true }, { apiVersion: 2 }),
  ],
  answer: {
    'ledger.transactions': 'With `transactions`: the hashes; with `expand` the transactions.',
    'ledger.transactions[]': 'A transaction with its metadata, in the form that was asked for.',
    'ledger.accountState': 'With `full` or `accounts`: all entries of the state.',
    'ledger.accountState[]': 'An entry of the state.',
    'ledger.ledger_data': 'With `binary`: the header as bytes, in hex.',
    ...HEADER_TEXTS,
  },
  whole: ['ledger.transactions[]', 'ledger.accountState[]'],
  paramDifferences: {
    type: 'taken, with a warning, as in the reference',
  },
};

function ledger([word, detail]: readonly string[]): JsonObject {
  const params = word === undefined ? {} : ledgerParams(word);
  if (detail === undefined) return params;
  if (detail === 'full') return { ...params, full: true };
  if (detail === 'tx') return { ...params, transactions: true, expand: true };
  throw usageError(`the second word of ledger is full or tx, not '${detail}'`);
}
