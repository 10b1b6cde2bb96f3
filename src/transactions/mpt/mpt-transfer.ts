/**
 * Transfers of MPTs. Callers check locks and authorization. A transfer between holders goes through the issuer, and the
 * transfer fee reduces the outstanding amount (rippled: TokenHelpers.cpp, directSendNoFeeMPT, directSendNoLimitMPT,
 * directSendNoLimitMultiMPT).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { multiplyByRate } from '../../protocol/amounts/rate.ts';
import { mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Hex, MptAmount } from '../../protocol/values.ts';
import { availableAmount, mptTransferRate } from './mpt-issuance.ts';
import { amountHeld, setAmountHeld } from './mptoken.ts';

/**
 * Moves an amount between a holder and the issuer, in either direction. Callers check the maximum outstanding amount.
 */
export function directSendMpt(sandbox: Sandbox, sender: AccountId, receiver: AccountId, amount: MptAmount): Ter {
  const issuance = sandbox.peek(mptIssuanceKeylet(amount.mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  const outstanding = issuance.OutstandingAmount;
  if (sender === issuance.Issuer) {
    issuance.OutstandingAmount = outstanding + amount.value;
    sandbox.update(issuance);
  } else {
    const taken = take(sandbox, sender, amount);
    if (taken !== 'tesSUCCESS') return taken;
  }
  if (receiver !== issuance.Issuer) return give(sandbox, receiver, amount);
  if (outstanding < amount.value) return 'tecINTERNAL';
  issuance.OutstandingAmount = outstanding - amount.value;
  sandbox.update(issuance);
  return 'tesSUCCESS';
}

/** Moves an amount; between holders, the sender also pays the transfer fee unless it is waived. */
export function accountSendMpt(
  sandbox: Sandbox,
  sender: AccountId,
  receiver: AccountId,
  amount: MptAmount,
  { waivesFee = false } = {},
): Ter {
  if (amount.value === 0n || sender === receiver) return 'tesSUCCESS';
  const issuance = sandbox.read(mptIssuanceKeylet(amount.mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  const { Issuer: issuer } = issuance;
  if (sender === issuer && amount.value > availableAmount(issuance)) return 'tecPATH_DRY';
  if (sender === issuer || receiver === issuer) return directSendMpt(sandbox, sender, receiver, amount);
  const cost = waivesFee ? amount : costOf(sandbox, amount);
  const issued = directSendMpt(sandbox, issuer, receiver, amount);
  return issued === 'tesSUCCESS' ? directSendMpt(sandbox, sender, issuer, cost) : issued;
}

/**
 * Moves amounts of one MPT from one account to several, without a transfer fee. A holder pays the total at the end; for
 * an issuer, the total counts against the maximum.
 */
export function sendMptToSeveral(
  sandbox: Sandbox,
  sender: AccountId,
  mptIssuanceId: Hex,
  receivers: readonly { readonly receiver: AccountId; readonly amount: MptAmount }[],
): Ter {
  const issuance = sandbox.read(mptIssuanceKeylet(mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  const { Issuer: issuer } = issuance;
  let available = availableAmount(issuance);
  let owed = 0n;
  for (const { receiver, amount } of receivers) {
    if (amount.value < 0n) return 'tecINTERNAL';
    if (amount.value === 0n || receiver === sender) continue;
    if (sender === issuer && amount.value > available) return 'tecPATH_DRY';
    const isDirect = sender === issuer || receiver === issuer;
    if (sender === issuer) available -= amount.value;
    if (!isDirect) owed += amount.value;
    const sent = directSendMpt(sandbox, isDirect ? sender : issuer, receiver, amount);
    if (sent !== 'tesSUCCESS') return sent;
  }
  return owed === 0n ? 'tesSUCCESS' : directSendMpt(sandbox, sender, issuer, { value: owed, mptIssuanceId });
}

function costOf(sandbox: Sandbox, amount: MptAmount): MptAmount {
  return multiplyByRate(amount, mptTransferRate(sandbox, amount.mptIssuanceId)) as MptAmount;
}

function take(sandbox: Sandbox, holder: AccountId, { mptIssuanceId, value }: MptAmount): Ter {
  const token = sandbox.peek(mptokenKeylet(mptIssuanceId, holder));
  if (token === undefined) return 'tecNO_AUTH';
  const held = amountHeld(token);
  if (held < value) return 'tecINSUFFICIENT_FUNDS';
  setAmountHeld(token, held - value);
  sandbox.update(token);
  return 'tesSUCCESS';
}

function give(sandbox: Sandbox, holder: AccountId, { mptIssuanceId, value }: MptAmount): Ter {
  const token = sandbox.peek(mptokenKeylet(mptIssuanceId, holder));
  if (token === undefined) return 'tecNO_AUTH';
  setAmountHeld(token, amountHeld(token) + value);
  sandbox.update(token);
  return 'tesSUCCESS';
}
