/**
 * Candidates for paths in one currency: from the source over trust lines, account by account, to the account that must
 * be reached. Order books are never part of them, for Weir has none (rippled: Pathfinder.cpp, addPathsForType, addLink,
 * getPathsOut and its table of path types).
 */

import { compareIssued, negateIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Currency } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { type TrustLineView, viewTrustLine } from '../pages/trust-line.ts';
import type { LineCache } from './line-cache.ts';

/** The accounts between source and destination. */
export type AccountPath = readonly AccountId[];

export interface PathEnds {
  readonly source: AccountId;
  readonly destination: AccountId;
  /** Where the tokens are redeemed: the issuer of the amount, which may be the destination itself. */
  readonly target: AccountId;
  readonly currency: Currency;
}

/** Lines followed from the source, and from any other account. */
const MAX_FROM_SOURCE = 50;
const MAX_FROM_OTHERS = 10;
/** Paths that are worth being tried. */
const MAX_PATHS = 200;
/** What a line to the target counts among an account's ways out. */
const TARGET_WEIGHT = 10_000;
const { AccountRoot: Bits } = EntryFlags;

/** The distinct paths through exactly `length` accounts. */
export function* searchPaths(cache: LineCache, ends: PathEnds, length: number): Steps<AccountPath[]> {
  const search = new PathSearch(cache, ends);
  let paths: AccountPath[] = [[]];
  for (let at = 0; at < length; at++) {
    const longer: AccountPath[] = [];
    for (const path of paths) longer.push(...(yield* search.longer(path)));
    paths = longer.slice(0, MAX_PATHS);
  }
  return paths.filter((path) => search.reachesTarget(path));
}

class PathSearch {
  readonly #cache: LineCache;
  readonly #ends: PathEnds;
  readonly #waysOut = new Map<AccountId, number>();

  constructor(cache: LineCache, ends: PathEnds) {
    this.#cache = cache;
    this.#ends = ends;
  }

  /** The path with one more account; those with the most ways out come first. */
  *longer(path: AccountPath): Steps<AccountPath[]> {
    const { source, currency } = this.#ends;
    const end = path.at(-1) ?? source;
    const needsAuth = this.#hasFlag(end, Bits.lsfRequireAuth);
    const next: { readonly peer: AccountId; readonly weight: number }[] = [];
    for (const line of yield* this.#cache.linesOf(end)) {
      if (line.balance.currency !== currency || !canLeave(line, needsAuth)) continue;
      yield;
      const { peer } = line;
      const weight = this.#isDetour(peer, path) ? 0 : yield* this.#countWaysOut(peer);
      if (weight > 0) next.push({ peer, weight });
    }
    next.sort((a, b) => b.weight - a.weight || (a.peer > b.peer ? -1 : 1));
    return next.slice(0, end === source ? MAX_FROM_SOURCE : MAX_FROM_OTHERS).map(({ peer }) => [...path, peer]);
  }

  /** True if the last account can hand the tokens to the target. */
  reachesTarget(path: AccountPath): boolean {
    const { source, target } = this.#ends;
    const end = path.at(-1) ?? source;
    const line = this.#lineToTarget(end);
    return !path.includes(target) && line !== undefined && canLeave(line, this.#hasFlag(end, Bits.lsfRequireAuth));
  }

  /** To the target goes only the last step, and never past it to the destination. */
  #isDetour(account: AccountId, path: AccountPath): boolean {
    const { source, destination, target } = this.#ends;
    return account === source || account === destination || account === target || path.includes(account);
  }

  *#countWaysOut(account: AccountId): Steps<number> {
    const known = this.#waysOut.get(account);
    if (known !== undefined) return known;
    const count = yield* this.#lookForWaysOut(account);
    this.#waysOut.set(account, count);
    return count;
  }

  *#lookForWaysOut(account: AccountId): Steps<number> {
    if (this.#hasFlag(account, Bits.lsfGlobalFreeze)) return 0;
    const needsAuth = this.#hasFlag(account, Bits.lsfRequireAuth);
    const { target, currency } = this.#ends;
    const toTarget = this.#lineToTarget(account);
    let count = toTarget !== undefined && canLeave(toTarget, needsAuth) ? TARGET_WEIGHT : 0;
    for (const line of yield* this.#cache.linesOf(account)) {
      if (line.balance.currency !== currency || line.peer === target || !canLeave(line, needsAuth)) continue;
      if ((line.flags & (line.theirs.noRipple | line.theirs.freeze)) === 0) count++;
    }
    return count;
  }

  /** Read by its key: an issuer may have more lines than anybody wants to look through. */
  #lineToTarget(account: AccountId): TrustLineView | undefined {
    const { target, currency } = this.#ends;
    const line = this.#cache.view.read(lineKeylet(account, target, currency));
    return line === undefined ? undefined : viewTrustLine(line, account);
  }

  #hasFlag(account: AccountId, flag: number): boolean {
    return ((this.#cache.view.read(accountKeylet(account))?.Flags ?? 0) & flag) !== 0;
  }
}

/** True if tokens can go over the line to the peer: it takes its own back, or extends credit. */
function canLeave({ balance, limitPeer, flags, mine }: TrustLineView, needsAuth: boolean): boolean {
  if (signOfIssued(balance) > 0) return true;
  if (signOfIssued(limitPeer) === 0 || compareIssued(negateIssued(balance), limitPeer) >= 0) return false;
  return !needsAuth || (flags & mine.auth) !== 0;
}
