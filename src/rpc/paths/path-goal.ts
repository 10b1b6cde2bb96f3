/** The goal of a path search, if a path is possible at all (rippled: Pathfinder.cpp, findPaths). */
import type { ReadView } from '../../ledger/read-view.ts';
import { assetOf, type Fees } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { type AccountId, type Amount, type Currency, isNative, issuerOf } from '../../protocol/values.ts';

export interface PathGoal {
  readonly source: AccountId;
  /** The currency that the source spends. */
  readonly currency: Currency;
  /** The issuer of these tokens; undefined: the source itself, or any issuer. */
  readonly issuer: AccountId | undefined;
  readonly destination: AccountId;
  /** The account to reach: the issuer of the amount, which may be the destination. */
  readonly target: AccountId;
  readonly deliver: Currency;
}

type PathEnds = Pick<PathGoal, 'source' | 'currency' | 'issuer' | 'destination'>;

/** Undefined if no payment is possible: to the same asset of the same account, or if an account is missing. */
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
