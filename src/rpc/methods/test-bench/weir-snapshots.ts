/** `weir_snapshots`: lists the snapshots that `weir_revert` can return to. Weir's own; the reference has none. */
import { defineMethod } from '../../method/define-method.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';
import { shownSnapshot } from '../../test-bench/shown-snapshot.ts';

export const weirSnapshots = defineMethod({
  name: 'weir_snapshots',
  role: 'admin',
  needs: 'this server',
  params: [],
  run(context) {
    const snapshots = requireTestBench(context).snapshots.list().map(shownSnapshot);
    return { snapshots, ledger_current_index: context.reader.validated.ledgerIndex + 1 };
  },
});
