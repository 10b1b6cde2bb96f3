/**
 * MPTokens: an account's holding of an MPT. The holder creates it and provides the reserve; if required, the issuer
 * authorizes it (rippled: MPTokenHelpers.cpp, authorizeMPToken and createMPToken).
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
/** With fewer owned entries than this, an account needs no reserve for another holding. */
const FREE_OWNER_COUNT = 2;

/** The amount that the holder may spend. */
export function amountHeld({ MPTAmount }: Readonly<MPToken>): bigint {
  return MPTAmount ?? 0n;
}

/** Sets the amount; zero is left out. */
export function setAmountHeld(token: MPToken, units: bigint): void {
  if (units === 0n) delete token.MPTAmount;
  else token.MPTAmount = units;
}

/** True if the holding has no units, locked ones included. */
export function isEmptyHolding(token: Readonly<MPToken>): boolean {
  return amountHeld(token) === 0n && (token.LockedAmount ?? 0n) === 0n;
}

/**
 * Creates an empty MPToken and raises the holder's owner count. Does not check the reserve (rippled: createMPToken).
 */
export function createMptoken(sandbox: Sandbox, issuanceId: Hex, holder: AccountId, flags = 0): Ter {
  const token = newEntry(mptokenKeylet(issuanceId, holder));
  token.Account = holder;
  token.MPTokenIssuanceID = issuanceId;
  token.Flags = flags;
  return insertOwnedEntry(sandbox, token);
}

/**
 * Creates an empty MPToken after checking that `balanceDrops` covers the reserve. The first two owned entries need
 * none, as with trust lines.
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

/** Removes the account's MPToken, which must be empty. */
export function closeHolding(sandbox: Sandbox, issuanceId: Hex, holder: AccountId): Ter {
  const token = sandbox.peek(mptokenKeylet(issuanceId, holder));
  if (token === undefined || !isEmptyHolding(token)) return 'tecINTERNAL';
  return removeOwnedEntry(sandbox, token) === 'tesSUCCESS' ? 'tesSUCCESS' : 'tecINTERNAL';
}

/** Sets or clears the authorization of a holder; `issuer` must be the MPT's. */
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
