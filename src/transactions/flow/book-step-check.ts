/** Checks whether a strand may use an order book (rippled: BookStep.cpp, check). */
import type { ReadView } from '../../ledger/read-view.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type Issue, isNativeIssue, issueKey, issuerOf, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { canTrade } from '../assets/asset-transferability.ts';
import { sideOf } from '../trust-lines/trust-line-side.ts';
import { BookStep } from './book-step.ts';
import type { Step } from './step.ts';
import type { StepContext } from './step-context.ts';

/** The step from input to output asset, or the reason why it is invalid. */
export function makeBookStep(context: StepContext, into: Issue, out: Issue): Step | Ter {
  const result = checkBook(context, into, out);
  if (result === 'tesSUCCESS') return new BookStep(context, into, out);
  context.view.trace?.fact('stepRefused', { place: { kind: 'book', in: into, out }, result });
  return result;
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
  // A tradable MPT still has no order book: offers in MPTs are disabled (MPTokensV2).
  const tradable = canTrade(view, into);
  return tradable === 'tesSUCCESS' ? canTrade(view, out) : tradable;
}

/** Tokens have an issuer, XRP has none. */
function isConsistent(issue: Issue): boolean {
  return 'mptIssuanceId' in issue || isNativeIssue(issue) || issuerOf(issue) !== ZERO_ACCOUNT;
}

function issuerExists(view: ReadView, issue: Issue): boolean {
  return isNativeIssue(issue) || view.read(accountKeylet(issuerOf(issue))) !== undefined;
}
