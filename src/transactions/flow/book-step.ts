/**
 * A step through an order book. No transaction of Weir places offers yet, so every book is empty and the step dry; the
 * conditions under which a strand may have such a step are those of the reference (rippled: BookStep.cpp).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Issue, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { sideOf } from '../trust-lines/trust-line-side.ts';
import { type DebtDirection, type Movement, NO_TOKENS, type Step, type StepAmount } from './step.ts';
import { isNativeIssue, issueKey, issuerOf, type StepContext } from './step-context.ts';

/** The step from what offers take to what they give, or why there is none. */
export function makeBookStep(context: StepContext, into: Issue, out: Issue): Step | Ter {
  const result = checkBook(context, into, out);
  return result === 'tesSUCCESS' ? new EmptyBookStep(into, out) : result;
}

function checkBook(context: StepContext, into: Issue, out: Issue): Ter {
  const { view, previous, seenBookOuts, seenSources, seenDestinations } = context;
  const outKey = issueKey(out);
  if (issueKey(into) === outKey || !isConsistent(into) || !isConsistent(out)) return 'temBAD_PATH';
  if (seenBookOuts.has(outKey) || seenSources.has(outKey) || seenDestinations.has(outKey)) return 'temBAD_PATH_LOOP';
  seenBookOuts.add(outKey);
  if (!issuerExists(view, into) || !issuerExists(view, out)) return 'tecNO_ISSUER';
  if (previous?.lineSource !== undefined && 'currency' in into) {
    const issuer = issuerOf(into);
    const line = view.read(lineKeylet(previous.lineSource, issuer, into.currency));
    if (line === undefined) return 'terNO_LINE';
    if (hasFlag(line, sideOf(issuer, previous.lineSource).noRipple)) return 'terNO_RIPPLE';
  }
  // No transaction of Weir issues multi-purpose tokens, so there is none to trade (canTrade).
  return 'mptIssuanceId' in into || 'mptIssuanceId' in out ? 'tecOBJECT_NOT_FOUND' : 'tesSUCCESS';
}

/** Tokens have an issuer; the native currency has none to begin with. */
function isConsistent(issue: Issue): boolean {
  return 'mptIssuanceId' in issue || isNativeIssue(issue) || issuerOf(issue) !== ZERO_ACCOUNT;
}

function issuerExists(view: ReadView, issue: Issue): boolean {
  return isNativeIssue(issue) || view.read(accountKeylet(issuerOf(issue))) !== undefined;
}

class EmptyBookStep implements Step {
  readonly book: { readonly in: Issue; readonly out: Issue };
  #last: Movement | undefined;

  constructor(into: Issue, out: Issue) {
    this.book = { in: into, out };
  }

  get accounts(): readonly [AccountId, AccountId] {
    return [issuerOf(this.book.in), issuerOf(this.book.out)];
  }

  get last(): Movement | undefined {
    return this.#last;
  }

  reverse(): Movement {
    return this.#move();
  }

  forward(): Movement {
    return this.#move();
  }

  /** Offer owners take the tokens as they come, so the fee for passing them on is the sender's. */
  debtDirection(): DebtDirection {
    return 'redeems';
  }

  lineQualityIn(): number {
    return PARITY_RATE;
  }

  qualityUpperBound(): ReturnType<Step['qualityUpperBound']> {
    return { quality: undefined, debt: 'redeems' };
  }

  equals({ book }: Step): boolean {
    if (book === undefined) return false;
    return issueKey(book.in) === issueKey(this.book.in) && issueKey(book.out) === issueKey(this.book.out);
  }

  #move(): Movement {
    this.#last = { in: nothingOf(this.book.in), out: nothingOf(this.book.out) };
    return this.#last;
  }
}

function nothingOf(issue: Issue): StepAmount {
  return isNativeIssue(issue) ? 0n : NO_TOKENS;
}
