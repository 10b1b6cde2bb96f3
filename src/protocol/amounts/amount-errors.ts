/**
 * The two ways amount arithmetic fails. The reference throws `std::runtime_error` and its subclass
 * `std::overflow_error`; a few transactors catch only the latter, so the difference is kept.
 */

/** A calculation without a representable result: division by zero, a native amount out of range, unlike assets. */
export class AmountError extends Error {
  override readonly name: string = 'AmountError';
}

/** The result is larger than the type can hold. */
export class AmountOverflowError extends AmountError {
  override readonly name: string = 'AmountOverflowError';
}

/** Runs `run`; gives `result` instead if it throws an `AmountError`: the transaction's fault, not a bug. */
export function catchAmountError<Value, Result>(result: Result, run: () => Value): Value | Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof AmountError) return result;
    throw error;
  }
}
