/** `weir_state`: moves a chain to another server by a file. Weir's own; the reference has none. */
import { UnknownSnapshotError } from '../../../node/snapshots.ts';
import { StateFileError } from '../../../storage/state-file.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField, invalidParams, RpcError } from '../../method/errors.ts';
import { strictText } from '../../params/readers.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';
import { throwStoreFailure } from '../../test-bench/store-failure.ts';

export const weirState = defineMethod({
  name: 'weir_state',
  role: 'admin',
  needs: 'this server',
  usesFiles: true,
  params: [
    { name: 'save', ...strictText, text: 'The name of the file to write, in the directory of `--state-dir`.' },
    {
      name: 'load',
      ...strictText,
      text: 'The name of the file to read. All that this server has is gone then, its snapshots too.',
    },
    { name: 'snapshot', ...strictText, text: 'Save this snapshot (id or name) instead of the current state.' },
  ],
  async run(context, read) {
    const { snapshots } = requireTestBench(context);
    if (snapshots.stateDirectory === undefined) {
      throw new RpcError('notEnabled').because(
        'The server has no directory for such files: start it with --state-dir or --data, or use weir state, which needs none.',
      );
    }
    const [save, load, snapshot] = [read('save'), read('load'), read('snapshot')];
    if ((save === undefined) === (load === undefined)) {
      throw invalidParams("Exactly one of 'save' and 'load' must be given.");
    }
    if (load !== undefined && snapshot !== undefined) throw invalidField('snapshot');
    const done = save === undefined ? snapshots.load(load!) : snapshots.save(save, snapshot);
    const {
      file,
      header: { ledgerIndex, hash },
    } = await done.catch(explain);
    return {
      file,
      ledger_index: ledgerIndex,
      ledger_hash: hash,
      ledger_current_index: context.reader.validated.ledgerIndex + 1,
    };
  },
});

function explain(error: unknown): never {
  const { message } = error as Error;
  if (error instanceof UnknownSnapshotError) throw new RpcError('objectNotFound', message);
  if (error instanceof StateFileError || error instanceof RangeError) throw invalidParams(`${message}.`);
  throwStoreFailure(error, 'Nothing changed');
}
