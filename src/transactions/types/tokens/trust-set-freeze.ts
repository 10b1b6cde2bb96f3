/** TrustSet: freezes of a line. A deep freeze requires a freeze (rippled: TrustSet.cpp). */
import type { ReadView } from '../../../ledger/read-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionCommon } from '../../../protocol/transaction/transaction.ts';
import type { IssuedAmount } from '../../../protocol/values.ts';
import { type LineSide, sideOf } from '../../trust-lines/trust-line-side.ts';

const Tf = TransactionFlags.TrustSet;

/**
 * Checks that the account may freeze, that the flags are consistent, and that no deep freeze remains without a freeze.
 */
export function checkFreeze(
  view: ReadView,
  tx: Readonly<TransactionCommon>,
  account: Readonly<AccountRoot>,
  { currency, issuer: peer }: IssuedAmount,
): Ter {
  const sets = hasFlag(tx, Tf.tfSetFreeze) || hasFlag(tx, Tf.tfSetDeepFreeze);
  const clears = hasFlag(tx, Tf.tfClearFreeze) || hasFlag(tx, Tf.tfClearDeepFreeze);
  if (sets && hasFlag(account, EntryFlags.AccountRoot.lsfNoFreeze)) return 'tecNO_PERMISSION';
  if (sets && clears) return 'tecNO_PERMISSION';
  const own = sideOf(tx.Account, peer);
  const line = view.read(lineKeylet(tx.Account, peer, currency));
  const after = freezeFlagsAfter(tx, line?.Flags ?? 0, own, account);
  return (after & own.deepFreeze) !== 0 && (after & own.freeze) === 0 ? 'tecNO_PERMISSION' : 'tesSUCCESS';
}

/** The line's flags with the account's freezes set or cleared. */
export function freezeFlagsAfter(
  tx: Readonly<TransactionCommon>,
  flags: number,
  own: LineSide,
  account: Readonly<AccountRoot>,
): number {
  const mayFreeze = !hasFlag(account, EntryFlags.AccountRoot.lsfNoFreeze);
  const switched = (before: number, bit: number, set: number, clear: number): number => {
    const [sets, clears] = [hasFlag(tx, set), hasFlag(tx, clear)];
    if (sets && !clears && mayFreeze) return before | bit;
    return clears && !sets ? before & ~bit : before;
  };
  const frozen = switched(flags, own.freeze, Tf.tfSetFreeze, Tf.tfClearFreeze);
  return switched(frozen, own.deepFreeze, Tf.tfSetDeepFreeze, Tf.tfClearDeepFreeze);
}
