/** The paths for a payment that is signed here with `build_path` (rippled: TransactionSign.cpp, checkPayment). */
import type { LedgerEngine } from '../../node/ledger-node.ts';
import { assetOf, compareAmounts } from '../../protocol/amounts/amount-math.ts';
import { type AccountId, type Amount, type Hash256, isNative, issuerOf, type PathSet } from '../../protocol/values.ts';
import { finishSteps, type Steps } from '../../util/steps.ts';
import { bestPaths } from './best-paths.ts';
import { LineCache } from './line-cache.ts';
import { orderBooksOf } from './order-books.ts';
import { largestAmount, RippleCalc } from './path-flow.ts';
import { pathGoal } from './path-goal.ts';
import { PathSearch } from './path-search.ts';

/** The reference's default search level for `build_path` (`path_search_old`). */
const LEVEL = 2;

export interface PathPayment {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly sendMax: Amount;
  readonly amount: Amount;
  readonly domain: Hash256 | undefined;
}

/**
 * At most four paths, in the open ledger; possibly none. Synchronous, since signing and submitting must happen in one
 * turn; only admins may request it.
 */
export function builtPaths(engine: LedgerEngine, payment: PathPayment): PathSet {
  return finishSteps(findPaths(engine, payment));
}

function* findPaths(
  engine: LedgerEngine,
  { source, destination, sendMax, amount, domain }: PathPayment,
): Steps<PathSet> {
  const { openLedger, fees } = engine;
  const { view } = openLedger;
  const spend = assetOf(sendMax);
  if ('mptIssuanceId' in spend) return [];
  const issuer = isNative(sendMax) ? undefined : issuerOf(spend);
  const goal = pathGoal(view, fees, { source, currency: spend.currency, issuer, destination }, amount);
  if (goal === undefined) return [];
  const books = orderBooksOf(engine, view, domain);
  const best = yield* bestPaths({
    payment: {
      source,
      destination,
      spend,
      deliver: amount,
      domain,
      sendMax: undefined,
      paths: [],
      usesDefaultPath: true,
      isPartial: false,
    },
    candidates: yield* new PathSearch(new LineCache(view), books, goal).upTo(LEVEL),
    issuer: issuer === source ? undefined : issuer,
    isConvertAll: compareAmounts(amount, largestAmount(assetOf(amount))) === 0,
    open: () => new RippleCalc(view, fees),
  });
  return best.paths;
}
