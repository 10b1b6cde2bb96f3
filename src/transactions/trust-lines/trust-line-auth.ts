/**
 * Authorized trust lines: who may hold and transfer a token whose issuer requires authorization (rippled:
 * RippleStateHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId } from '../../protocol/values.ts';
import { sideOf } from './trust-line-side.ts';

/** Checks that the account may hold the token; with `needsLine`, also that its trust line exists. */
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
 * Checks that a token may move between two holders through its issuer: not if the issuer has set No Ripple on both
 * lines. For a missing line, the issuer's DefaultRipple counts (rippled: canTransfer).
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
