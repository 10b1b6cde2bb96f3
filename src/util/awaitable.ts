/**
 * Values that may have to be awaited. Where nothing has to be awaited, everything runs at once and no promise is created:
 * most requests are answered in the turn in which they arrive.
 */

export type Awaitable<T> = T | Promise<T>;

/** Passes the value to `next`: at once, unless it is a promise. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The result of `work`, or of `failed` if `work` throws or rejects. */
export function orElse<T>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<T>): Awaitable<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
