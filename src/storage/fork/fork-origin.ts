/** Where a fork begins. The store of a fork remembers it, so that it can be opened again only as the same fork. */
import type { RecentLedgers } from '../../ledger/chain-entries.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { NamedValues } from '../ledger-store.ts';

const FORK = 'fork';

export interface ForkOrigin {
  /** The name of the other server when the fork began. Clients see it, so it has no path and no query, which may hold a key. */
  readonly url: string;
  /** The ledger of that server that is the first one of the fork. */
  readonly ledgerIndex: number;
  readonly ledgerHash: Hash256;
  /** Up to 256 ledgers before that one: its own list. */
  readonly recentLedgers: RecentLedgers;
}

/** The named value that marks a store as a fork. */
export function forkValue(origin: ForkOrigin): readonly [name: string, value: string] {
  return [FORK, JSON.stringify(origin)];
}

/** True for the store of a fork, whose indexes have only entries that it changed. */
export function isFork(store: Pick<NamedValues, 'metaValue'>): boolean {
  return store.metaValue(FORK) !== undefined;
}

/** Undefined for a store that is no fork. */
export function readForkOrigin(store: Pick<NamedValues, 'metaValue'>): ForkOrigin | undefined {
  const text = store.metaValue(FORK);
  return text === undefined ? undefined : (JSON.parse(text) as ForkOrigin);
}
