/** Checks whether a strand may use a trust line (rippled: DirectStep.cpp, both functions named check). */
import { compareIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Currency, issueKey, issueOf, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';
import { DirectStep } from './direct-step.ts';
import type { Step } from './step.ts';
import { checkFreeze, checkNoRipple } from './step-checks.ts';
import type { StepContext } from './step-context.ts';

interface Ends {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly currency: Currency;
}

/** The step from one account to the next, or the reason why it is invalid. */
export function makeDirectStep(context: StepContext, ends: Ends): Step | Ter {
  const result = checkDirectStep(context, ends);
  if (result !== 'tesSUCCESS') {
    context.view.trace?.fact('stepRefused', { place: { kind: 'line', ...ends }, result });
    return result;
  }
  const { previous, isLast, crossingLimit } = context;
  return new DirectStep({ ...ends, previous, isLast, isCrossing: crossingLimit !== undefined });
}

function checkDirectStep(context: StepContext, ends: Ends): Ter {
  const { view, isFirst, isLast, previous } = context;
  const { source, destination, currency } = ends;
  if (source === ZERO_ACCOUNT || destination === ZERO_ACCOUNT || source === destination) return 'temBAD_PATH';
  if (view.read(accountKeylet(source)) === undefined) return 'terNO_ACCOUNT';
  // Direct transfers between holder and issuer are exempt from freezes.
  if (!(isFirst && isLast)) {
    const frozen = checkFreeze(view, source, destination, currency);
    if (frozen !== 'tesSUCCESS') return frozen;
  }
  if (previous?.lineSource !== undefined) {
    const rippling = checkNoRipple(view, previous.lineSource, source, destination, currency);
    if (rippling !== 'tesSUCCESS') return rippling;
  }
  const loop = checkLoop(context, ends);
  if (loop !== 'tesSUCCESS') return loop;
  // Offer crossing needs no trust line yet.
  return context.crossingLimit === undefined ? checkLine(context, ends) : 'tesSUCCESS';
}

function checkLoop(context: StepContext, { source, destination, currency }: Ends): Ter {
  const { previous, seenBookOuts, seenSources, seenDestinations } = context;
  const sourceKey = issueKey(issueOf(currency, source));
  const destinationKey = issueKey(issueOf(currency, destination));
  // A book that outputs this issue is allowed only directly before this step.
  const isBookBefore = previous?.book !== undefined;
  if (isBookBefore && seenBookOuts.has(sourceKey) && issueKey(previous.book.out) !== sourceKey)
    return 'temBAD_PATH_LOOP';
  if (seenSources.has(sourceKey)) return 'temBAD_PATH_LOOP';
  seenSources.add(sourceKey);
  if (seenDestinations.has(destinationKey)) return 'temBAD_PATH_LOOP';
  seenDestinations.add(destinationKey);
  return 'tesSUCCESS';
}

function checkLine({ view, previous }: StepContext, { source, destination, currency }: Ends): Ter {
  const line = view.read(lineKeylet(source, destination, currency));
  if (line === undefined) return 'terNO_LINE';
  const own = sideOf(source, destination);
  const sourceAccount = view.read(accountKeylet(source))!;
  const needsAuth = hasFlag(sourceAccount, EntryFlags.AccountRoot.lsfRequireAuth) && !hasFlag(line, own.auth);
  // Existing holders count as authorized.
  if (needsAuth && signOfIssued(line.Balance) === 0) return 'terNO_AUTH';
  if (previous?.book !== undefined && hasFlag(line, own.noRipple)) return 'terNO_RIPPLE';
  const peer = sideOf(destination, source);
  const held = balanceAt(line, peer);
  return signOfIssued(held) >= 0 && compareIssued(held, line[peer.limit]) >= 0 ? 'tecPATH_DRY' : 'tesSUCCESS';
}
