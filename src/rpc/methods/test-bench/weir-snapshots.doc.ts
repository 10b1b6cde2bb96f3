/** What the documents and the command line say of `weir_snapshots`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirSnapshotsDoc: MethodDoc = {
  summary: 'Lists the snapshots that `weir_revert` can return to, the oldest first; on test benches only.',
  answer: {
    snapshots: 'Those that can be returned to, the oldest first.',
    'snapshots[]': 'One of them.',
    'snapshots[].snapshot': 'Its id.',
    'snapshots[].name': 'Its name, if it has one.',
    'snapshots[].ledger_index': 'Index of the last ledger then.',
    'snapshots[].ledger_hash': 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#return-to-a-snapshot)',
};
