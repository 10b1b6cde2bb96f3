/** The documentation of `submit_multisigned`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { parseJsonObject } from '../../method-doc/positional-words.ts';
import { TX_JSON_WORD } from './simulate.doc.ts';

export const submitMultisignedDoc: MethodDoc = {
  summary: 'Submits a transaction with the signatures of several accounts.',
  commandLine: {
    usage: "'<tx_json>'",
    min: 1,
    max: 1,
    words: [TX_JSON_WORD],
    parse: ([text]) => ({ tx_json: parseJsonObject(text!, 'the transaction') }),
  },
};
