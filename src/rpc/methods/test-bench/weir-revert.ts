/** `weir_revert`: returns to a snapshot, or to a past ledger. Weir's own; the reference has none. */
import { UnknownSnapshotError } from '../../../node/snapshots.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import { strictText, strictUint } from '../../params/readers.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';
import { throwStoreFailure } from '../../test-bench/store-failure.ts';

export const weirRevert = defineMethod({
  name: 'weir_revert',
  role: 'admin',
  needs: 'this server',
  params: [
    { name: 'snapshot', ...strictText, text: 'Id or name of a snapshot, which stays after the revert.' },
    {
      name: 'ledger_index',
      ...strictUint,
      text: 'Instead of a snapshot: index of the ledger to return to, at least 2. The open ledger and the queue are then empty.',
    },
  ],
  async run(context, read) {
    const { reader } = context;
    const { snapshots } = requireTestBench(context);
    const snapshot = read('snapshot');
    const ledgerIndex = read('ledger_index');
    if ((snapshot === undefined) === (ledgerIndex === undefined)) {
      throw invalidParams("Exactly one of 'snapshot' and 'ledger_index' must be given.");
    }
    const { ledgerIndex: revertedFrom } = reader.validated;
    const reverted = snapshot === undefined ? snapshots.revertToLedger(ledgerIndex!) : snapshots.revert(snapshot);
    const { ledgerIndex: index, hash } = await reverted.catch(explain);
    return {
      ledger_index: index,
      ledger_hash: hash,
      ledger_current_index: reader.validated.ledgerIndex + 1,
      reverted_from: revertedFrom,
    };
  },
});

function explain(error: unknown): never {
  if (error instanceof UnknownSnapshotError) throw new RpcError('objectNotFound', `${capitalized(error.message)}.`);
  if (error instanceof RangeError) throw new RpcError('lgrNotFound', `${capitalized(error.message)}.`);
  throwStoreFailure(error, 'Nothing changed');
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
