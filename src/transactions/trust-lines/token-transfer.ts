/**
 * Transfers of XRP and tokens. Callers check limits, freezes and authorization. A payment between holders goes through
 * the issuer, which keeps the transfer fee (rippled: TokenHelpers.cpp, directSendNoFeeIOU, directSendNoLimitIOU,
 * accountSendIOU; RippleStateHelpers.cpp, issueIOU, redeemIOU).
 */
import { recordCredit } from '../../ledger/payment-sandbox.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { addIssued, ISSUED_ZERO, signOfIssued, subtractIssued } from '../../protocol/amounts/issued-amount.ts';
import { multiplyByRate } from '../../protocol/amounts/rate.ts';
import type { RippleState, TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type IssuedAmount, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { transferRate } from './account-funds.ts';
import { createTrustLine, deleteTrustLine, releaseReserve } from './trust-line.ts';
import { balanceAt, type LineSide, oppositeSide, setBalanceAt, sideOf } from './trust-line-side.ts';

/**
 * Moves tokens over the trust line of the two accounts, either of which may be the issuer. Creates the line if missing,
 * and deletes it when it returns to its default state.
 */
export function directSend(sandbox: Sandbox, sender: AccountId, receiver: AccountId, amount: IssuedAmount): Ter {
  const line = sandbox.peek(lineKeylet(sender, receiver, amount.currency));
  if (line === undefined) return openLine(sandbox, sender, receiver, amount);
  const side = sideOf(sender, receiver);
  const before = balanceAt(line, side);
  recordCredit(sandbox, sender, receiver, amount, before);
  const after = subtractIssued(before, amount);
  const isReleased =
    signOfIssued(before) > 0 && signOfIssued(after) <= 0 && releaseSettledSide(sandbox, line, sender, side);
  // The balance is set even if the line is deleted: metadata contains its final state.
  setBalanceAt(line, side, after);
  if (isReleased && signOfIssued(after) === 0 && !hasFlag(line, oppositeSide(side).reserve)) {
    return deleteTrustLine(sandbox, line);
  }
  sandbox.update(line);
  return 'tesSUCCESS';
}

/** Moves XRP or tokens; between holders, the sender also pays the transfer fee unless it is waived. */
export function accountSend(
  sandbox: Sandbox,
  sender: AccountId,
  receiver: AccountId,
  amount: bigint | IssuedAmount,
  { waivesFee = false } = {},
): Ter {
  if (typeof amount === 'bigint') return amount < 0n ? 'tecINTERNAL' : sendDrops(sandbox, sender, receiver, amount);
  if (signOfIssued(amount) < 0) return 'tecINTERNAL';
  if (signOfIssued(amount) === 0 || sender === receiver) return 'tesSUCCESS';
  const { issuer } = amount;
  if (sender === issuer || receiver === issuer) return directSend(sandbox, sender, receiver, amount);
  const cost = waivesFee ? amount : costOf(sandbox, amount);
  const issued = directSend(sandbox, issuer, receiver, amount);
  return issued === 'tesSUCCESS' ? directSend(sandbox, sender, issuer, cost) : issued;
}

/**
 * Moves tokens of one issuer from one account to several, without a transfer fee. A holder pays the total at the end
 * (rippled: directSendNoLimitMultiIOU).
 */
export function sendTokensToSeveral(
  sandbox: Sandbox,
  sender: AccountId,
  { currency, issuer }: TokenIssue,
  receivers: readonly { readonly receiver: AccountId; readonly amount: IssuedAmount }[],
): Ter {
  let owed: IssuedAmount = { ...ISSUED_ZERO, currency, issuer };
  for (const { receiver, amount } of receivers) {
    if (signOfIssued(amount) === 0 || sender === receiver) continue;
    const isDirect = sender === issuer || receiver === issuer;
    if (!isDirect) owed = addIssued(owed, amount);
    const sent = directSend(sandbox, isDirect ? sender : issuer, receiver, amount);
    if (sent !== 'tesSUCCESS') return sent;
  }
  return signOfIssued(owed) === 0 ? 'tesSUCCESS' : directSend(sandbox, sender, issuer, owed);
}

/** Moves XRP from one account to several (rippled: accountSendMultiIOU). */
export function sendDropsToSeveral(
  sandbox: Sandbox,
  sender: AccountId,
  receivers: readonly { readonly receiver: AccountId; readonly amount: bigint }[],
): Ter {
  const moved = receivers.filter(({ receiver, amount }) => amount !== 0n && receiver !== sender);
  for (const { receiver, amount } of moved) {
    const sent = amount < 0n ? 'tecINTERNAL' : sendDrops(sandbox, ZERO_ACCOUNT, receiver, amount);
    if (sent !== 'tesSUCCESS') return sent;
  }
  const totalDrops = moved.reduce((sum, { amount }) => sum + amount, 0n);
  const from = sandbox.peek(accountKeylet(sender));
  if (from !== undefined && from.Balance < totalDrops) return 'tecFAILED_PROCESSING';
  return sendDrops(sandbox, sender, ZERO_ACCOUNT, totalDrops);
}

/** Either account may be `ZERO_ACCOUNT`, when a payment moves XRP in two halves. Does not check reserves. */
function sendDrops(sandbox: Sandbox, sender: AccountId, receiver: AccountId, drops: bigint): Ter {
  if (drops === 0n || sender === receiver) return 'tesSUCCESS';
  const from = sender === ZERO_ACCOUNT ? undefined : sandbox.peek(accountKeylet(sender));
  const to = receiver === ZERO_ACCOUNT ? undefined : sandbox.peek(accountKeylet(receiver));
  if (from !== undefined) {
    if (from.Balance < drops) return sandbox.isOpen ? 'telFAILED_PROCESSING' : 'tecFAILED_PROCESSING';
    recordCredit(sandbox, sender, ZERO_ACCOUNT, drops, from.Balance);
    from.Balance -= drops;
    sandbox.update(from);
  }
  if (to !== undefined) {
    recordCredit(sandbox, ZERO_ACCOUNT, receiver, drops, -to.Balance);
    to.Balance += drops;
    sandbox.update(to);
  }
  return 'tesSUCCESS';
}

/** The amount plus the transfer fee. */
function costOf(sandbox: Sandbox, amount: IssuedAmount): IssuedAmount {
  return multiplyByRate(amount, transferRate(sandbox, amount.issuer)) as IssuedAmount;
}

/** Creates the receiver's line, including its reserve. Callers have checked that the receiver may hold the token. */
function openLine(sandbox: Sandbox, sender: AccountId, receiver: AccountId, amount: IssuedAmount): Ter {
  const owner = sandbox.peek(accountKeylet(receiver));
  if (owner === undefined) return 'tefINTERNAL';
  return createTrustLine(sandbox, owner, {
    peer: sender,
    currency: amount.currency,
    balance: amount,
    hasNoRipple: !hasFlag(owner, EntryFlags.AccountRoot.lsfDefaultRipple),
  });
}

/** Releases the sender's reserve if its side of the line is in the default state. True if released. */
function releaseSettledSide(sandbox: Sandbox, line: RippleState, sender: AccountId, side: LineSide): boolean {
  const account = sandbox.peek(accountKeylet(sender));
  const isDefault =
    account !== undefined &&
    hasFlag(line, side.reserve) &&
    hasFlag(line, side.noRipple) !== hasFlag(account, EntryFlags.AccountRoot.lsfDefaultRipple) &&
    !hasFlag(line, side.freeze) &&
    signOfIssued(line[side.limit]) === 0 &&
    !line[side.qualityIn] &&
    !line[side.qualityOut];
  if (!isDefault) return false;
  releaseReserve(sandbox, line, account, side);
  return true;
}
