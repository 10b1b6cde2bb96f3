/**
 * A pool of buffers for parts of long answers. Node.js allocates each large buffer outside the heap, and V8 would
 * collect the whole heap after every few pages of history because of them.
 */

const BLOCK_BYTES = 128 * 1024;
/** Enough for several answers in flight; further buffers are left to the garbage collector. */
const MAX_FREE = 32;

const free: ArrayBuffer[] = [];
const pooled = new WeakSet<ArrayBufferLike>();

/**
 * A copy in a pooled buffer. The caller owns it, and may release it if no reference to it remains; otherwise it is
 * garbage-collected.
 */
export function pooledCopy(bytes: Uint8Array): Buffer {
  if (bytes.length > BLOCK_BYTES || bytes.length < BLOCK_BYTES / 4) return Buffer.from(bytes);
  const block = free.pop() ?? new ArrayBuffer(BLOCK_BYTES);
  pooled.add(block);
  const copy = Buffer.from(block, 0, bytes.length);
  copy.set(bytes);
  return copy;
}

/** Returns a pooled buffer to the pool; the caller must not use it any more. Other bytes are ignored. */
export function releasePooled({ buffer }: Uint8Array): void {
  if (pooled.delete(buffer) && free.length < MAX_FREE) free.push(buffer as ArrayBuffer);
}
