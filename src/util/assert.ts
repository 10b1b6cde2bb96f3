/** Our own bugs. Protocol outcomes are result codes and request faults are `RpcError`s; neither goes through here. */

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** States what must hold. A failure is a bug in Weir, never a client's fault. */
export function assert(condition: unknown, what: string): asserts condition {
  if (!condition) throw new AssertionError(`assertion failed: ${what}`);
}
