/**
 * Selects the best paths: each candidate is tried alone, and the cheapest are taken until together they can deliver the
 * amount (rippled: Pathfinder.cpp, computePathRanks, rankPaths, getBestPaths).
 */

import { addAmounts, assetOf, compareAmounts, subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import { divide } from '../../protocol/amounts/amount-product.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import type { AccountId, Amount, PathSet } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { type CandidatePath, pathStep } from './path-element.ts';
import type { RippleCalc, TrialPayment } from './path-flow.ts';

export interface BestPaths {
  readonly paths: PathSet;
  /** An additional path that could deliver the whole amount; only if the others reach the maximum number. */
  readonly covering: PathSet[number] | undefined;
}

export interface RankRequest {
  /** Without paths; in the source's own tokens. */
  readonly payment: TrialPayment;
  readonly candidates: readonly CandidatePath[];
  /** The issuer of the sent tokens; undefined for the source's own. */
  readonly issuer: AccountId | undefined;
  readonly isConvertAll: boolean;
  /** Opens a sandbox of the ledger for trial payments. */
  open(): RippleCalc;
}

interface RankedPath {
  readonly path: CandidatePath;
  readonly quality: bigint;
  readonly liquidity: Amount;
  readonly index: number;
}

const MAX_PATHS = 4;

/** At most four paths, and the covering one. */
export function* bestPaths(request: RankRequest): Steps<BestPaths> {
  const { candidates, issuer, payment } = request;
  let remaining = afterDefaultPath(request);
  const paths: CandidatePath[] = [];
  let covering: CandidatePath | undefined;
  for (const { path, liquidity } of candidates.length === 0 ? [] : yield* rankPaths(request)) {
    if (paths.length === MAX_PATHS && covering !== undefined) break;
    if (issuer !== undefined && (path.length === 1 || path[0]?.account !== issuer)) continue;
    // The issuer is implied by the asset.
    const kept = issuer === undefined ? path : path.slice(1);
    const left = MAX_PATHS - paths.length;
    if (left > 1 || (left === 1 && compareAmounts(liquidity, remaining) >= 0)) {
      remaining = subtractAmounts(remaining, liquidity);
      paths.push(kept);
    } else if (left === 0 && compareAmounts(liquidity, payment.deliver) >= 0) covering = kept;
  }
  return { paths: paths.map(asPath), covering: covering === undefined ? undefined : asPath(covering) };
}

/** The amount that the default path cannot deliver. */
function afterDefaultPath({ payment, open }: RankRequest): Amount {
  const outcome = open().pay({ ...payment, paths: [], usesDefaultPath: true, isPartial: true });
  return typeof outcome === 'object' ? subtractAmounts(payment.deliver, outcome.delivered) : payment.deliver;
}

function* rankPaths(request: RankRequest): Steps<RankedPath[]> {
  const ranked: RankedPath[] = [];
  for (const [index, path] of request.candidates.entries()) {
    yield;
    const found = rankPath(request, path, index);
    if (found !== undefined) ranked.push(found);
  }
  return ranked.sort((a, b) => {
    if (!request.isConvertAll && a.quality !== b.quality) return a.quality < b.quality ? -1 : 1;
    return compareAmounts(b.liquidity, a.liquidity) || a.path.length - b.path.length || b.index - a.index;
  });
}

/** Undefined for a path with negligible liquidity. */
function rankPath(request: RankRequest, path: CandidatePath, index: number): RankedPath | undefined {
  const { payment, isConvertAll } = request;
  const alone = { ...payment, paths: [asPath(path)], usesDefaultPath: false };
  const least = isConvertAll ? payment.deliver : usefulAmount(payment.deliver);
  const trial = request.open();
  const first = trial.pay({ ...alone, deliver: least, isPartial: isConvertAll });
  if (typeof first !== 'object') return undefined;
  const quality = qualityOf({ in: first.spent, out: first.delivered });
  if (isConvertAll) return { path, quality, liquidity: first.delivered, index };
  const rest = subtractAmounts(payment.deliver, first.delivered);
  const second = trial.pay({ ...alone, deliver: rest, isPartial: true });
  const liquidity = typeof second === 'object' ? addAmounts(first.delivered, second.delivered) : first.delivered;
  return { path, quality, liquidity, index };
}

function usefulAmount(amount: Amount): Amount {
  return divide(amount, BigInt(MAX_PATHS + 2), assetOf(amount));
}

function asPath(path: CandidatePath): PathSet[number] {
  return path.map(pathStep);
}
