/** Creating and deleting trust lines (rippled: RippleStateHelpers.cpp, trustCreate and trustDelete). */
import { directoryRemove } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import { recordCredit } from '../../ledger/payment-sandbox.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { ISSUED_ZERO, type IssuedQuantity } from '../../protocol/amounts/issued-amount.ts';
import type { AccountRoot, RippleState } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Currency, IssuedAmount } from '../../protocol/values.ts';
import { insertInOwnerDirectory } from '../accounts/owner-directory.ts';
import { type LineSide, oppositeSide, setBalanceAt, sideOf } from './trust-line-side.ts';

/** The terms of a new line. All settings but `peer` are the owner's, which provides the reserve. */
export interface NewTrustLine {
  readonly peer: AccountId;
  readonly currency: Currency;
  /** The owner's balance. */
  readonly balance: IssuedQuantity;
  readonly limit?: IssuedQuantity;
  readonly qualityIn?: number;
  readonly qualityOut?: number;
  readonly isAuthorized?: boolean;
  readonly hasNoRipple?: boolean;
  readonly isFrozen?: boolean;
  readonly isDeepFrozen?: boolean;
}

/** Creates a line; `owner` is a peeked account. Does not check the reserve. */
export function createTrustLine(sandbox: Sandbox, owner: AccountRoot, terms: NewTrustLine): Ter {
  const { peer, currency } = terms;
  const own = sideOf(owner.Account, peer);
  const other = oppositeSide(own);
  const line = newEntry(lineKeylet(owner.Account, peer, currency));
  sandbox.insert(line);
  const listed = insertInBothDirectories(sandbox, line, own.isHigh ? [peer, owner.Account] : [owner.Account, peer]);
  if (listed !== 'tesSUCCESS') return listed;
  const peerAccount = sandbox.read(accountKeylet(peer));
  if (peerAccount === undefined) return 'tecNO_TARGET';

  line[own.limit] = issued(terms.limit ?? ISSUED_ZERO, currency, owner.Account);
  line[other.limit] = issued(ISSUED_ZERO, currency, peer);
  if (terms.qualityIn) line[own.qualityIn] = terms.qualityIn;
  if (terms.qualityOut) line[own.qualityOut] = terms.qualityOut;
  line.Flags = flagsOf(terms, own);
  if (!hasFlag(peerAccount, EntryFlags.AccountRoot.lsfDefaultRipple)) line.Flags |= other.noRipple;
  adjustOwnerCount(sandbox, owner, 1);
  // The issuer of a line's balance is not an account.
  const balance = issued(terms.balance, currency, NO_ISSUE.issuer);
  setBalanceAt(line, own, balance);
  recordCredit(sandbox, peer, owner.Account, balance, issued(ISSUED_ZERO, currency, NO_ISSUE.issuer));
  return 'tesSUCCESS';
}

function insertInBothDirectories(sandbox: Sandbox, line: RippleState, [low, high]: [AccountId, AccountId]): Ter {
  const lowNode = insertInOwnerDirectory(sandbox, low, line.index);
  if (lowNode === undefined) return 'tecDIR_FULL';
  const highNode = insertInOwnerDirectory(sandbox, high, line.index);
  if (highNode === undefined) return 'tecDIR_FULL';
  line.LowNode = lowNode;
  line.HighNode = highNode;
  return 'tesSUCCESS';
}

function flagsOf({ isAuthorized, hasNoRipple, isFrozen, isDeepFrozen }: NewTrustLine, own: LineSide): number {
  let flags = own.reserve;
  if (isAuthorized) flags |= own.auth;
  if (hasNoRipple) flags |= own.noRipple;
  if (isFrozen) flags |= own.freeze;
  if (isDeepFrozen) flags |= own.deepFreeze;
  return flags;
}

/**
 * Releases the reserve of that side. The flag is cleared even if the line is deleted: metadata contains its final
 * state.
 */
export function releaseReserve(sandbox: Sandbox, line: RippleState, owner: AccountRoot, side: LineSide): void {
  adjustOwnerCount(sandbox, owner, -1);
  line.Flags &= ~side.reserve;
}

/** Removes a peeked line from the ledger and both owner directories. Callers adjust the owner counts. */
export function deleteTrustLine(sandbox: Sandbox, line: RippleState): Ter {
  const sides = [
    [line.LowLimit.issuer, line.LowNode],
    [line.HighLimit.issuer, line.HighNode],
  ] as const;
  for (const [account, page = 0n] of sides) {
    if (!directoryRemove(sandbox, ownerDirKeylet(account), page, line.index, false)) return 'tefBAD_LEDGER';
  }
  sandbox.erase(line);
  return 'tesSUCCESS';
}

function issued({ mantissa, exponent }: IssuedQuantity, currency: Currency, issuer: AccountId): IssuedAmount {
  return { mantissa, exponent, currency, issuer };
}
