/**
 * MPTs in escrow: they stay with the holder, locked, and count as outstanding (rippled: MPTokenHelpers.cpp,
 * lockEscrowMPT and unlockEscrowMPT).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { MAX_MPT_VALUE } from '../../protocol/amounts/amount-math.ts';
import type { MPToken, MPTokenIssuance } from '../../protocol/entries/entries.ts';
import { mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, issuerOfMpt, type MptAmount } from '../../protocol/values.ts';
import { amountHeld, setAmountHeld } from './mptoken.ts';

/** Locks an amount of a holder. */
export function lockEscrowMpt(sandbox: Sandbox, holder: AccountId, { mptIssuanceId, value }: MptAmount): Ter {
  const issuance = sandbox.peek(mptIssuanceKeylet(mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (issuerOfMpt(mptIssuanceId) === holder) return 'tecINTERNAL';
  const token = sandbox.peek(mptokenKeylet(mptIssuanceId, holder));
  if (token === undefined) return 'tecOBJECT_NOT_FOUND';
  const held = amountHeld(token);
  if (held < value || !addLocked(token, value) || !addLocked(issuance, value)) return 'tecINTERNAL';
  setAmountHeld(token, held - value);
  sandbox.update(token);
  sandbox.update(issuance);
  return 'tesSUCCESS';
}

/** The release of an escrow of MPTs. */
export interface EscrowRelease {
  /** The holder whose amount was locked. */
  readonly sender: AccountId;
  readonly receiver: AccountId;
  /** What the receiver gets. */
  readonly net: MptAmount;
  /** What was locked; the difference is the transfer fee, which reduces the outstanding amount. */
  readonly gross: MptAmount;
}

/** Pays the locked amount to the receiver, which must have an MPToken unless it is the issuer. */
export function unlockEscrowMpt(sandbox: Sandbox, { sender, receiver, net, gross }: EscrowRelease): Ter {
  const { mptIssuanceId } = net;
  const issuer = issuerOfMpt(mptIssuanceId);
  const issuance = sandbox.peek(mptIssuanceKeylet(mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!subtractLocked(issuance, gross.value)) return 'tecINTERNAL';
  sandbox.update(issuance);
  if (receiver === issuer) {
    if (!takeOutOfCirculation(issuance, net.value)) return 'tecINTERNAL';
  } else {
    const received = receive(sandbox, receiver, net);
    if (received !== 'tesSUCCESS') return received;
  }
  if (sender === issuer) return 'tecINTERNAL';
  const token = sandbox.peek(mptokenKeylet(mptIssuanceId, sender));
  if (token === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!subtractLocked(token, gross.value)) return 'tecINTERNAL';
  sandbox.update(token);
  return takeOutOfCirculation(issuance, gross.value - net.value) ? 'tesSUCCESS' : 'tecINTERNAL';
}

function receive(sandbox: Sandbox, receiver: AccountId, { mptIssuanceId, value }: MptAmount): Ter {
  const token = sandbox.peek(mptokenKeylet(mptIssuanceId, receiver));
  if (token === undefined) return 'tecOBJECT_NOT_FOUND';
  const held = amountHeld(token);
  if (held > MAX_MPT_VALUE - value) return 'tecINTERNAL';
  setAmountHeld(token, held + value);
  sandbox.update(token);
  return 'tesSUCCESS';
}

function addLocked(entry: MPToken | MPTokenIssuance, value: bigint): boolean {
  const locked = entry.LockedAmount ?? 0n;
  if (locked > MAX_MPT_VALUE - value) return false;
  entry.LockedAmount = locked + value;
  return true;
}

/** Zero is left out. */
function subtractLocked(entry: MPToken | MPTokenIssuance, value: bigint): boolean {
  const locked = entry.LockedAmount;
  if (locked === undefined || locked < value) return false;
  if (locked === value) delete entry.LockedAmount;
  else entry.LockedAmount = locked - value;
  return true;
}

function takeOutOfCirculation(issuance: MPTokenIssuance, value: bigint): boolean {
  if (issuance.OutstandingAmount < value) return false;
  issuance.OutstandingAmount -= value;
  return true;
}
