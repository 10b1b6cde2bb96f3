/**
 * Runs work that may need entries which another server has not sent yet (a fork). It ends at such a read and has changed
 * nothing; when the entry is there, it runs again from its beginning. Meanwhile this thread does other work.
 */
import { StateAwaitedError, StateReadError } from '../ledger/state-read-error.ts';
import { type Awaitable, orElse } from '../util/awaitable.ts';
import type { Clock } from '../util/clock.ts';

/** The longest time for all reads of one request or submission, by role, and for those of each part of a close. */
export const READ_BUDGETS_MS = { user: 2_000, admin: 300_000, close: 10_000 } as const;

export interface AwaitOptions {
  readonly clock: Clock;
  /** The longest time for all reads of the work together. */
  readonly budgetMs: number;
  /** Called before another run; throws if the work is not needed any more. */
  readonly checkNeeded?: () => void;
}

/** Rejects with a `StateReadError` if a read fails, or all reads together take too long. */
export function withAwaitedState<T>(work: () => Awaitable<T>, options: AwaitOptions): Awaitable<T> {
  const { clock, budgetMs, checkNeeded } = options;
  const beginAgain = async (failure: StateAwaitedError): Promise<T> => {
    const endMs = clock.elapsedMs() + budgetMs;
    let error: unknown = failure;
    while (error instanceof StateAwaitedError) {
      await within(error.arrived, { clock, budgetMs, leftMs: endMs - clock.elapsedMs() });
      checkNeeded?.();
      try {
        return await work();
      } catch (again) {
        error = again;
      }
    }
    throw error;
  };
  return orElse(work, (error) => {
    if (error instanceof StateAwaitedError) return beginAgain(error);
    throw error;
  });
}

/** The value, or a `StateReadError` after the time. */
export async function within<T>(
  value: Promise<T>,
  { clock, budgetMs, leftMs = budgetMs }: Pick<AwaitOptions, 'clock' | 'budgetMs'> & { readonly leftMs?: number },
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = clock.after(Math.max(0, leftMs), () => late.reject(new StateReadError(lateText(budgetMs))));
  try {
    return await Promise.race([value, late.promise]);
  } finally {
    timer.cancel();
  }
}

function lateText(budgetMs: number): string {
  return (
    `the other server has not answered all questions within ${budgetMs / 1000} s. What it answers meanwhile is kept: send ` +
    'the request again'
  );
}
