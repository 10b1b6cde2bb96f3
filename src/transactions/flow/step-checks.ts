/** Checks of freezes and No Ripple flags for steps (rippled: StepChecks.h). */
import type { ReadView } from '../../ledger/read-view.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Currency } from '../../protocol/values.ts';
import { isLpTokenFrozen } from '../trust-lines/trust-line-freeze.ts';
import { HIGH_SIDE, LOW_SIDE, sideOf } from '../trust-lines/trust-line-side.ts';

/** Checks that `destination` has not frozen the line from `source`; a deep freeze of either side counts. */
export function checkFreeze(view: ReadView, source: AccountId, destination: AccountId, currency: Currency): Ter {
  const account = view.read(accountKeylet(destination));
  if (account !== undefined && hasFlag(account, EntryFlags.AccountRoot.lsfGlobalFreeze)) return 'terNO_LINE';
  const line = view.read(lineKeylet(source, destination, currency));
  if (line !== undefined) {
    if (hasFlag(line, sideOf(destination, source).freeze)) return 'terNO_LINE';
    if (hasFlag(line, LOW_SIDE.deepFreeze) || hasFlag(line, HIGH_SIDE.deepFreeze)) return 'terNO_LINE';
  }
  return isLpTokenFrozen(view, source, destination) ? 'terNO_LINE' : 'tesSUCCESS';
}

/** Checks that `through` has not set No Ripple on both lines. */
export function checkNoRipple(
  view: ReadView,
  from: AccountId,
  through: AccountId,
  to: AccountId,
  currency: Currency,
): Ter {
  const into = view.read(lineKeylet(from, through, currency));
  const out = view.read(lineKeylet(through, to, currency));
  if (into === undefined || out === undefined) return 'terNO_LINE';
  const isForbidden = hasFlag(into, sideOf(through, from).noRipple) && hasFlag(out, sideOf(through, to).noRipple);
  return isForbidden ? 'terNO_RIPPLE' : 'tesSUCCESS';
}
