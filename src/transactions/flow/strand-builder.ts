/**
 * Converts paths to strands: each pair of neighbouring nodes of a path becomes a step. A malformed path fails the
 * payment; an unusable one is dropped (rippled: PaySteps.cpp, toStep, toStrand, toStrands).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { isTem, type Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Issue,
  isNativeIssue,
  isSameToken,
  issueKey,
  issueOf,
  issuerOf,
  type PathSet,
  type PathStep,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../../protocol/values.ts';
import { makeBookStep } from './book-step-check.ts';
import { makeDirectStep } from './direct-step-check.ts';
import { placesOf, type Step, type Strand } from './step.ts';
import type { PathEnds, StepContext, StrandTerms } from './step-context.ts';
import { isWellFormedPath, normalizePath, type PathNode } from './strand-path.ts';
import { makeXrpEndpointStep } from './xrp-endpoint-step.ts';

export interface StrandRequest extends PathEnds, StrandTerms {
  readonly view: ReadView;
  readonly fees: Fees;
  readonly paths: PathSet;
  /** Whether the default path is included. */
  readonly usesDefaultPath: boolean;
}

/** The distinct usable strands, the default one first; or the reason why there are none. */
export function buildStrands(request: StrandRequest): readonly Strand[] | Ter {
  const { paths, usesDefaultPath, view } = request;
  if (!usesDefaultPath && paths.length === 0) return 'temRIPPLE_EMPTY';
  const strands: Strand[] = [];
  let lastFailure: Ter = 'tesSUCCESS';
  for (const [at, path] of (usesDefaultPath ? [[], ...paths] : paths).entries()) {
    const strand = buildStrand(request, path);
    const number = usesDefaultPath ? at : at + 1;
    if (typeof strand === 'string') {
      view.trace?.fact('strandRefused', { path: number, result: strand });
      if (isTem(strand) || paths.length === 0) return strand;
      // A given path's failure overrides the default path's.
      lastFailure = strand;
    } else if (!strands.some((other) => isSameStrand(other, strand))) {
      view.trace?.fact('strandBuilt', { path: number, places: placesOf(strand) });
      strands.push(strand);
    }
  }
  return strands.length === 0 ? lastFailure : strands;
}

function isSameStrand(one: Strand, other: Strand): boolean {
  return one.length === other.length && one.every((step, at) => step.equals(other[at]!));
}

/** The strand of one path; of an empty one, the default strand. */
export function buildStrand(request: StrandRequest, path: readonly PathStep[]): Strand | Ter {
  if (!isWellFormedPath(request, path)) return 'temBAD_PATH';
  const nodes = normalizePath(request, path, request.crossingLimit !== undefined);
  if (nodes.length < 2) return 'temBAD_PATH';
  const builder = new StrandBuilder(request, path.length === 0);
  for (let at = 0; at < nodes.length - 1; at++) {
    const result = builder.addPair(nodes[at]!, nodes[at + 1]!, at === nodes.length - 2);
    if (result !== 'tesSUCCESS') return result;
  }
  return isContinuous(request, builder.steps) ? builder.steps : 'temBAD_PATH';
}

/**
 * True if every step begins where the previous one ended, and the strand leads from source to destination and from the
 * spent to the delivered asset (rippled: PaySteps.cpp, checkStrand).
 */
