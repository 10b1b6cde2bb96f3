/**
 * Assertions about Weir's own code. Protocol outcomes are result codes and request faults are `RpcError`s; neither uses
 * this.
 */

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Throws unless the condition holds. A failure is a bug in Weir, never a client's fault. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new AssertionError(`assertion failed: ${what}`);
}
