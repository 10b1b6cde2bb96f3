/**
 * Locking tokens for an escrow: the issuer's permission and the transfer from the holder. Tokens of a trust line go
 * back to the issuer, who then owes them to the escrow; MPTs stay with the holder, locked (rippled: EscrowCreate.cpp,
 * escrowCreatePreclaimHelper, escrowLockApplyHelper).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf, compareAmounts, signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { canAdd } from '../../protocol/amounts/safe-addition.ts';
import { accountKeylet, lineKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type Amount,
  type Issue,
  type IssuedAmount,
  isIssued,
  isMpt,
  isNative,
  issuerOfMpt,
  type MptAmount,
} from '../../protocol/values.ts';
import { requireAuth } from '../assets/asset-auth.ts';
import { checkFrozen } from '../assets/asset-freeze.ts';
import { accountHolds } from '../assets/asset-funds.ts';
import { canTransfer } from '../assets/asset-transferability.ts';
import { lockEscrowMpt } from '../mpt/mpt-escrow.ts';
import type { PreclaimContext } from '../transaction-type.ts';
import { directSend } from '../trust-lines/token-transfer.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';

type EscrowCreate = TransactionOf<'EscrowCreate'>;

/** Checks that the amount may be locked. XRP always may; apply checks its balance. */
export function checkLockable(context: PreclaimContext<EscrowCreate>): Ter {
  const { view, tx } = context;
  const { Account: owner, Destination: destination, Amount: amount } = tx;
  if (isNative(amount)) return 'tesSUCCESS';
  const allowed = isMpt(amount) ? checkIssuance(view, owner, amount) : checkLine(view, owner, amount);
  if (allowed !== 'tesSUCCESS') return allowed;
  const asset = assetOf(amount);
  for (const check of [requireWeakAuth, checkFrozen]) {
    for (const account of [owner, destination]) {
      const permitted = check(view, account, asset);
      if (permitted !== 'tesSUCCESS') return permitted;
    }
  }
  const transferable = isMpt(amount) ? canTransfer(view, asset, owner, destination) : 'tesSUCCESS';
  return transferable === 'tesSUCCESS' ? checkFunds(context, amount) : transferable;
}

function checkLine(view: ReadView, owner: AccountId, { issuer, currency }: IssuedAmount): Ter {
  if (issuer === owner) return 'tecNO_PERMISSION';
  const issuerRoot = view.read(accountKeylet(issuer));
  if (issuerRoot === undefined) return 'tecNO_ISSUER';
  if (!hasFlag(issuerRoot, EntryFlags.AccountRoot.lsfAllowTrustLineLocking)) return 'tecNO_PERMISSION';
  const line = view.read(lineKeylet(owner, issuer, currency));
  if (line === undefined) return 'tecNO_LINE';
  // Tokens that the other side holds are not the owner's to lock.
  return signOfIssued(balanceAt(line, sideOf(owner, issuer))) < 0 ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

function checkIssuance(view: ReadView, owner: AccountId, { mptIssuanceId }: MptAmount): Ter {
  if (issuerOfMpt(mptIssuanceId) === owner) return 'tecNO_PERMISSION';
  const issuance = view.read(mptIssuanceKeylet(mptIssuanceId));
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (!hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTCanEscrow)) return 'tecNO_PERMISSION';
  return view.read(mptokenKeylet(mptIssuanceId, owner)) === undefined ? 'tecOBJECT_NOT_FOUND' : 'tesSUCCESS';
}

/** A destination needs no holding yet, only authorization. */
function requireWeakAuth(view: ReadView, account: AccountId, asset: Issue): Ter {
  return requireAuth(view, account, asset, 'weak');
}

/** Checks that the balance is sufficient, and not so large that the amount would be lost in rounding. */
function checkFunds({ view, tx, fees }: PreclaimContext<EscrowCreate>, amount: Amount): Ter {
  const held = accountHolds(view, tx.Account, assetOf(amount), { fees });
  if (signOfAmount(held) <= 0 || compareAmounts(held, amount) < 0) return 'tecINSUFFICIENT_FUNDS';
  return isMpt(amount) || canAdd(held, amount) ? 'tesSUCCESS' : 'tecPRECISION_LOSS';
}

/** Takes tokens from the owner. The caller handles XRP. */
export function lock(sandbox: Sandbox, { Account: owner, Amount: amount }: Readonly<EscrowCreate>): Ter {
  if (isMpt(amount)) return lockEscrowMpt(sandbox, owner, amount);
  return isIssued(amount) ? directSend(sandbox, owner, amount.issuer, amount) : 'tesSUCCESS';
}
