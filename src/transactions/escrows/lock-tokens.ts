/**
 * Setting tokens aside for an escrow: whether their issuer and the line allow it, and taking them from their holder. They
 * go back to the issuer, who owes them to the escrow from then on (rippled: EscrowCreate.cpp,
 * escrowCreatePreclaimHelper, escrowLockApplyHelper).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { compareIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { canAdd } from '../../protocol/amounts/safe-addition.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../protocol/transaction/transaction.ts';
import { type AccountId, type IssuedAmount, isIssued, isNative } from '../../protocol/values.ts';
import { accountHolds } from '../trust-lines/account-funds.ts';
import { directSend } from '../trust-lines/token-transfer.ts';
import { requireAuth } from '../trust-lines/trust-line-auth.ts';
import { isFrozen } from '../trust-lines/trust-line-freeze.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';

type EscrowCreate = TransactionOf<'EscrowCreate'>;

/** Checks that the amount may be set aside. Drops always may; whether there are enough is for apply to see. */
export function checkLockable(view: ReadView, tx: Readonly<EscrowCreate>): Ter {
  const { Account: owner, Destination: destination, Amount: amount } = tx;
  if (isNative(amount)) return 'tesSUCCESS';
  return isIssued(amount) ? checkTokens(view, owner, destination, amount) : 'tecOBJECT_NOT_FOUND';
}

function checkTokens(view: ReadView, owner: AccountId, destination: AccountId, amount: IssuedAmount): Ter {
  const { issuer, currency } = amount;
  if (issuer === owner) return 'tecNO_PERMISSION';
  const issuerRoot = view.read(accountKeylet(issuer));
  if (issuerRoot === undefined) return 'tecNO_ISSUER';
  if (!hasFlag(issuerRoot, EntryFlags.AccountRoot.lsfAllowTrustLineLocking)) return 'tecNO_PERMISSION';
  const line = view.read(lineKeylet(owner, issuer, currency));
  if (line === undefined) return 'tecNO_LINE';
  // What the other side has issued is not the owner's to lock.
  if (signOfIssued(balanceAt(line, sideOf(owner, issuer))) < 0) return 'tecNO_PERMISSION';
  for (const account of [owner, destination]) {
    const authorized = requireAuth(view, account, amount);
    if (authorized !== 'tesSUCCESS') return authorized;
  }
  if (isFrozen(view, owner, amount) || isFrozen(view, destination, amount)) return 'tecFROZEN';
  return checkFunds(accountHolds(view, owner, amount), amount);
}

/** Checks that there is enough, and that the balance is not so much larger that the amount would be lost in it. */
function checkFunds(held: IssuedAmount, amount: IssuedAmount): Ter {
  if (signOfIssued(held) <= 0 || compareIssued(held, amount) < 0) return 'tecINSUFFICIENT_FUNDS';
  return canAdd(held, amount) ? 'tesSUCCESS' : 'tecPRECISION_LOSS';
}

/** Takes tokens from the owner. Drops are the caller's. */
export function lock(sandbox: Sandbox, { Account: owner, Amount: amount }: Readonly<EscrowCreate>): Ter {
  return isIssued(amount) ? directSend(sandbox, owner, amount.issuer, amount) : 'tesSUCCESS';
}
