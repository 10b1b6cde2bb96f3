/**
 * What the transactions of escrows share. An escrow is listed with its owner, with its destination if that is another
 * account, and one of tokens also with their issuer, who can so see what is locked.
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

/** True once the parent ledger closed later than that time, in seconds; of no time, never (rippled: View.cpp, after). */
export function isPast(view: ReadView, timeSeconds: number | undefined): boolean {
  return timeSeconds !== undefined && view.parentCloseTimeSeconds > timeSeconds;
}

/**
 * Removes a peeked escrow from the ledger and from every directory. `handOver` gives what it holds to whom it is due, when
 * the escrow is no longer listed with its two ends: a trust line that is made then takes its place
 * (rippled: EscrowFinish.cpp, EscrowCancel.cpp).
 */
export function closeEscrow(sandbox: Sandbox, escrow: Escrow, handOver: () => Ter): Ter {
  const { Account: owner, Destination: destination, Amount: amount } = escrow;
  if (!unlist(sandbox, escrow, owner, escrow.OwnerNode)) return 'tefBAD_LEDGER';
  if (!unlist(sandbox, escrow, destination, escrow.DestinationNode)) return 'tefBAD_LEDGER';
  const handedOver = handOver();
  if (handedOver !== 'tesSUCCESS') return handedOver;
  if (isIssued(amount) && !unlist(sandbox, escrow, amount.issuer, escrow.IssuerNode)) return 'tefBAD_LEDGER';
  const account = sandbox.peek(accountKeylet(owner));
  if (account === undefined) return 'tefINTERNAL';
  adjustOwnerCount(sandbox, account, -1);
  sandbox.erase(escrow);
  return 'tesSUCCESS';
}

/** Takes it off one list, if it is on it. False if it is not where it says. */
function unlist(sandbox: Sandbox, { index }: Readonly<Escrow>, account: AccountId, page: bigint | undefined): boolean {
  return page === undefined || directoryRemove(sandbox, ownerDirKeylet(account), page, index, true);
}
