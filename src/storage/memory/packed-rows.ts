/** One account's history in memory: rows one behind the other in a buffer that doubles when it is full. */
import { HISTORY_ROW_BYTES } from '../../history/history-index-row.ts';

export class PackedRows {
  #bytes = Buffer.alloc(HISTORY_ROW_BYTES);
  #length = 0;

  /** All rows. They never change, so what was handed out stays right when more are added. */
  get rows(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  push(row: Buffer): void {
    if (this.#length === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], this.#length * 2);
    this.#bytes.set(row, this.#length);
    this.#length += row.length;
  }
}
