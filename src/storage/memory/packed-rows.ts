/** One account's history in memory: consecutive rows in a buffer that doubles when it is full. */
import { HISTORY_ROW_BYTES } from '../../history/packed-rows.ts';
import { ownCopy } from '../../util/own-bytes.ts';

export class PackedRows {
  #bytes = Buffer.alloc(HISTORY_ROW_BYTES);
  #length = 0;

  /** All rows. They never change, so a returned buffer stays valid when rows are added. */
  get rows(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Removes the rows from byte `length` on. */
  truncate(length: number): void {
    // A copy, since returned buffers must not change.
    this.#bytes = ownCopy(this.#bytes.subarray(0, Math.max(length, HISTORY_ROW_BYTES)));
    this.#length = length;
  }

  /** Adds one row or more. */
  push(rows: Buffer): void {
    const length = this.#length + rows.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, this.#bytes.length * 2));
      larger.set(this.rows);
      this.#bytes = larger;
    }
    this.#bytes.set(rows, this.#length);
    this.#length = length;
  }
}
