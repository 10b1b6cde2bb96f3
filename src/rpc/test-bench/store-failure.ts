/** What a client is told when the store does not do what a test bench wants of it. */
import { describeFailure } from '../../storage/disk-fault.ts';
import { FollowedStoreError, StoreError } from '../../storage/ledger-store.ts';
import { RpcError } from '../method/errors.ts';

/**
 * Throws what the client is told: `outcome` and the reason. Other errors than those of a store are thrown as they are.
 * @throws RpcError `notSupported` on a server with workers, `internal` if the store failed
 */
export function throwStoreFailure(error: unknown, outcome: string): never {
  if (error instanceof FollowedStoreError) {
    throw new RpcError('notSupported').because(`${outcome}: ${error.message}. Start the server with --threads 0.`);
  }
  if (error instanceof StoreError) throw new RpcError('internal', `${outcome}: ${describeFailure(error)}`);
  throw error;
}
