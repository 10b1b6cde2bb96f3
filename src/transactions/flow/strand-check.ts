/** A last look at a strand: every step begins where the one before ended (rippled: PaySteps.cpp, checkStrand). */
import { type Issue, issueKey, issueOf, issuerOf } from '../../protocol/values.ts';
import type { Strand } from './step.ts';
import type { PathEnds } from './step-context.ts';

/** True if the strand leads from source to destination and from what is spent to what is delivered. */
export function isContinuous({ source, destination, spend, deliver }: PathEnds, strand: Strand): boolean {
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
  if (account !== destination || !isSameCurrency(issue, deliver)) return false;
  return issuerOf(issue) === issuerOf(deliver) || issuerOf(issue) === destination;
}

function isSameCurrency(one: Issue, other: Issue): boolean {
  if ('mptIssuanceId' in one) return 'mptIssuanceId' in other && one.mptIssuanceId === other.mptIssuanceId;
  return 'currency' in other && one.currency === other.currency;
}
