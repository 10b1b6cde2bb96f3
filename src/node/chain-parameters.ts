/** What a chain was founded with and its ledgers do not say: kept beside them in the store. */
import type { GenesisOptions } from '../ledger/genesis.ts';
import type { Fees } from '../protocol/fees.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';

const NETWORK_ID = 'network_id';
const VOTED_FEES = 'voted_fees';

export interface ChainParameters {
  /** 0 when the chain has none. */
  readonly networkId: number;
  readonly votedFees: Fees;
}

export function writeChainParameters(store: LedgerStore, { networkId, fees, votedFees = fees }: GenesisOptions): void {
  store.setMetaValue(NETWORK_ID, String(networkId));
  const drops = [votedFees.baseDrops, votedFees.reserveDrops, votedFees.reserveIncrementDrops];
  store.setMetaValue(VOTED_FEES, drops.join(' '));
}

/** The parameters of the chain in the store, which has been founded. */
export function readChainParameters(store: LedgerStore): ChainParameters {
  const [baseDrops, reserveDrops, reserveIncrementDrops] = store.metaValue(VOTED_FEES)!.split(' ').map(BigInt);
  return {
    networkId: Number(store.metaValue(NETWORK_ID)),
    votedFees: {
      baseDrops: baseDrops!,
      reserveDrops: reserveDrops!,
      reserveIncrementDrops: reserveIncrementDrops!,
    },
  };
}
