/** The documentation of `sign`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import type { WordRow } from '../../method-doc/positional-form.ts';
import { parseJsonObject } from '../../method-doc/positional-words.ts';

export const SIGNING_USAGE = "<secret> '<tx_json>' [offline] [<signature_target>]";
export const SIGNING_WORDS: readonly WordRow[] = [
  { name: 'secret', text: 'Secret of the key to sign with, in any spelling.' },
  { name: 'tx_json', text: 'The transaction to complete and sign, in JSON.' },
  { name: 'offline', text: 'The word offline: fill in nothing from the ledger.', values: ['offline'] },
  { name: 'signature_target' },
];

export const signDoc: MethodDoc = {
  summary: 'Fills in and signs a transaction.',
  commandLine: { usage: SIGNING_USAGE, min: 2, max: 4, words: SIGNING_WORDS, parse: signing },
  examples: ({ holder: { secret, address: Account } }) => [
    shown({ secret, tx_json: { TransactionType: 'AccountSet', Account } }),
    hidden({ secret, tx_json: { TransactionType: 'AccountSet', Account } }, { apiVersion: 2 }),
  ],
  paramDifferences: {
    fail_hard: 'ignored: nothing is submitted',
  },
};

export function signing([first, text, ...rest]: readonly string[]): JsonObject {
  if (text === undefined) return { tx_blob: first! };
  const params = { secret: first!, tx_json: parseJsonObject(text, 'the transaction') };
  const isOffline = rest[0] === 'offline';
  const [target, tooMuch] = isOffline ? rest.slice(1) : rest;
  if (tooMuch !== undefined) throw usageError('the third of four words is offline');
  return {
    ...params,
    ...(isOffline ? { offline: true } : {}),
    ...(target === undefined ? {} : { signature_target: target }),
  };
}
