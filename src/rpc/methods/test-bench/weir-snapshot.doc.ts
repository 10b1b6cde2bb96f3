/** What the documents and the command line say of `weir_snapshot`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirSnapshotDoc: MethodDoc = {
  summary: 'Remembers everything as it is now, so that `weir_revert` can return to it; on test benches only.',
  commandLine: {
    usage: '[<name>]',
    min: 0,
    max: 1,
    words: [{ name: 'name' }],
    parse: ([name]) => (name === undefined ? {} : { name }),
  },
  answer: {
    snapshot: 'Its id, for `weir_revert`.',
    name: 'Its name, if it has one.',
    ledger_index: 'Index of the last ledger then.',
    ledger_hash: 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#return-to-a-snapshot)',
};
