/** The documentation of `simulate`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import type { WordRow } from '../../method-doc/positional-form.ts';
import { parseJsonObject } from '../../method-doc/positional-words.ts';
import { EXPLANATION_TEXTS, SHORTFALL_TEXTS } from './explain.doc.ts';

export const TX_JSON_WORD: WordRow = { name: 'tx_json', text: 'The transaction, in JSON.' };

export const simulateDoc: MethodDoc = {
  summary: 'Applies an unsigned transaction to a copy of the open ledger, and returns its effect.',
  commandLine: {
    usage: "<tx_blob> | '<tx_json>' [binary]",
    min: 1,
    max: 2,
    words: [
      { name: 'tx_blob' },
      TX_JSON_WORD,
      { name: 'binary', text: 'The word binary: hex instead of JSON.', values: ['binary'] },
    ],
    parse: simulation,
  },
  examples: ({ issuer, holder, payee }) => {
    const payment = {
      TransactionType: 'Payment',
      Destination: payee.address,
      Amount: '1000000',
      Account: holder.address,
    };
    const dollar = {
      ...payment,
      Account: issuer.address,
      Amount: { currency: 'USD', issuer: issuer.address, value: '1' },
    };
    return [
      shown({ tx_json: payment }),
      hidden({ tx_json: payment }, { apiVersion: 2 }),
      hidden({ tx_json: dollar, explain: true }),
    ];
  },
  answer: {
    applied: 'Always false: nothing happened.',
    ledger_index: 'Index of the open ledger to which it was applied.',
    meta: 'The changes that the transaction would make.',
    engine_result_reason: 'What it would not do although it would succeed, in one line.',
    ...SHORTFALL_TEXTS,
    ...EXPLANATION_TEXTS,
  },
  paramDifferences: {
    explain: 'Weir only: includes the checks, and what decided',
  },
};

/** Hex, unless it begins as JSON does. */
function simulation([text, binary]: readonly string[]): JsonObject {
  if (binary !== undefined && binary !== 'binary') throw usageError('simulate: the second word is binary, or none');
  const isJson = text!.trimStart().startsWith('{');
  return {
    ...(isJson ? { tx_json: parseJsonObject(text!, 'the transaction') } : { tx_blob: text! }),
    ...(binary === undefined ? {} : { binary: true }),
  };
}
