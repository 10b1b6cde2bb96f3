/**
 * Copies of bytes that are kept for long, in memory of exactly their size. A slice keeps its whole buffer alive: 64 KiB
 * if that is Node's pool, which `Buffer.from`, `Buffer.concat` and `Buffer.allocUnsafe` use for short buffers.
 */

export function ownCopy(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Copies that are kept and dropped together: they share one buffer, which costs less than one buffer each. */
export function ownCopies<None extends undefined = never>(all: readonly (Uint8Array | None)[]): (Buffer | None)[] {
  const shared = Buffer.allocUnsafeSlow(all.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0));
  let at = 0;
  return all.map((bytes) => {
    if (bytes === undefined) return bytes;
    shared.set(bytes, at);
    at += bytes.length;
    return shared.subarray(at - bytes.length, at);
  });
}
