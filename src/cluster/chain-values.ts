/**
 * What the members of a cluster must have in common beside the ledgers: what the chain was founded with, and the key of its
 * markers, so that a marker of one member continues on another.
 */
import { ensureMarkerKey, readSharedValues, SHARED_VALUES } from '../node/chain-parameters.ts';
import { type NamedValues, StoreError } from '../storage/ledger-store.ts';
import type { ChainValues, ClusterStore } from '../storage/shared/cluster-store.ts';

/** Before the first ledger: what this member founds the chain with holds for all. */
export async function publishChainValues(
  shared: ClusterStore,
  own: NamedValues,
  epoch: number,
  randomBytes: (count: number) => Uint8Array,
): Promise<void> {
  const there = await shared.chain.read();
  // Left by a member that got no further.
  const key = there.get(SHARED_VALUES.markerKey);
  if (key !== undefined) own.setMetaValue(SHARED_VALUES.markerKey, key);
  ensureMarkerKey(own, randomBytes);
  await shared.chain.found(readSharedValues(own), epoch);
}

/**
 * Gives a store the values of the cluster's chain where it lacks them; false if there is no chain yet.
 * @throws StoreError if it has others, and so another chain
 */
export async function adoptChainValues(chain: ChainValues, own: NamedValues): Promise<boolean> {
  const values = await chain.read();
  for (const [name, value] of values) {
    const kept = own.metaValue(name);
    if (kept === undefined) own.setMetaValue(name, value);
    else if (kept !== value) {
      throw new StoreError(
        `the data directory belongs to another chain than the cluster's database: ${name} is ${shown(name, kept, value)}`,
      );
    }
  }
  return values.size > 0;
}

function shown(name: string, kept: string, value: string): string {
  return name === SHARED_VALUES.markerKey ? 'another' : `${kept}, not ${value}`;
}
