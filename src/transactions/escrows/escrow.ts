/**
 * Shared parts of the escrow transactions. The owner's directory lists an escrow, the destination's too if that is
 * another account, and for tokens also the issuer's.
 */
import { directoryRemove } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { LedgerEntries } from '../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, isIssued } from '../../protocol/values.ts';

export type Escrow = LedgerEntries['Escrow'];

/**
 * True once the parent ledger closed later than that time, in seconds; false for undefined (rippled: View.cpp, after).
 */
export function isPast(view: ReadView, timeSeconds: number | undefined): boolean {
  return timeSeconds !== undefined && view.parentCloseTimeSeconds > timeSeconds;
}

/**
 * Removes a peeked escrow from the ledger and all directories. `release` pays out its funds after the escrow is removed
 * from the directories of owner and destination, so that a new trust line takes the free place (rippled:
 * EscrowFinish.cpp, EscrowCancel.cpp).
 */
export function closeEscrow(sandbox: Sandbox, escrow: Escrow, release: () => Ter): Ter {
  const { Account: owner, Destination: destination, Amount: amount } = escrow;
  if (!removeFromOwnerDirectory(sandbox, escrow, owner, escrow.OwnerNode)) return 'tefBAD_LEDGER';
  if (!removeFromOwnerDirectory(sandbox, escrow, destination, escrow.DestinationNode)) return 'tefBAD_LEDGER';
  const released = release();
  if (released !== 'tesSUCCESS') return released;
  if (isIssued(amount) && !removeFromOwnerDirectory(sandbox, escrow, amount.issuer, escrow.IssuerNode))
    return 'tefBAD_LEDGER';
  const account = sandbox.peek(accountKeylet(owner));
  if (account === undefined) return 'tefINTERNAL';
  adjustOwnerCount(sandbox, account, -1);
  sandbox.erase(escrow);
  return 'tesSUCCESS';
}

/** Removes the escrow from one directory, if listed there. False if the page does not contain it. */
function removeFromOwnerDirectory(
  sandbox: Sandbox,
  { index }: Readonly<Escrow>,
  account: AccountId,
  page: bigint | undefined,
): boolean {
  return page === undefined || directoryRemove(sandbox, ownerDirKeylet(account), page, index, true);
}
