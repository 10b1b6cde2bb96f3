/** The fees that a ledger's state prescribes (rippled: Ledger.cpp, setup). */
import type { Fees } from '../protocol/amounts/fees.ts';
import { feesKeylet } from '../protocol/entries/keylets.ts';
import type { ReadView } from './read-view.ts';

const NO_FEES: Fees = { baseDrops: 0n, reserveDrops: 0n, reserveIncrementDrops: 0n };

/** Reads FeeSettings in its current or its older form; all zero where there is none. */
export function ledgerFees(view: ReadView): Fees {
  const settings = view.read(feesKeylet());
  if (settings === undefined) return NO_FEES;
  return {
    baseDrops: settings.BaseFeeDrops ?? settings.BaseFee ?? 0n,
    reserveDrops: settings.ReserveBaseDrops ?? BigInt(settings.ReserveBase ?? 0),
    reserveIncrementDrops: settings.ReserveIncrementDrops ?? BigInt(settings.ReserveIncrement ?? 0),
  };
}
