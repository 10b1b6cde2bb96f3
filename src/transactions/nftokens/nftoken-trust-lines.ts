/** Checks whether an account may receive an issuer's tokens as payment for an NFToken (rippled: NFTokenHelpers.cpp). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId } from '../../protocol/values.ts';
import { requireAuth } from '../trust-lines/trust-line-auth.ts';
import { isDeeplyFrozen } from '../trust-lines/trust-line-freeze.ts';

/** Checks that the issuer exists and has authorized the account if required (checkTrustlineAuthorized). */
export function checkLineAuthorized(view: ReadView, account: AccountId, token: TokenIssue): Ter {
  if (view.read(accountKeylet(token.issuer)) === undefined) return 'tecNO_ISSUER';
  return requireAuth(view, account, token);
}

/** Checks that the issuer exists and the line is not deep-frozen (checkTrustlineDeepFrozen). */
export function checkLineNotDeepFrozen(view: ReadView, account: AccountId, token: TokenIssue): Ter {
  if (view.read(accountKeylet(token.issuer)) === undefined) return 'tecNO_ISSUER';
  return isDeeplyFrozen(view, account, token) ? 'tecFROZEN' : 'tesSUCCESS';
}

export function checkCanReceive(view: ReadView, account: AccountId, token: TokenIssue): Ter {
  const authorized = checkLineAuthorized(view, account, token);
  return authorized === 'tesSUCCESS' ? checkLineNotDeepFrozen(view, account, token) : authorized;
}
