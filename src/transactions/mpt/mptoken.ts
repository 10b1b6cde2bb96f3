/**
 * The MPToken: what an account holds of a multi-purpose token. The holder makes it, and pays the reserve for it; where
 * the issuer wants to be asked, the issuer authorizes it (rippled: MPTokenHelpers.cpp, authorizeMPToken and
 * createMPToken).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import type { MPToken } from '../../protocol/entries/entries.ts';
import { accountKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex } from '../../protocol/values.ts';
import { insertOwnedEntry, removeOwnedEntry } from '../accounts/owned-entries.ts';
import { coversReserve } from '../accounts/owner-directory.ts';

const { lsfMPTAuthorized } = EntryFlags.MPToken;
/** An account that owns fewer objects than this needs no reserve for another holding. */
const FREE_OWNER_COUNT = 2;

/** The units that the holder may pass on. */
export function amountHeld({ MPTAmount }: Readonly<MPToken>): bigint {
  return MPTAmount ?? 0n;
}

/** Writes the units; none at all leave no field. */
export function setAmountHeld(token: MPToken, units: bigint): void {
  if (units === 0n) delete token.MPTAmount;
  else token.MPTAmount = units;
}

/** True if the holding has neither units nor locked ones. */
export function isEmptyHolding(token: Readonly<MPToken>): boolean {
  return amountHeld(token) === 0n && (token.LockedAmount ?? 0n) === 0n;
}

/** Makes an empty MPToken for an account, which it counts for. The reserve is the caller's (rippled: createMPToken). */
export function createMptoken(sandbox: Sandbox, issuanceId: Hex, holder: AccountId, flags = 0): Ter {
  const token = newEntry(mptokenKeylet(issuanceId, holder));
  token.Account = holder;
  token.MPTokenIssuanceID = issuanceId;
  token.Flags = flags;
  return insertOwnedEntry(sandbox, token);
}

/**
 * Gives the account an empty holding, which it pays the reserve for out of `balanceDrops`. The first two objects that an
 * account owns are free, as they are with trust lines.
 */
export function openHolding(
  sandbox: Sandbox,
  issuanceId: Hex,
  holder: AccountId,
  { fees, balanceDrops }: { readonly fees: Fees; readonly balanceDrops: bigint },
): Ter {
  const account = sandbox.read(accountKeylet(holder));
  if (account === undefined) return 'tecINTERNAL';
  if (account.OwnerCount >= FREE_OWNER_COUNT && !coversReserve(fees, account, balanceDrops, 1)) {
    return 'tecINSUFFICIENT_RESERVE';
  }
  const issuance = sandbox.read(mptIssuanceKeylet(issuanceId));
  if (issuance === undefined || issuance.Issuer === holder) return 'tecINTERNAL';
  return createMptoken(sandbox, issuanceId, holder);
}

/** Removes the account's holding, which must be empty. */
export function closeHolding(sandbox: Sandbox, issuanceId: Hex, holder: AccountId): Ter {
  const token = sandbox.peek(mptokenKeylet(issuanceId, holder));
  if (token === undefined || !isEmptyHolding(token)) return 'tecINTERNAL';
  return removeOwnedEntry(sandbox, token) === 'tesSUCCESS' ? 'tesSUCCESS' : 'tecINTERNAL';
}

/** Lets an account hold the token, or no longer; `issuer` must be the token's. */
export function setAuthorized(
  sandbox: Sandbox,
  issuanceId: Hex,
  { issuer, holder, isAuthorized }: { issuer: AccountId; holder: AccountId; isAuthorized: boolean },
): Ter {
  const issuance = sandbox.read(mptIssuanceKeylet(issuanceId));
  const token = sandbox.peek(mptokenKeylet(issuanceId, holder));
  if (issuance?.Issuer !== issuer || token === undefined) return 'tecINTERNAL';
  token.Flags = isAuthorized ? token.Flags | lsfMPTAuthorized : token.Flags & ~lsfMPTAuthorized;
  sandbox.update(token);
  return 'tesSUCCESS';
}
