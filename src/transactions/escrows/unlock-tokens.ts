/**
 * Handing over what an escrow holds: to its destination when it is finished, back to its owner when it is cancelled
 * (rippled: EscrowHelpers.h, escrowUnlockApplyHelper).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { subtractAmounts } from '../../protocol/amounts/amount-math.ts';
import type { Fees } from '../../protocol/amounts/fees.ts';
import { addIssued, compareIssued, ISSUED_ZERO } from '../../protocol/amounts/issued-amount.ts';
import { divideByRateRound, PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type Amount, type IssuedAmount, isIssued, isNative } from '../../protocol/values.ts';
import { coversReserve } from '../accounts/owner-directory.ts';
import { transferRate } from '../trust-lines/account-funds.ts';
import { directSend } from '../trust-lines/token-transfer.ts';
import { createTrustLine } from '../trust-lines/trust-line.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';

/** Who gets it, on which terms. */
export interface Unlock {
  readonly amount: Amount;
  /** A peeked account. */
  readonly receiver: AccountRoot;
  /** The transfer rate when the amount was locked, in billionths; the present one counts if it is lower. */
  readonly lockedRate: number;
  /** True if the receiver sent the transaction: it may then get a trust line, and its limit does not matter. */
  readonly isReceiverSender: boolean;
  readonly fees: Fees;
  /** Balance of the sender before the fee, in drops: a new trust line's reserve comes out of it. */
  readonly balanceDrops: bigint;
}

/** Gives the receiver the amount, less the transfer fee. */
export function unlock(sandbox: Sandbox, terms: Unlock): Ter {
  const { amount, receiver } = terms;
  sandbox.update(receiver);
  if (isNative(amount)) {
    receiver.Balance += amount;
    return 'tesSUCCESS';
  }
  return isIssued(amount) ? unlockTokens(sandbox, terms, amount) : 'tecOBJECT_NOT_FOUND';
}

function unlockTokens(sandbox: Sandbox, terms: Unlock, amount: IssuedAmount): Ter {
  const { receiver, isReceiverSender } = terms;
  // They went back to their issuer when they were locked, and there they stay.
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

/** A line without a limit. */
function openLine(sandbox: Sandbox, { receiver, fees, balanceDrops }: Unlock, amount: IssuedAmount): Ter {
  if (!coversReserve(fees, receiver, balanceDrops, 1)) return 'tecNO_LINE_INSUF_RESERVE';
  return createTrustLine(sandbox, receiver, {
    peer: amount.issuer,
    currency: amount.currency,
    balance: ISSUED_ZERO,
    hasNoRipple: !hasFlag(receiver, EntryFlags.AccountRoot.lsfDefaultRipple),
  });
}

/** The fee comes out of what was locked, and is not paid on top as in a payment. */
function lessTransferFee(sandbox: Sandbox, { lockedRate }: Unlock, amount: IssuedAmount): IssuedAmount {
  const rate = Math.min(lockedRate, transferRate(sandbox, amount.issuer));
  if (rate === PARITY_RATE) return amount;
  const fee = subtractAmounts(amount, divideByRateRound(amount, rate, true));
  return subtractAmounts(amount, fee) as IssuedAmount;
}

/** True if somebody else's transaction would give the receiver more than it wants to hold. */
function exceedsLimit(sandbox: Sandbox, receiver: Readonly<AccountRoot>, released: IssuedAmount): boolean {
  const { issuer, currency } = released;
  const line = sandbox.read(lineKeylet(receiver.Account, issuer, currency));
  if (line === undefined) return false;
  const side = sideOf(receiver.Account, issuer);
  return compareIssued(line[side.limit], addIssued(balanceAt(line, side), released)) < 0;
}
