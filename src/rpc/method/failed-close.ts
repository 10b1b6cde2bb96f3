/** What a client is told when the ledger that it asked for could not be closed. */
import { describeFailure } from '../../storage/disk-fault.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { RpcError } from './errors.ts';

/** What the store could not do is the operator's to mend, so they are told; anything else is a bug. */
export function explainFailedClose(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  throw new RpcError('internal', `The ledger could not be closed and stays open: ${describeFailure(error)}`);
}
