/** The client's error when a test bench operation fails in the store. */
import { describeFailure } from '../../storage/disk-fault.ts';
import { FollowedStoreError, StoreError } from '../../storage/ledger-store.ts';
import { RpcError } from '../method/errors.ts';

/**
 * Throws the client's error: `outcome` and the reason. Errors other than those of a store are rethrown unchanged.
 * @throws RpcError `notSupported` on a server with workers, `internal` if the store failed
 */
export function throwStoreFailure(error: unknown, outcome: string): never {
  if (error instanceof FollowedStoreError) {
    throw new RpcError('notSupported').because(`${outcome}: ${error.message}. Start the server with --threads 0.`);
  }
  if (error instanceof StoreError) throw new RpcError('internal', `${outcome}: ${describeFailure(error)}`);
  throw error;
}
