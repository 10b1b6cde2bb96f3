/** Trust lines without limit or balance, for accounts that will hold a token (rippled: RippleStateHelpers.cpp). */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { ISSUED_ZERO, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId } from '../../protocol/values.ts';
import { coversReserve } from '../accounts/owner-directory.ts';
import { createTrustLine, deleteTrustLine, releaseReserve } from './trust-line.ts';
import { isGloballyFrozen } from './trust-line-freeze.ts';
import { HIGH_SIDE, LOW_SIDE } from './trust-line-side.ts';

/**
 * Creates a line for the account after checking that `balanceDrops` covers the reserve; an issuer needs none. The
 * issuer must have DefaultRipple set (rippled: addEmptyHolding).
 */
export function addEmptyLine(
  sandbox: Sandbox,
  account: AccountId,
  { currency, issuer }: TokenIssue,
  { fees, balanceDrops }: { readonly fees: Fees; readonly balanceDrops: bigint },
): Ter {
  if (account === issuer) return 'tesSUCCESS';
  if (isGloballyFrozen(sandbox, issuer)) return 'tecFROZEN';
  const issuerAccount = sandbox.read(accountKeylet(issuer));
  const owner = sandbox.peek(accountKeylet(account));
  if (issuerAccount === undefined || owner === undefined) return 'tefINTERNAL';
  if (!hasFlag(issuerAccount, EntryFlags.AccountRoot.lsfDefaultRipple)) return 'tecINTERNAL';
  if (sandbox.read(lineKeylet(account, issuer, currency)) !== undefined) return 'tecDUPLICATE';
  if (!coversReserve(fees, owner, balanceDrops, 1)) return 'tecNO_LINE_INSUF_RESERVE';
  return createTrustLine(sandbox, owner, { peer: issuer, currency, balance: ISSUED_ZERO, hasNoRipple: true });
}

/**
 * Removes the account's line to the issuer regardless of its settings; tecHAS_OBLIGATIONS if it has a balance (rippled:
 * removeEmptyHolding).
 */
export function removeEmptyLine(sandbox: Sandbox, account: AccountId, { currency, issuer }: TokenIssue): Ter {
  const line = sandbox.peek(lineKeylet(account, issuer, currency));
  if (line === undefined) return account === issuer ? 'tesSUCCESS' : 'tecOBJECT_NOT_FOUND';
  if (account !== issuer && signOfIssued(line.Balance) !== 0) return 'tecHAS_OBLIGATIONS';
  for (const side of [LOW_SIDE, HIGH_SIDE]) {
    if (!hasFlag(line, side.reserve)) continue;
    const owner = sandbox.peek(accountKeylet(line[side.limit].issuer));
    if (owner === undefined) return 'tecINTERNAL';
    releaseReserve(sandbox, line, owner, side);
  }
  return deleteTrustLine(sandbox, line);
}
