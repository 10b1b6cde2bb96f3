/**
 * Normalizes a path: adds the implied nodes, which are the sender with the spent asset, its issuer, an order book if
 * the currency must still change, the issuer of the delivered asset, and the destination (rippled: PaySteps.cpp,
 * toStrand).
 */
import { NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import {
  type AccountId,
  type Issue,
  issuerOf,
  type PathStep,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import type { PathEnds } from './step-context.ts';

/** An account, or an order book if `account` is absent. */
export interface PathNode {
  readonly account?: AccountId | undefined;
  readonly currency?: string | undefined;
  readonly mptIssuanceId?: string | undefined;
  readonly issuer?: AccountId | undefined;
}

const NO_ACCOUNT = NO_ISSUE.issuer;

/** True if the path and its ends are well-formed. */
export function isWellFormedPath(
  { source, destination, spend, deliver }: PathEnds,
  path: readonly PathStep[],
): boolean {
  if (source === ZERO_ACCOUNT || destination === ZERO_ACCOUNT) return false;
  const accounts = [source, destination, issuerOf(spend), issuerOf(deliver)];
  return !accounts.includes(NO_ACCOUNT) && path.every((step, at) => isWellFormedStep(step, path[at - 1]));
}

function isWellFormedStep(step: PathStep, previous: PathStep | undefined): boolean {
  const { account, currency, issuer, mptIssuanceId: mpt } = step;
  const hasAsset = currency !== undefined || mpt !== undefined;
  if (account === undefined && issuer === undefined && !hasAsset) return false;
  if (account !== undefined && (issuer !== undefined || hasAsset)) return false;
  if (isUnsetAccount(account) || isUnsetAccount(issuer)) return false;
  // The issuer is not the zero account, as checked above.
  if (currency === XRP_CURRENCY && issuer !== undefined) return false;
  if (mpt !== undefined && (currency !== undefined || (issuer !== undefined && issuer !== mpt.slice(8)))) return false;
  const isRippling = account !== undefined || (issuer !== undefined && !hasAsset);
  return !(previous?.mptIssuanceId !== undefined && isRippling);
}

function isUnsetAccount(account: AccountId | undefined): boolean {
  return account === ZERO_ACCOUNT || account === NO_ACCOUNT;
}

/** The path with its implied nodes. Offer crossing needs a book even if only the issuer changes. */
export function normalizePath(
  { source, destination, spend, deliver }: PathEnds,
  path: readonly PathStep[],
  isCrossing: boolean,
): PathNode[] {
  const nodes: PathNode[] = [{ account: source, ...assetOfNode(spend), issuer: source }];
  const spendIssuer = issuerOf(spend);
  if (spendIssuer !== source && path[0]?.account !== spendIssuer) nodes.push({ account: spendIssuer });
  nodes.push(...path);
  const deliverIssuer = issuerOf(deliver);
  const lastAsset = nodes.findLast(({ currency, mptIssuanceId }) => (currency ?? mptIssuanceId) !== undefined);
  const changesIssuer = isCrossing && lastAsset?.issuer !== deliverIssuer;
  if (changesIssuer || !isSameAsset(lastAsset, assetOfNode(deliver))) {
    nodes.push({ ...assetOfNode(deliver), issuer: deliverIssuer });
  }
  if (nodes.at(-1)?.account !== deliverIssuer && destination !== deliverIssuer) nodes.push({ account: deliverIssuer });
  if (nodes.at(-1)?.account !== destination) nodes.push({ account: destination });
  return nodes;
}

function assetOfNode(issue: Issue): Pick<PathNode, 'currency' | 'mptIssuanceId'> {
  return 'mptIssuanceId' in issue ? { mptIssuanceId: issue.mptIssuanceId } : { currency: issue.currency };
}

function isSameAsset(one: PathNode | undefined, other: PathNode): boolean {
  return one?.currency === other.currency && one?.mptIssuanceId === other.mptIssuanceId;
}
