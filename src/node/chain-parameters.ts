/** What a chain was founded with and its ledgers do not say: kept beside them in the store. */
import type { GenesisOptions } from '../ledger/genesis.ts';
import type { Fees } from '../protocol/amounts/fees.ts';
import type { NamedValues } from '../storage/ledger-store.ts';

const NETWORK_ID = 'network_id';
/** There if the network id was chosen, be it 0. */
const NETWORK_ID_GIVEN = 'network_id_given';
const VOTED_FEES = 'voted_fees';

export interface ChainParameters {
  /** 0 when the chain has none. */
  readonly networkId: number;
  /** False for the network id 0 of a chain that nobody gave one. */
  readonly isNetworkIdGiven: boolean;
  readonly votedFees: Fees;
}

export function writeChainParameters(store: NamedValues, genesis: GenesisOptions): void {
  const { networkId, isNetworkIdGiven, fees, votedFees = fees } = genesis;
  store.setMetaValue(NETWORK_ID, String(networkId));
  if (isNetworkIdGiven === true) store.setMetaValue(NETWORK_ID_GIVEN, 'true');
  const drops = [votedFees.baseDrops, votedFees.reserveDrops, votedFees.reserveIncrementDrops];
  store.setMetaValue(VOTED_FEES, drops.join(' '));
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
