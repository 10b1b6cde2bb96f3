/** What a chain was founded with and its ledgers do not say, and the key of its markers: kept beside them in the store. */

import type { GenesisOptions } from '../ledger/genesis.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { NamedValues } from '../storage/ledger-store.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex } from '../util/hex.ts';
import { ALTERED } from './test-bench/alterations.ts';

const NETWORK_ID = 'network_id';
/** There if the network id was chosen, be it 0. */
const NETWORK_ID_GIVEN = 'network_id_given';
const VOTED_FEES = 'voted_fees';
/** What goes along when a chain moves to another store. */
export const CHAIN_VALUES = [VOTED_FEES, ALTERED] as const;
/** Older stores have the key under this name, from a time when only filtered histories had sealed markers. */
const MARKER_KEY = 'history_marker_key';
const MARKER_KEY_BYTES = 32;
/** What all have in common who serve one chain together. */
export const SHARED_VALUES = {
  networkId: NETWORK_ID,
  isNetworkIdGiven: NETWORK_ID_GIVEN,
  votedFees: VOTED_FEES,
  markerKey: MARKER_KEY,
} as const;

/** Gives so many unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export interface ChainParameters {
  /** 0 when the chain has none. */
  readonly networkId: number;
  /** False for the network id 0 of a chain that nobody gave one. */
  readonly isNetworkIdGiven: boolean;
  readonly votedFees: Fees;
}

/** Those of a new chain by their names, with a key for its markers if there is something to make it from. */
export function chainParameters(genesis: GenesisOptions, randomBytes?: RandomBytes): ReadonlyMap<string, string> {
  const { networkId, isNetworkIdGiven, fees, votedFees = fees } = genesis;
  const drops = [votedFees.baseDrops, votedFees.reserveDrops, votedFees.reserveIncrementDrops];
  const values = new Map([
    [NETWORK_ID, String(networkId)],
    [VOTED_FEES, drops.join(' ')],
  ]);
  if (randomBytes !== undefined) values.set(MARKER_KEY, newMarkerKey(randomBytes));
  if (isNetworkIdGiven === true) values.set(NETWORK_ID_GIVEN, 'true');
  return values;
}

/** The parameters of the chain in the store, which has been founded. */
export function readChainParameters(store: NamedValues): ChainParameters {
  const [baseDrops, reserveDrops, reserveIncrementDrops] = store.metaValue(VOTED_FEES)!.split(' ').map(BigInt);
  const networkId = Number(store.metaValue(NETWORK_ID));
  return {
    networkId,
    isNetworkIdGiven: networkId !== 0 || store.metaValue(NETWORK_ID_GIVEN) !== undefined,
    votedFees: {
      baseDrops: baseDrops!,
      reserveDrops: reserveDrops!,
      reserveIncrementDrops: reserveIncrementDrops!,
    },
  };
}

/** Those of `SHARED_VALUES` that the store has. */
export function readSharedValues(store: Pick<NamedValues, 'metaValue'>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of Object.values(SHARED_VALUES)) {
    const value = store.metaValue(name);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/** Makes the key that markers are sealed with, from unpredictable bytes, where the store has none yet. */
export function ensureMarkerKey(store: NamedValues, randomBytes: RandomBytes): void {
  if (store.metaValue(MARKER_KEY) === undefined) store.setMetaValue(MARKER_KEY, newMarkerKey(randomBytes));
}

function newMarkerKey(randomBytes: RandomBytes): string {
  return bytesToHex(randomBytes(MARKER_KEY_BYTES));
}

/** The key that markers are sealed with, in a store that a node has opened. */
export function readMarkerKey(store: Pick<NamedValues, 'metaValue'>): Buffer {
  const key = store.metaValue(MARKER_KEY);
  assert(key !== undefined, 'a node gives its store a key for markers');
  return Buffer.from(key, 'hex');
}
