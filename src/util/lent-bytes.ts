/**
 * Memory for parts of long answers that is used again. Node.js asks the system for each longer buffer, and V8, which sees
 * them as garbage of its own, would look through the whole heap after every few pages of history.
 */

const BLOCK_BYTES = 128 * 1024;
/** Enough for some pages on their way at the same time; what is given back beyond that goes. */
const MOST_KEPT = 32;

const kept: ArrayBuffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

/** A copy. Whoever is the only one to have it may give it back; else it goes like everything else. */
export function lentCopy(bytes: Uint8Array): Buffer {
  if (bytes.length > BLOCK_BYTES || bytes.length < BLOCK_BYTES / 4) return Buffer.from(bytes);
  const block = kept.pop() ?? new ArrayBuffer(BLOCK_BYTES);
  lent.add(block);
  const copy = Buffer.from(block, 0, bytes.length);
  copy.set(bytes);
  return copy;
}

/** Takes a copy back, which nobody may look at any more; nothing happens to other bytes. */
export function giveBack({ buffer }: Uint8Array): void {
  if (lent.delete(buffer) && kept.length < MOST_KEPT) kept.push(buffer as ArrayBuffer);
}
