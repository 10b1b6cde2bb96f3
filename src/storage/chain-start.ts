/** Where a chain begins that did not begin with ledger 1: with a ledger of another network. */
import type { RecentLedgers } from '../ledger/chain-entries.ts';
import { readForkOrigin } from './fork/fork-origin.ts';
import type { NamedValues } from './ledger-store.ts';

/** Name of the value of a chain whose first ledger was given with its whole state. */
export const CHAIN_START = 'chain_start';

export interface ChainStart {
  readonly ledgerIndex: number;
  /** Those before it, as its own list names them. */
  readonly recentLedgers: RecentLedgers;
}

/** Undefined for a chain that began with ledger 1. */
export function readChainStart(store: Pick<NamedValues, 'metaValue'>): ChainStart | undefined {
  const text = store.metaValue(CHAIN_START);
  return text === undefined ? readForkOrigin(store) : (JSON.parse(text) as ChainStart);
}