function isContinuous({ source, destination, spend, deliver }: PathEnds, strand: Strand): boolean {
  let account = source;
  let issue: Issue = 'currency' in spend ? issueOf(spend.currency, source) : spend;
  for (const { accounts, book } of strand) {
    const [from, to] = accounts;
    if (from !== account) return false;
    if (book !== undefined) {
      if (issueKey(issue) !== issueKey(book.in)) return false;
      issue = book.out;
    } else if ('currency' in issue) {
      issue = issueOf(issue.currency, to);
    }
    account = to;
  }
  if (account !== destination || !isSameToken(issue, deliver)) return false;
  return issuerOf(issue) === issuerOf(deliver) || issuerOf(issue) === destination;
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

class StrandBuilder {
  readonly steps: Step[] = [];
  /** One for all steps, which read it only while they are made. */
  readonly #context: Writable<StepContext>;
  /** The asset at the current node. */
  #current: Issue;

  constructor(request: StrandRequest, isDefaultPath: boolean) {
    this.#context = {
      ...request,
      ends: request,
      isDefaultPath,
      isFirst: true,
      isLast: false,
      previous: undefined,
      seenSources: new Set(),
      seenDestinations: new Set(),
      seenBookOuts: new Set(),
    };
    this.#current = request.spend;
  }

  /** Adds the steps between two nodes: one, two with an implied account, or none after a book. */
  addPair(from: PathNode, to: PathNode, isLast: boolean): Ter {
    this.#arriveAt(from);
    if (from.account === undefined && to.account !== undefined) return this.#leaveBook(to.account);
    return this.#add(this.#makeStep(from, to, isLast));
  }

  /** At an account node, tokens become that account's issue; MPTs keep their issuance. */
  #arriveAt({ account, issuer, currency, mptIssuanceId }: PathNode): void {
    const current = this.#current;
    if (mptIssuanceId !== undefined) this.#current = { mptIssuanceId };
    else if ('mptIssuanceId' in current) {
      if (currency !== undefined) this.#current = issueOf(currency, account ?? issuer ?? ZERO_ACCOUNT);
    } else this.#current = issueOf(currency ?? current.currency, account ?? issuer ?? issuerOf(current));
  }

  /** A book step ends at the issuer of its output; another account needs one more step. */
  #leaveBook(account: AccountId): Ter {
    const issuer = issuerOf(this.#current);
    if (issuer === account || account === ZERO_ACCOUNT) return 'tesSUCCESS';
    if (isNativeIssue(this.#current)) return 'temBAD_PATH';
    // Even at the end of the path this step does not count as the last one.
    return this.#add(this.#makeDirect(this.#contextOfNext(false), issuer, account));
  }

  #makeStep(from: PathNode, to: PathNode, isLast: boolean): Step | Ter {
    const context = this.#contextOfNext(isLast);
    if (from.account !== undefined) {
      if (context.isFirst && from.currency === XRP_CURRENCY) return makeXrpEndpointStep(context, from.account);
      if (to.account !== undefined) {
        if (isLast && from.account === ZERO_ACCOUNT) return makeXrpEndpointStep(context, to.account);
        return this.#makeDirect(context, from.account, to.account);
      }
    }
    const out = this.#bookOut(to);
    if (isNativeIssue(this.#current) && isNativeIssue(out)) return 'temBAD_PATH';
    return makeBookStep(context, this.#current, out);
  }

  #makeDirect(context: StepContext, source: AccountId, destination: AccountId): Step | Ter {
    if ('mptIssuanceId' in this.#current) return 'temBAD_PATH';
    return makeDirectStep(context, { source, destination, currency: this.#current.currency });
  }

  /** A book node inherits the fields that it does not set. */
  #bookOut({ currency, mptIssuanceId, issuer }: PathNode): Issue {
    if (mptIssuanceId !== undefined) return { mptIssuanceId };
    if (currency === undefined && 'mptIssuanceId' in this.#current) return this.#current;
    const kind = currency ?? ('currency' in this.#current ? this.#current.currency : XRP_CURRENCY);
    return issueOf(kind, issuer ?? issuerOf(this.#current));
  }

  #add(step: Step | Ter): Ter {
    if (typeof step === 'string') return step;
    this.steps.push(step);
    return 'tesSUCCESS';
  }

  #contextOfNext(isLast: boolean): StepContext {
    this.#context.isFirst = this.steps.length === 0;
    this.#context.isLast = isLast;
    this.#context.previous = this.steps.at(-1);
    return this.#context;
  }
}
