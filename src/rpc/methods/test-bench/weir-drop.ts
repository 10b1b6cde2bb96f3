/** `weir_drop`: removes a submitted transaction that is not in a ledger yet. On a test bench only; Weir's own. */
import { defineMethod } from '../../method/define-method.ts';
import { missingField, RpcError } from '../../method/errors.ts';
import { strictHash } from '../../params/readers.ts';
import { requireTestBench } from '../../test-bench/require-test-bench.ts';

export const weirDrop = defineMethod({
  name: 'weir_drop',
  role: 'admin',
  needs: 'this server',
  params: [{ name: 'transaction', ...strictHash, required: true, text: 'Its hash.' }],
  async run(context, read) {
    const { bench } = requireTestBench(context);
    const id = read('transaction');
    if (id === undefined) throw missingField('transaction');
    const dropped = await bench.drop(id);
    if (dropped === undefined) throw new RpcError('txnNotFound');
    return { transaction: id, dropped_from: dropped.places, displaced: dropped.displaced };
  },
});
