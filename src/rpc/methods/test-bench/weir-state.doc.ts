/** The documentation of `weir_state`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirStateDoc: MethodDoc = {
  summary:
    "Saves the whole chain to a file in the server's directory, or replaces it by that of a file; on a test bench only.",
  answer: {
    file: 'The path of the file that was written or read.',
    ledger_index: 'Index of the last ledger in it.',
    ledger_hash: 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#save-a-chain-to-a-file)',
};
