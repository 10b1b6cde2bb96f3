/** The documentation of `sign_for`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { parseJsonObject } from '../../method-doc/positional-words.ts';

export const signForDoc: MethodDoc = {
  summary: 'Signs a transaction as one of several signers.',
  commandLine: {
    usage: "<account> <secret> '<tx_json>' [offline]",
    min: 3,
    max: 4,
    words: [
      { name: 'account' },
      { name: 'secret', text: 'Secret of the key to sign with, in any spelling.' },
      { name: 'tx_json', text: 'The complete transaction, with signatures so far, in JSON.' },
      { name: 'offline', text: 'The word offline: do not read the sender from the ledger.', values: ['offline'] },
    ],
    parse: signingFor,
  },
  paramDifferences: {
    build_path: 'refused for payments, as in the reference',
    signature_target: '`invalidParams`: only `sign` and `submit` put a signature into another object',
    fail_hard: 'ignored: nothing is submitted',
  },
};

function signingFor([account, secret, text, offline]: readonly string[]): JsonObject {
  const params = { account: account!, secret: secret!, tx_json: parseJsonObject(text!, 'the transaction') };
  if (offline === undefined) return params;
  if (offline !== 'offline') throw usageError('sign_for: the fourth word is offline, or none');
  return { ...params, offline: true };
}
