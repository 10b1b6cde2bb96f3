/**
 * Freezes of tokens. An issuer can freeze all its tokens or one line; a holder may still return frozen tokens. A deep
 * freeze, by either side, also blocks receiving (rippled: RippleStateHelpers.cpp, AccountRootHelpers.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet, ammById, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { AccountId } from '../../protocol/values.ts';
import { HIGH_SIDE, LOW_SIDE, sideOf } from './trust-line-side.ts';

/** True if the issuer has set a global freeze. */
export function isGloballyFrozen(view: ReadView, issuer: AccountId): boolean {
  const account = view.read(accountKeylet(issuer));
  return account !== undefined && hasFlag(account, EntryFlags.AccountRoot.lsfGlobalFreeze);
}

/** True if the issuer has frozen this account's line. */
export function isIndividuallyFrozen(view: ReadView, account: AccountId, { currency, issuer }: TokenIssue): boolean {
  if (account === issuer) return false;
  const line = view.read(lineKeylet(account, issuer, currency));
  return line !== undefined && hasFlag(line, sideOf(issuer, account).freeze);
}

/** True if the account can send the token only to its issuer. */
export function isFrozen(view: ReadView, account: AccountId, token: TokenIssue): boolean {
  return isGloballyFrozen(view, token.issuer) || isIndividuallyFrozen(view, account, token);
}

/**
 * True if the issuer is an AMM and the account cannot send one of its assets: then it cannot send LP tokens either
 * (rippled: View.cpp, isLPTokenFrozen).
 */
export function isLpTokenFrozen(view: ReadView, account: AccountId, issuer: AccountId): boolean {
  const ammId = view.read(accountKeylet(issuer))?.AMMID;
  if (ammId === undefined) return false;
  const amm = view.read(ammById(ammId));
  if (amm === undefined) return true;
  return [amm.Asset, amm.Asset2].some((asset) => {
    if (!('currency' in asset) || asset.issuer === undefined) return false;
    return isFrozen(view, account, { currency: asset.currency, issuer: asset.issuer });
  });
}

/** True if the account cannot receive the token. */
export function isDeeplyFrozen(view: ReadView, account: AccountId, { currency, issuer }: TokenIssue): boolean {
  if (account === issuer) return false;
  const line = view.read(lineKeylet(account, issuer, currency));
  return line !== undefined && (hasFlag(line, LOW_SIDE.deepFreeze) || hasFlag(line, HIGH_SIDE.deepFreeze));
}
