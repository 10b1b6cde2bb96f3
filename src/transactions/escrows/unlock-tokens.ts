/**
 * Releasing the funds of an escrow: to its destination by EscrowFinish, back to its owner by EscrowCancel (rippled:
 * EscrowHelpers.h, escrowUnlockApplyHelper).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf, type Fees, subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import { addIssued, compareIssued, ISSUED_ZERO } from '../../protocol/amounts/issued-amount.ts';
import { divideByRateRound, PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { lineKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type IssuedAmount,
  isMpt,
  isNative,
  issuerOfMpt,
  type MptAmount,
} from '../../protocol/values.ts';
import { coversReserve } from '../accounts/owner-directory.ts';
import { transferRate } from '../assets/asset-funds.ts';
import { unlockEscrowMpt } from '../mpt/mpt-escrow.ts';
import { createMptoken } from '../mpt/mptoken.ts';
import { directSend } from '../trust-lines/token-transfer.ts';
import { createTrustLine } from '../trust-lines/trust-line.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';

export interface Unlock {
  readonly amount: Amount;
  /** The account that locked it. */
  readonly owner: AccountId;
  /** A peeked account. */
  readonly receiver: AccountRoot;
  /** The transfer rate when the amount was locked, in billionths; the current rate applies if it is lower. */
  readonly lockedRate: number;
  /** True if the receiver sent the transaction: then a missing holding is created and the limit is ignored. */
  readonly isReceiverSender: boolean;
  readonly fees: Fees;
  /** The sender's balance before the fee, in drops; it must cover the reserve of a new holding. */
  readonly balanceDrops: bigint;
}

/** Pays the amount, less the transfer fee, to the receiver. */
export function unlock(sandbox: Sandbox, terms: Unlock): Ter {
  const { amount, receiver } = terms;
  sandbox.update(receiver);
  if (isNative(amount)) {
    receiver.Balance += amount;
    return 'tesSUCCESS';
  }
  return isMpt(amount) ? unlockMpt(sandbox, terms, amount) : unlockTokens(sandbox, terms, amount);
}

function unlockTokens(sandbox: Sandbox, terms: Unlock, amount: IssuedAmount): Ter {
  const { receiver, isReceiverSender } = terms;
  // The issuer got the tokens back when they were locked.
  if (amount.issuer === receiver.Account) return 'tesSUCCESS';
  const keylet = lineKeylet(receiver.Account, amount.issuer, amount.currency);
  if (sandbox.read(keylet) === undefined) {
    const opened = isReceiverSender ? openLine(sandbox, terms, amount) : 'tecNO_LINE';
    if (opened !== 'tesSUCCESS') return opened;
  }
  const released = lessTransferFee(sandbox, terms, amount);
  if (!isReceiverSender && exceedsLimit(sandbox, receiver, released)) return 'tecLIMIT_EXCEEDED';
  return directSend(sandbox, amount.issuer, receiver.Account, released);
}

/** A trust line with a limit of zero. */
function openLine(sandbox: Sandbox, { receiver, fees, balanceDrops }: Unlock, amount: IssuedAmount): Ter {
  if (!coversReserve(fees, receiver, balanceDrops, 1)) return 'tecNO_LINE_INSUF_RESERVE';
  return createTrustLine(sandbox, receiver, {
    peer: amount.issuer,
    currency: amount.currency,
    balance: ISSUED_ZERO,
    hasNoRipple: !hasFlag(receiver, EntryFlags.AccountRoot.lsfDefaultRipple),
  });
}

function unlockMpt(sandbox: Sandbox, terms: Unlock, amount: MptAmount): Ter {
  const { owner, receiver, isReceiverSender } = terms;
  const isIssuer = issuerOfMpt(amount.mptIssuanceId) === receiver.Account;
  if (!isIssuer && sandbox.read(mptokenKeylet(amount.mptIssuanceId, receiver.Account)) === undefined) {
    const opened = isReceiverSender ? openMptoken(sandbox, terms, amount) : 'tecNO_PERMISSION';
    if (opened !== 'tesSUCCESS') return opened;
  }
  const net = isIssuer ? amount : lessTransferFee(sandbox, terms, amount);
  return unlockEscrowMpt(sandbox, { sender: owner, receiver: receiver.Account, net, gross: amount });
}

/** Unlike elsewhere, the reserve for the first two owned entries is not waived. */
function openMptoken(sandbox: Sandbox, { receiver, fees, balanceDrops }: Unlock, { mptIssuanceId }: MptAmount): Ter {
  if (!coversReserve(fees, receiver, balanceDrops, 1)) return 'tecINSUFFICIENT_RESERVE';
  return createMptoken(sandbox, mptIssuanceId, receiver.Account);
}

/** The fee is deducted from the locked amount, not added to it as in a payment. */
function lessTransferFee<T extends IssuedAmount | MptAmount>(sandbox: Sandbox, { lockedRate }: Unlock, amount: T): T {
  const rate = Math.min(lockedRate, transferRate(sandbox, assetOf(amount)));
  if (rate === PARITY_RATE) return amount;
  const fee = subtractAmounts(amount, divideByRateRound(amount, rate, true));
  return subtractAmounts(amount, fee);
}

/** True if the amount would exceed the receiver's limit. */
function exceedsLimit(sandbox: Sandbox, receiver: Readonly<AccountRoot>, released: IssuedAmount): boolean {
  const { issuer, currency } = released;
  const line = sandbox.read(lineKeylet(receiver.Account, issuer, currency));
  if (line === undefined) return false;
  const side = sideOf(receiver.Account, issuer);
  return compareIssued(line[side.limit], addIssued(balanceAt(line, side), released)) < 0;
}
