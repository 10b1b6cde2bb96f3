/** What only a test bench has: a server that is no part of any network (docs/test-bench.md). */
import type { Snapshots } from '../../node/snapshots.ts';
import { assert } from '../../util/assert.ts';
import type { RpcContext } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';

/** @throws RpcError `notEnabled` on every other server */
export function requireTestBench({ node }: Pick<RpcContext, 'node'>): void {
  if (node.bench.isAllowed) return;
  throw new RpcError('notEnabled').because('Only a test bench does this: a server that was started with --dev.');
}

/** @throws RpcError `notEnabled` on every other server */
export function requireSnapshots({ node, snapshots }: Pick<RpcContext, 'node' | 'snapshots'>): Snapshots {
  requireTestBench({ node });
  assert(snapshots !== undefined, 'a test bench has snapshots');
  return snapshots;
}
