/** The documentation of `weir_impersonate`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { parseJsonObject } from '../../method-doc/positional-words.ts';

export const weirImpersonateDoc: MethodDoc = {
  summary: 'Submits an unsigned transaction as if its account had signed it; on a test bench only.',
  commandLine: {
    usage: "'<tx_json>'",
    min: 1,
    max: 1,
    words: [{ name: 'tx_json' }],
    parse: ([text]) => ({ tx_json: parseJsonObject(text!, 'the transaction') }),
  },
  difference: 'Weir only: on a [test bench](test-bench.md)',
};
