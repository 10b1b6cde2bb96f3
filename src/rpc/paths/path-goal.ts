/** What a search for paths is to reach, if there can be any path at all (rippled: Pathfinder.cpp, findPaths). */
import type { ReadView } from '../../ledger/read-view.ts';
import { assetOf, type Fees } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { type AccountId, type Amount, type Currency, isNative, issuerOf } from '../../protocol/values.ts';

export interface PathGoal {
  readonly source: AccountId;
  /** What the source spends. */
  readonly currency: Currency;
  /** Whose tokens those are; undefined: the source's own, or anybody's. */
  readonly issuer: AccountId | undefined;
  readonly destination: AccountId;
  /** Where the tokens are redeemed: the issuer of the amount, which may be the destination itself. */
  readonly target: AccountId;
  readonly deliver: Currency;
}

type PathEnds = Pick<PathGoal, 'source' | 'currency' | 'issuer' | 'destination'>;

/** Undefined where nothing can be paid: not to oneself, not without the accounts that it takes. */
export function pathGoal(view: ReadView, fees: Fees, ends: PathEnds, amount: Amount): PathGoal | undefined {
  const { source, currency, destination } = ends;
  const asset = assetOf(amount);
  if ('mptIssuanceId' in asset) return undefined;
  const target = isNative(amount) ? destination : issuerOf(asset);
  if (source === destination && destination === target && currency === asset.currency) return undefined;
  const exists = (account: AccountId) => view.read(accountKeylet(account)) !== undefined;
  if (!exists(source) || (target !== destination && !exists(target))) return undefined;
  if (!exists(destination) && !(isNative(amount) && amount >= fees.reserveDrops)) return undefined;
  return { ...ends, target, deliver: asset.currency };
}
