/** Who may hold a token whose issuer asks to be asked first, and pass it on (rippled: RippleStateHelpers.cpp). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId } from '../../protocol/values.ts';
import { sideOf } from './trust-line-side.ts';

/** Checks that the account may hold the token: with `needsLine`, also that it could at all. */
export function requireAuth(
  view: ReadView,
  account: AccountId,
  { currency, issuer }: TokenIssue,
  needsLine = false,
): Ter {
  if (account === issuer) return 'tesSUCCESS';
  const line = view.read(lineKeylet(account, issuer, currency));
  if (line === undefined && needsLine) return 'tecNO_LINE';
  const issuerAccount = view.read(accountKeylet(issuer));
  if (issuerAccount === undefined || !hasFlag(issuerAccount, EntryFlags.AccountRoot.lsfRequireAuth))
    return 'tesSUCCESS';
  if (line === undefined) return 'tecNO_LINE';
  return hasFlag(line, sideOf(issuer, account).auth) ? 'tesSUCCESS' : 'tecNO_AUTH';
}

/**
 * Checks that a token may go from one holder to another by way of its issuer: not where the issuer forbids rippling on
 * both lines. Where a line is missing yet, the issuer's default counts (rippled: canTransfer).
 */
export function canRippleThroughIssuer(view: ReadView, token: TokenIssue, from: AccountId, to: AccountId): Ter {
  const { issuer, currency } = token;
  if (issuer === from || issuer === to) return 'tesSUCCESS';
  const issuerAccount = view.read(accountKeylet(issuer));
  if (issuerAccount === undefined) return 'tefINTERNAL';
  const isDisabled = (holder: AccountId) => {
    const line = view.read(lineKeylet(holder, issuer, currency));
    if (line !== undefined) return hasFlag(line, sideOf(issuer, holder).noRipple);
    return !hasFlag(issuerAccount, EntryFlags.AccountRoot.lsfDefaultRipple);
  };
  return isDisabled(from) && isDisabled(to) ? 'terNO_RIPPLE' : 'tesSUCCESS';
}
