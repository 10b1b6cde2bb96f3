/**
 * An element of a candidate path: an account through which tokens ripple, or an order book, identified by the asset
 * that it gives (rippled: STPathSet.h, STPathElement).
 */
import {
  type AccountId,
  type Currency,
  type Issue,
  issuerOf,
  type PathStep,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';

export interface PathElement {
  /** The account of zeros for an order book. */
  readonly account: AccountId;
  /** The currency after this element. */
  readonly currency: Currency;
  /** The account of zeros for the native currency. */
  readonly issuer: AccountId;
}

export type CandidatePath = readonly PathElement[];

export function accountElement(account: AccountId, currency: Currency): PathElement {
  return { account, currency, issuer: account };
}

/** The book that gives the asset. */
export function bookElement(gets: Extract<Issue, { currency: Currency }>): PathElement {
  return { account: ZERO_ACCOUNT, currency: gets.currency, issuer: issuerOf(gets) };
}

export function isBook({ account }: PathElement): boolean {
  return account === ZERO_ACCOUNT;
}

/** True if the path already contains this element. */
export function hasSeen(path: CandidatePath, { account, currency, issuer }: PathElement): boolean {
  return path.some((one) => one.account === account && one.currency === currency && one.issuer === issuer);
}

/** A text that is unique for each path. */
export function pathKey(path: CandidatePath): string {
  return path.map(({ account, currency, issuer }) => account + currency + issuer).join();
}

/** The element as a path step of a transaction. */
export function pathStep(element: PathElement): PathStep {
  const { account, currency, issuer } = element;
  if (!isBook(element)) return { account };
  return currency === XRP_CURRENCY ? { currency } : { currency, issuer };
}
