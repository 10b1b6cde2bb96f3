/**
 * Removes an empty AMM with its account and the trust lines for its LP tokens (rippled: AMMHelpers.cpp,
 * deleteAMMAccount; RippleStateHelpers.cpp, deleteAMMTrustLine).
 */
import { directoryKeys, emptyDirectoryDelete } from '../../ledger/directory.ts';
import { adjustOwnerCount } from '../../ledger/owner-count.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import type { AMM, RippleState } from '../../protocol/entries/entries.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import { hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId } from '../../protocol/values.ts';
import { removeOwnedEntry } from '../accounts/owned-entries.ts';
import { removePseudoAccount } from '../accounts/pseudo-account.ts';
import { deleteTrustLine } from '../trust-lines/trust-line.ts';
import { HIGH_SIDE, LOW_SIDE } from '../trust-lines/trust-line-side.ts';

/** The most directory entries processed in one transaction. */
const MAX_DELETED_LINES = 512;

/** Removes the AMM; tecINCOMPLETE if it has more trust lines than one transaction may remove. */
export function deleteAmm(sandbox: Sandbox, amm: AMM): Ter {
  const lines = deleteLines(sandbox, amm.Account);
  if (lines !== 'tesSUCCESS') return lines;
  const directory = ownerDirKeylet(amm.Account);
  if (removeOwnedEntry(sandbox, amm) !== 'tesSUCCESS') return 'tecINTERNAL';
  if (sandbox.read(directory) !== undefined && !emptyDirectoryDelete(sandbox, directory)) return 'tecINTERNAL';
  return removePseudoAccount(sandbox, amm.Account);
}

/** The directory lists trust lines and the AMM entry itself. */
function deleteLines(sandbox: Sandbox, ammAccount: AccountId): Ter {
  let seen = 0;
  for (const key of [...directoryKeys(sandbox, ownerDirKeylet(ammAccount))]) {
    if (++seen > MAX_DELETED_LINES) return 'tecINCOMPLETE';
    const type = sandbox.readAny(key)?.LedgerEntryType;
    if (type === 'AMM') continue;
    const line = sandbox.peek({ type: 'RippleState', key });
    if (line === undefined || signOfIssued(line.Balance) !== 0) return 'tecINTERNAL';
    const deleted = deleteAmmLine(sandbox, line);
    if (deleted !== 'tesSUCCESS') return deleted;
  }
  return 'tesSUCCESS';
}

/** Removes a peeked trust line of an AMM; the other account had paid its reserve. */
export function deleteAmmLine(sandbox: Sandbox, line: RippleState): Ter {
  const low = sandbox.peek(accountKeylet(line.LowLimit.issuer));
  const high = sandbox.peek(accountKeylet(line.HighLimit.issuer));
  if (low === undefined || high === undefined) return 'tecINTERNAL';
  const isAmmLow = low.AMMID !== undefined;
  const isAmmHigh = high.AMMID !== undefined;
  if (isAmmLow && isAmmHigh) return 'tecINTERNAL';
  if (!isAmmLow && !isAmmHigh) return 'terNO_AMM';
  const deleted = deleteTrustLine(sandbox, line);
  if (deleted !== 'tesSUCCESS') return deleted;
  const [holder, side] = isAmmLow ? [high, HIGH_SIDE] : [low, LOW_SIDE];
  if (!hasFlag(line, side.reserve)) return 'tecINTERNAL';
  adjustOwnerCount(sandbox, holder, -1);
  return 'tesSUCCESS';
}
