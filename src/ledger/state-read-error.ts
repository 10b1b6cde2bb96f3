/**
 * A read of the state that failed, which says nothing about the entry: it may exist or not. A transaction that meets
 * it has no result. It passes through the engine unchanged, and may be applied again.
 */
export class StateReadError extends Error {
  override readonly name: string = 'StateReadError';
}
