/**
 * TrustSet on an existing line. A side requires a reserve while any of its settings differs from the default; if
 * neither side does, the line is deleted (rippled: TrustSet.cpp, doApply).
 */
import { adjustOwnerCount } from '../../../ledger/owner-count.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { accountReserve } from '../../../protocol/amounts/amount-math.ts';
import { signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import type { AccountRoot, RippleState } from '../../../protocol/entries/entries.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionCommon } from '../../../protocol/transaction/transaction.ts';
import type { IssuedAmount } from '../../../protocol/values.ts';
import type { ApplyContext } from '../../transaction-type.ts';
import { deleteTrustLine } from '../../trust-lines/trust-line.ts';
import { balanceAt, HIGH_SIDE, type LineSide, LOW_SIDE, sideOf } from '../../trust-lines/trust-line-side.ts';
import { freezeFlagsAfter } from './trust-set-freeze.ts';

interface LineSettings extends TransactionCommon {
  readonly QualityIn?: number;
  readonly QualityOut?: number;
}

export interface LineChange {
  /** Both are peeked. */
  readonly account: AccountRoot;
  readonly peerAccount: AccountRoot;
  /** With the account as issuer. */
  readonly limit: IssuedAmount;
}

const FREE_OBJECTS = 2;
const Tf = TransactionFlags.TrustSet;

/** True if the balance covers one more line. The first two owned entries need no reserve. */
export function coversLineReserve(
  { fees, balanceBeforeFeeDrops }: Pick<ApplyContext, 'fees' | 'balanceBeforeFeeDrops'>,
  ownerCount: number,
): boolean {
  return ownerCount < FREE_OBJECTS || balanceBeforeFeeDrops >= accountReserve(fees, ownerCount + 1);
}

/** Applies the transaction to a peeked line. */
export function updateTrustLine(context: ApplyContext<LineSettings>, line: RippleState, change: LineChange): Ter {
  const { sandbox, tx } = context;
  const { account, peerAccount, limit } = change;
  const own = sideOf(account.Account, peerAccount.Account);
  const isAffordable = coversLineReserve(context, account.OwnerCount);
  line[own.limit] = limit;
  setQualities(tx, line, own);
  if (hasFlag(tx, Tf.tfSetNoRipple) && !hasFlag(tx, Tf.tfClearNoRipple)) {
    // An account that owes tokens cannot set No Ripple.
    if (signOfIssued(balanceAt(line, own)) < 0) return 'tecNO_PERMISSION';
    line.Flags |= own.noRipple;
  } else if (hasFlag(tx, Tf.tfClearNoRipple) && !hasFlag(tx, Tf.tfSetNoRipple)) {
    line.Flags &= ~own.noRipple;
  }
  line.Flags = freezeFlagsAfter(tx, line.Flags, own, account);
  if (hasFlag(tx, Tf.tfSetfAuth)) line.Flags |= own.auth;

  let needsMoreReserve = false;
  for (const side of [LOW_SIDE, HIGH_SIDE]) {
    const isRaised = adjustReserve(sandbox, line, side, side === own ? account : peerAccount);
    if (isRaised && side === own) needsMoreReserve = true;
  }
  const isDefault = (line.Flags & (LOW_SIDE.reserve | HIGH_SIDE.reserve)) === 0;
  if (isDefault) return deleteTrustLine(sandbox, line);
  if (needsMoreReserve && !isAffordable) return 'tecINSUF_RESERVE_LINE';
  sandbox.update(line);
  return 'tesSUCCESS';
}

/** Zero removes a quality. QualityOut at parity is removed too; QualityIn at parity is stored. */
function setQualities(tx: Readonly<LineSettings>, line: RippleState, own: LineSide): void {
  if (tx.QualityIn === 0) delete line[own.qualityIn];
  else if (tx.QualityIn !== undefined) line[own.qualityIn] = tx.QualityIn;
  if (tx.QualityOut === 0 || tx.QualityOut === PARITY_RATE) delete line[own.qualityOut];
  else if (tx.QualityOut !== undefined) line[own.qualityOut] = tx.QualityOut;
}

/** Sets or releases the reserve of that side. True if it was set. */
function adjustReserve(sandbox: Sandbox, line: RippleState, side: LineSide, account: AccountRoot): boolean {
  const isReserved = hasFlag(line, side.reserve);
  const needsReserve = differsFromDefault(line, side, account);
  if (needsReserve === isReserved) return false;
  adjustOwnerCount(sandbox, account, needsReserve ? 1 : -1);
  line.Flags ^= side.reserve;
  return needsReserve;
}

function differsFromDefault(line: Readonly<RippleState>, side: LineSide, account: Readonly<AccountRoot>): boolean {
  const mayRipple = !hasFlag(line, side.noRipple);
  return (
    isQuality(line[side.qualityIn]) ||
    isQuality(line[side.qualityOut]) ||
    mayRipple !== hasFlag(account, EntryFlags.AccountRoot.lsfDefaultRipple) ||
    hasFlag(line, side.freeze) ||
    signOfIssued(line[side.limit]) !== 0 ||
    signOfIssued(balanceAt(line, side)) > 0
  );
}

function isQuality(value: number | undefined): boolean {
  return value !== undefined && value !== 0 && value !== PARITY_RATE;
}
