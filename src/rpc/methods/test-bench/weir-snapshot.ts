/** `weir_snapshot`: takes a snapshot of the current state, for `weir_revert`. Weir's own; the reference has none. */
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams } from '../../method/errors.ts';
import { strictText } from '../../params/readers.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';
import { shownSnapshot } from '../../test-bench/shown-snapshot.ts';
import { throwStoreFailure } from '../../test-bench/store-failure.ts';

export const weirSnapshot = defineMethod({
  name: 'weir_snapshot',
  role: 'admin',
  needs: 'this server',
  params: [
    {
      name: 'name',
      ...strictText,
      text: 'Name of the snapshot: up to 64 letters, digits, `.`, `_` and `-`, not a number.',
    },
  ],
  async run(context, read) {
    const { snapshots } = requireTestBench(context);
    return shownSnapshot(await snapshots.take(read('name')).catch(explain));
  },
});

function explain(error: unknown): never {
  if (error instanceof RangeError) throw invalidParams(`Invalid field 'name': ${error.message}.`).about('name');
  throwStoreFailure(error, 'No snapshot was taken');
}
