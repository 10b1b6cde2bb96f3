/**
 * Finds candidate paths: from the source over trust lines and order books, element by element, to the target account
 * (rippled: Pathfinder.cpp, findPaths, addPathsForType, addLink, getPathsOut).
 */

import { compareIssued, negateIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import {
  type AccountId,
  type Issue,
  isNativeIssue,
  issueOf,
  issuerOf,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import type { TrustLineView } from '../pages/trust-line.ts';
import type { LineCache } from './line-cache.ts';
import { hasBookToDrops, type OrderBooks } from './order-books.ts';
import {
  accountElement,
  bookElement,
  type CandidatePath,
  hasSeen,
  isBook,
  type PathElement,
  pathKey,
} from './path-element.ts';
import type { PathGoal } from './path-goal.ts';
import { type PathPart, pathTypes } from './path-types.ts';

/** Maximum number of lines to follow from the source, and from any other account. */
const MAX_FROM_SOURCE = 50;
const MAX_FROM_OTHERS = 10;
/** Maximum number of complete paths, and of incomplete paths of one type. */
const MAX_PATHS = 200;
/** Weight of a line to the target in the count of an account's outgoing lines. */
const TARGET_WEIGHT = 10_000;
const { AccountRoot: Bits } = EntryFlags;

interface Candidate {
  readonly peer: AccountId;
  readonly weight: number;
}

export class PathSearch {
  readonly #cache: LineCache;
  readonly #books: OrderBooks;
  readonly #goal: PathGoal;
  readonly #start: PathElement;
  /** By `pathKey`, in the order in which they were found. */
  readonly #complete = new Map<string, CandidatePath>();
  /** Incomplete paths by their type prefix. */
  readonly #beginnings = new Map<string, readonly CandidatePath[]>();
  readonly #waysOut = new Map<string, number>();

  constructor(cache: LineCache, books: OrderBooks, goal: PathGoal) {
    this.#cache = cache;
    this.#books = books;
    this.#goal = goal;
    const { source, currency, issuer } = goal;
    const isNative = currency === XRP_CURRENCY;
    const start = isNative ? source : (issuer ?? source);
    this.#start = { account: start, currency, issuer: isNative ? ZERO_ACCOUNT : start };
  }

  /** The distinct paths up to a search level. */
  *upTo(level: number): Steps<readonly CandidatePath[]> {
    const { source, target, currency, deliver } = this.#goal;
    // Any path but the default one would loop.
    if (source === target && currency === deliver) return [];
    for (const type of pathTypes(currency, deliver)) {
      if (type.level <= level) yield* this.#follow(type.parts);
      if (this.#complete.size > MAX_PATHS) break;
    }
    return [...this.#complete.values()].slice(0, MAX_PATHS);
  }

  /** Incomplete paths of this type prefix; complete paths are collected on the way. */
  *#follow(parts: string): Steps<readonly CandidatePath[]> {
    const known = this.#beginnings.get(parts);
    if (known !== undefined) return known;
    const beginnings = new Map<string, CandidatePath>();
    const last = parts.at(-1) as PathPart;
    if (last === 's') beginnings.set('', []);
    else {
      for (const path of yield* this.#follow(parts.slice(0, -1))) {
        for (const longer of yield* this.#extend(path, last)) beginnings.set(pathKey(longer), longer);
        if (beginnings.size >= MAX_PATHS) break;
        yield;
      }
    }
    const found = [...beginnings.values()].slice(0, MAX_PATHS);
    this.#beginnings.set(parts, found);
    return found;
  }

  *#extend(path: CandidatePath, part: PathPart): Steps<readonly CandidatePath[]> {
    const end = path.at(-1) ?? this.#start;
    if (part === 'a' || part === 'd') {
      if (end.currency !== XRP_CURRENCY) return yield* this.#throughAccounts(path, end, part === 'd');
      if (this.#goal.deliver === XRP_CURRENCY && path.length > 0) this.#keep(path);
      return [];
    }
    const asset = issueOf(end.currency, end.issuer);
    if (part !== 'x') return this.#throughBooks(path, asset, part === 'f');
    if (isNativeIssue(asset) || !hasBookToDrops(this.#books, asset)) return [];
    return [[...path, bookElement({ currency: XRP_CURRENCY })]];
  }

  /** Extends the path by one account; accounts with the most outgoing lines come first. */
  *#throughAccounts(path: CandidatePath, end: PathElement, isLast: boolean): Steps<readonly CandidatePath[]> {
    const { account, currency } = end;
    const { source, target, deliver } = this.#goal;
    const root = this.#cache.view.read(accountKeylet(account));
    if (root === undefined) return [];
    const needsAuth = (root.Flags & Bits.lsfRequireAuth) !== 0;
    const cannotRipple = this.#entersWithoutRipple(path);
    const isUsable = (line: TrustLineView) =>
      canLeave(line, needsAuth) && !(cannotRipple && (line.flags & line.mine.noRipple) !== 0);
    if (isLast) {
      const line = this.#cache.line(account, target, currency);
      const isNew = !hasSeen(path, accountElement(target, currency));
      if (line !== undefined && isUsable(line) && isNew && currency === deliver && path.length > 0) this.#keep(path);
      return [];
    }
    const lines = cannotRipple ? this.#cache.ripplingLinesOf(account) : this.#cache.linesOf(account);
    const candidates: Candidate[] = [];
    for (const line of yield* lines) {
      if (line.balance.currency !== currency || this.#isBehindTarget(line.peer) || !isUsable(line)) continue;
      yield;
      const { peer } = line;
      if (hasSeen(path, accountElement(peer, currency)) || (peer === source && peer !== target)) continue;
      if (peer !== target) candidates.push({ peer, weight: yield* this.#countWaysOut(line) });
      else if (currency !== deliver) candidates.push({ peer, weight: TARGET_WEIGHT });
      else if (path.length > 0) this.#keep(path);
    }
    return bestOf(candidates, account === source ? MAX_FROM_SOURCE : MAX_FROM_OTHERS).map(({ peer }) => [
      ...path,
      accountElement(peer, currency),
    ]);
  }

  /** True for the destination if it is reached through another target account. */
  #isBehindTarget(account: AccountId): boolean {
    const { destination, target } = this.#goal;
    return target !== destination && account === destination;
  }

  /** True if the last account has set NoRipple on the line by which the path enters it (isNoRippleOut). */
  #entersWithoutRipple(path: CandidatePath): boolean {
    const end = path.at(-1);
    if (end === undefined || isBook(end)) return false;
    const from = path.length === 1 ? this.#goal.source : path.at(-2)!.account;
    const line = this.#cache.line(end.account, from, end.currency);
    return line !== undefined && (line.flags & line.mine.noRipple) !== 0;
  }

  /** Extends the path by one book and the issuer of the asset that the book gives. */
  #throughBooks(path: CandidatePath, asset: Issue, isLast: boolean): CandidatePath[] {
    const { destination, target, deliver } = this.#goal;
    const longer: CandidatePath[] = [];
    for (const gets of this.#books.takerGets(asset)) {
      if (!('currency' in gets)) continue;
      const book = bookElement(gets);
      if (hasSeen(path, book) || this.#isOrigin(gets) || (isLast && gets.currency !== deliver)) continue;
      if (isNativeIssue(gets)) {
        if (deliver === XRP_CURRENCY) this.#keep([...path, book]);
        else longer.push([...path, book]);
        continue;
      }
      const issuer = accountElement(issuerOf(gets), gets.currency);
      if (hasSeen(path, issuer)) continue;
      const through = withBook(path, book);
      if (gets.currency !== deliver) longer.push([...through, issuer]);
      else if (issuer.account === target) this.#keep(through);
      else if (issuer.account !== destination) longer.push([...through, issuer]);
    }
    return longer;
  }

  /** True for the asset at the start of the path. */
  #isOrigin(asset: Issue): boolean {
    const { source, issuer, currency } = this.#goal;
    if (!('currency' in asset) || asset.currency !== currency) return false;
    return isNativeIssue(asset) || issuerOf(asset) === issuer || issuerOf(asset) === source;
  }

  /** Number of outgoing lines of the line's peer. */
  *#countWaysOut(line: TrustLineView): Steps<number> {
    const key = line.peer + line.balance.currency;
    const known = this.#waysOut.get(key);
    if (known !== undefined) return known;
    const count = yield* this.#lookForWaysOut(line);
    this.#waysOut.set(key, count);
    return count;
  }

  *#lookForWaysOut({ peer: account, balance: { currency }, flags, theirs }: TrustLineView): Steps<number> {
    const root = this.#cache.view.read(accountKeylet(account));
    if (root === undefined || (root.Flags & Bits.lsfGlobalFreeze) !== 0) return 0;
    const needsAuth = (root.Flags & Bits.lsfRequireAuth) !== 0;
    const { target, deliver } = this.#goal;
    let count = this.#books.takerGets(issueOf(currency, account)).length;
    const toTarget = currency === deliver ? this.#cache.line(account, target, currency) : undefined;
    if (toTarget !== undefined && canLeave(toTarget, needsAuth)) count += TARGET_WEIGHT;
    const cannotRipple = (flags & theirs.noRipple) !== 0;
    const lines = cannotRipple ? this.#cache.ripplingLinesOf(account) : this.#cache.linesOf(account);
    for (const line of yield* lines) {
      if (line.balance.currency !== currency || !canLeave(line, needsAuth)) continue;
      if (currency === deliver && line.peer === target) continue;
      if ((line.flags & (line.theirs.noRipple | line.theirs.freeze)) === 0) count++;
    }
    return count;
  }

  #keep(path: CandidatePath): void {
    this.#complete.set(pathKey(path), path);
  }
}

/** An account between two books is implied, so the second book replaces it. */
function withBook(path: CandidatePath, book: PathElement): CandidatePath {
  const [before, last] = [path.at(-2), path.at(-1)];
  const isImplied = before !== undefined && last !== undefined && isBook(before) && !isBook(last);
  return [...(isImplied ? path.slice(0, -1) : path), book];
}

function bestOf(candidates: readonly Candidate[], most: number): Candidate[] {
  return candidates
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.peer > b.peer ? -1 : 1))
    .slice(0, most);
}

/** True if tokens can move over the line to the peer: it takes its own tokens back, or trusts the account. */
function canLeave({ balance, limitPeer, flags, mine }: TrustLineView, needsAuth: boolean): boolean {
  if (signOfIssued(balance) > 0) return true;
  if (signOfIssued(limitPeer) === 0 || compareIssued(negateIssued(balance), limitPeer) >= 0) return false;
  return !needsAuth || (flags & mine.auth) !== 0;
}
