/** What the transactions of checks share. A check is listed with its writer, who owns it, and with its payee. */
import { directoryRemove } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, LedgerEntries } from '../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Hash256 } from '../../protocol/values.ts';

export type Check = LedgerEntries['Check'];

/** A check by the id that transactions name it with; the id of anything else finds nothing. */
export function checkKeyletOf(checkId: Hash256): Keylet<'Check'> {
  return { type: 'Check', key: checkId };
}

/** Removes a peeked check from the ledger and from both ends' directories (rippled: CheckCash.cpp, CheckCancel.cpp). */
export function removeCheck(sandbox: Sandbox, check: Check): Ter {
  const { index, Account: writer, Destination: payee, OwnerNode, DestinationNode } = check;
  if (!directoryRemove(sandbox, ownerDirKeylet(payee), DestinationNode, index, true)) return 'tefBAD_LEDGER';
  if (!directoryRemove(sandbox, ownerDirKeylet(writer), OwnerNode, index, true)) return 'tefBAD_LEDGER';
  const account = sandbox.peek(accountKeylet(writer));
  if (account === undefined) return 'tefINTERNAL';
  adjustOwnerCount(sandbox, account, -1);
  sandbox.erase(check);
  return 'tesSUCCESS';
}
