/**
 * Values that all members of a cluster share, besides the ledgers: the parameters of the chain, and the key that signs markers,
 * so that a marker from one member is valid on another.
 */
import { ensureMarkerKey, readSharedValues, SHARED_VALUES } from '../node/chain-parameters.ts';
import type { NamedValues } from '../storage/ledger-store.ts';
import type { ChainValues, ClusterStore, Term } from '../storage/shared/cluster-store.ts';
import { ApartError } from './ledger-follower.ts';

/** Publishes the values with which this member founds the chain, before the first ledger. */
export async function publishChainValues(
  shared: ClusterStore,
  own: NamedValues,
  term: Term,
  randomBytes: (count: number) => Uint8Array,
): Promise<void> {
  const there = await shared.chain.read();
  // A member may have stopped after it published the key.
  const key = there.get(SHARED_VALUES.markerKey);
  if (key !== undefined) own.setMetaValue(SHARED_VALUES.markerKey, key);
  ensureMarkerKey(own, randomBytes);
  await shared.chain.found(readSharedValues(own), term);
}

/**
 * Copies the values of the cluster's chain that a store lacks. False if there is no chain yet.
 * @throws ApartError if the store has other values, so it belongs to another chain
 */
export async function adoptChainValues(chain: ChainValues, own: NamedValues): Promise<boolean> {
  const values = await chain.read();
  for (const [name, value] of values) {
    const kept = own.metaValue(name);
    if (kept === undefined) own.setMetaValue(name, value);
    else if (kept !== value) {
      throw new ApartError(
        `the data directory belongs to another chain than the cluster's database: ${name} is ${shown(name, kept, value)}`,
      );
    }
  }
  return values.size > 0;
}

function shown(name: string, kept: string, value: string): string {
  return name === SHARED_VALUES.markerKey ? 'another' : `${kept}, not ${value}`;
}
