/** Overflow of amounts as a result code instead of an exception. */
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import type { Ter } from '../../protocol/tables/ter.ts';

/** Runs `run`; returns `result` if an amount overflows meanwhile. */
export function catchOverflow(result: Ter, run: () => Ter): Ter {
  try {
    return run();
  } catch (error) {
    if (error instanceof AmountError) return result;
    throw error;
  }
}
