/** Parameters of a chain that its ledgers do not contain, and the key that signs its markers. The store keeps them. */

import type { GenesisOptions } from '../ledger/genesis.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import { CHAIN_START } from '../storage/chain-start.ts';
import type { NamedValues } from '../storage/ledger-store.ts';
import { assert } from '../util/assert.ts';
import { bytesToHex } from '../util/hex.ts';
import { ALTERED } from './test-bench/alterations.ts';

const NETWORK_ID = 'network_id';
/** Present if the network id was given, also if it is 0. */
const NETWORK_ID_GIVEN = 'network_id_given';
const VOTED_FEES = 'voted_fees';
/** Names of amendments in force without an `Amendments` entry, with spaces; absent if there are none. */
const UNLISTED_RULES = 'unlisted_rules';
/** Values that move with a chain to another store. */
export const CHAIN_VALUES = [VOTED_FEES, UNLISTED_RULES, ALTERED, CHAIN_START] as const;
/** Name of the key in older stores. */
const MARKER_KEY = 'history_marker_key';
const MARKER_KEY_BYTES = 32;
/** Values that all members of a cluster share. */
export const SHARED_VALUES = {
  networkId: NETWORK_ID,
  isNetworkIdGiven: NETWORK_ID_GIVEN,
  votedFees: VOTED_FEES,
  unlistedRules: UNLISTED_RULES,
  markerKey: MARKER_KEY,
} as const;

/** Makes that number of unpredictable bytes. */
export type RandomBytes = (count: number) => Uint8Array;

export interface ChainParameters {
  /** 0 if none was given. */
  readonly networkId: number;
  /** False if no network id was given. */
  readonly isNetworkIdGiven: boolean;
  readonly votedFees: Fees;
}

/** The values of a new chain by name, with a key for markers if `randomBytes` is given. */
export function chainParameters(genesis: GenesisOptions, randomBytes?: RandomBytes): ReadonlyMap<string, string> {
  const { networkId, isNetworkIdGiven, fees, votedFees = fees, unlistedRules = [] } = genesis;
  const drops = [votedFees.baseDrops, votedFees.reserveDrops, votedFees.reserveIncrementDrops];
  const values = new Map([
    [NETWORK_ID, String(networkId)],
    [VOTED_FEES, drops.join(' ')],
  ]);
  if (randomBytes !== undefined) values.set(MARKER_KEY, newMarkerKey(randomBytes));
  if (unlistedRules.length > 0) values.set(UNLISTED_RULES, unlistedRules.join(' '));
  if (isNetworkIdGiven === true) values.set(NETWORK_ID_GIVEN, 'true');
  return values;
}

/** The parameters of the chain in a store. The chain must exist. */
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

/** Names of the amendments that are in force without an `Amendments` entry. */
export function readUnlistedRules(store: Pick<NamedValues, 'metaValue'>): readonly string[] {
  return store.metaValue(UNLISTED_RULES)?.split(' ') ?? [];
}

/** The `SHARED_VALUES` that the store has. */
export function readSharedValues(store: Pick<NamedValues, 'metaValue'>): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of Object.values(SHARED_VALUES)) {
    const value = store.metaValue(name);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/** Makes the key that signs markers, if the store has none. */
export function ensureMarkerKey(store: NamedValues, randomBytes: RandomBytes): void {
  if (store.metaValue(MARKER_KEY) === undefined) store.setMetaValue(MARKER_KEY, newMarkerKey(randomBytes));
}

function newMarkerKey(randomBytes: RandomBytes): string {
  return bytesToHex(randomBytes(MARKER_KEY_BYTES));
}

/** The key that signs markers. A node must have opened the store before. */
export function readMarkerKey(store: Pick<NamedValues, 'metaValue'>): Buffer {
  const key = store.metaValue(MARKER_KEY);
  assert(key !== undefined, 'a node gives its store a key for markers');
  return Buffer.from(key, 'hex');
}
