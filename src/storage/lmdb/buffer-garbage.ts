/**
 * Collects the garbage of a thread that makes hardly any but large buffers. LMDB's library leaves one of 64 KB behind for
 * some thousands of rows; V8 looks at the objects, which are few and small, and would let dozens of megabytes pile up.
 */
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

const LEFT_BYTES = 4_000_000;

/** To be called now and then: collects when buffers take that much more than after the last time. */
export function bufferGarbageCollector(): () => void {
  let collect: (() => void) | undefined;
  let keptBytes = bufferBytes();
  return () => {
    if (bufferBytes() < keptBytes + LEFT_BYTES) return;
    collect ??= exposedCollector();
    collect();
    keptBytes = bufferBytes();
  };
}

/** V8 gives it to contexts that are made after it was told to. */
function exposedCollector(): () => void {
  v8.setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/** Of this thread. */
function bufferBytes(): number {
  return process.memoryUsage().arrayBuffers;
}
