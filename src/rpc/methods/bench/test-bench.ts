/** What is for test benches only: servers whose chain nobody else relies on. */
import type { Snapshots } from '../../../node/snapshots.ts';
import type { RpcContext } from '../../method/context.ts';
import { RpcError } from '../../method/errors.ts';

/** @throws RpcError where ledgers must stay */
export function requireSnapshots({ snapshots }: RpcContext): Snapshots {
  if (snapshots !== undefined) return snapshots;
  throw new RpcError('notEnabled', 'Only where the server was started with --dev, --ephemeral or --manual.');
}
