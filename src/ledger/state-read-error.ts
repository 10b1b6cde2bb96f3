/**
 * A read of the state that failed, which says nothing about the entry: it may exist or not. A transaction that meets
 * it has no result. It passes through the engine unchanged, and may be applied again.
 */
export class StateReadError extends Error {
  override readonly name: string = 'StateReadError';
}

/** A read that is under way. When it has arrived, what needs it can run again. */
export class StateAwaitedError extends StateReadError {
  override readonly name = 'StateAwaitedError';
  /** Rejects with a `StateReadError` if the read failed. */
  readonly arrived: Promise<unknown>;

  constructor(message: string, arrived: Promise<unknown>) {
    super(message);
    this.arrived = arrived;
    // Without this a failed read that no work waits for would be an unhandled rejection.
    arrived.catch(() => {});
  }
}
