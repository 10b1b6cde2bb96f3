/**
 * Memory for packed rows, which goes to the thread that writes them and comes back. A server packs megabytes for every
 * ledger; if each had new memory, the thread, which makes little garbage of its own, would collect it only when there is
 * much of it.
 */

const CHUNK_BYTES = 64 * 1024;
/** What a large ledger needs; of a larger one the rest is let go. */
const KEPT_CHUNKS = 64;

export class ChunkPool {
  readonly #free: ArrayBuffer[] = [];

  /** At least so many bytes of memory that nobody else has. */
  take(length: number): Buffer<ArrayBuffer> {
    if (length > CHUNK_BYTES) return Buffer.allocUnsafeSlow(length);
    const memory = this.#free.pop();
    return memory === undefined ? Buffer.allocUnsafeSlow(CHUNK_BYTES) : Buffer.from(memory);
  }

  giveBack(memory: readonly ArrayBuffer[]): void {
    for (const buffer of memory) {
      if (buffer.byteLength === CHUNK_BYTES && this.#free.length < KEPT_CHUNKS) this.#free.push(buffer);
    }
  }
}
