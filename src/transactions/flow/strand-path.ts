/**
 * The nodes that a path stands for: what a transaction leaves out is filled in, namely the sender with what it spends,
 * the issuer of what it spends, an order book if the currency must still change, the issuer of what is delivered, and
 * the receiver (rippled: PaySteps.cpp, toStrand).
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

/** Without an account, an order book. */
export interface PathNode {
  readonly account?: AccountId | undefined;
  readonly currency?: string | undefined;
  readonly mptIssuanceId?: string | undefined;
  readonly issuer?: AccountId | undefined;
}

const NO_ACCOUNT = NO_ISSUE.issuer;

/** True if the transaction's path and its ends make sense by themselves. */
export function isSensiblePath({ source, destination, spend, deliver }: PathEnds, path: readonly PathStep[]): boolean {
  if (source === ZERO_ACCOUNT || destination === ZERO_ACCOUNT) return false;
  const accounts = [source, destination, issuerOf(spend), issuerOf(deliver)];
  return !accounts.includes(NO_ACCOUNT) && path.every((step, at) => isSensibleStep(step, path[at - 1]));
}

function isSensibleStep(step: PathStep, previous: PathStep | undefined): boolean {
  const { account, currency, issuer, mptIssuanceId: mpt } = step;
  const hasAsset = currency !== undefined || mpt !== undefined;
  if (account === undefined && issuer === undefined && !hasAsset) return false;
  if (account !== undefined && (issuer !== undefined || hasAsset)) return false;
  if (isNobody(account) || isNobody(issuer)) return false;
  // An issuer was just seen not to be the account of zeros.
  if (currency === XRP_CURRENCY && issuer !== undefined) return false;
  if (mpt !== undefined && (currency !== undefined || (issuer !== undefined && issuer !== mpt.slice(8)))) return false;
  const isRippling = account !== undefined || (issuer !== undefined && !hasAsset);
  return !(previous?.mptIssuanceId !== undefined && isRippling);
}

function isNobody(account: AccountId | undefined): boolean {
  return account === ZERO_ACCOUNT || account === NO_ACCOUNT;
}

/** The path with its implied nodes. Who crosses offers goes through a book even where only the issuer changes. */
export function fullPath(
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
