/** Amounts that no asset can express: no fault of ours, and a result where they come up. */
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import type { Ter } from '../../protocol/tables/ter.ts';

/** Runs; where an amount overflows on the way, gives `result` instead. */
export function orOverflow(result: Ter, run: () => Ter): Ter {
  try {
    return run();
  } catch (error) {
    if (error instanceof AmountError) return result;
    throw error;
  }
}
