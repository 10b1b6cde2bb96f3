/**
 * Triggers garbage collection in a thread whose garbage is mostly large buffers. LMDB's library leaves a 64 KB buffer
 * behind per some thousand rows. V8 counts the small JavaScript objects and would let dozens of megabytes accumulate.
 */
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';

const LEFT_BYTES = 4_000_000;

/** Must be called periodically: collects when buffers have grown by a limit since the last collection. */
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

/** V8 exposes it only in contexts that are created after the flag is set. */
function exposedCollector(): () => void {
  v8.setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

/** Of this thread. */
function bufferBytes(): number {
  return process.memoryUsage().arrayBuffers;
}
