/** The documentation of `weir_snapshots`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirSnapshotsDoc: MethodDoc = {
  summary: 'Lists the snapshots, the oldest first; on a test bench only.',
  answer: {
    snapshots: 'The snapshots, the oldest first.',
    'snapshots[]': 'One of them.',
    'snapshots[].snapshot': 'Its id.',
    'snapshots[].name': 'Its name, if it has one.',
    'snapshots[].ledger_index': 'Index of the last ledger of the snapshot.',
    'snapshots[].ledger_hash': 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#return-to-a-snapshot)',
};
