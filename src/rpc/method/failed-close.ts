/** The error for a client whose requested ledger close failed. */
import { describeFailure } from '../../storage/disk-fault.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { RpcError } from './errors.ts';

/** A store failure is reported with its reason, so that the operator can fix it; anything else is a bug. */
export function explainFailedClose(error: unknown): never {
  if (!(error instanceof StoreError)) throw error;
  throw new RpcError('internal', `The ledger could not be closed and stays open: ${describeFailure(error)}`);
}
