/** The documentation of `weir_snapshot`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirSnapshotDoc: MethodDoc = {
  summary: 'Takes a snapshot to which `weir_revert` can return; on a test bench only.',
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
    ledger_index: 'Index of the last ledger of the snapshot.',
    ledger_hash: 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#return-to-a-snapshot)',
};
