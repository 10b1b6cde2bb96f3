/**
 * Texts of 20-byte values, by their bytes: addresses of accounts and codes of currencies, which repeat all over
 * metadata. Each value has one slot and drives out whoever had it before, so the table never grows and a hit costs a
 * comparison, without a string made to look it up.
 */
import { bytesToHex } from '../../util/hex.ts';
import type { JsonBuffer } from '../../util/json-buffer.ts';

const VALUE_BYTES = 20;
const MAX_CHARACTERS = 40;

export class SlottedTexts {
  readonly #mask: number;
  readonly #textOf: (hex: string) => string;
  readonly #values: Buffer;
  readonly #texts: Buffer;
  readonly #lengths: Uint8Array;

  /** `slots` is a power of two up to 65,536; a text is ASCII of 1 to 40 characters. */
  constructor(slots: number, textOf: (hex: string) => string) {
    this.#mask = slots - 1;
    this.#textOf = textOf;
    this.#values = Buffer.alloc(slots * VALUE_BYTES);
    this.#texts = Buffer.alloc(slots * MAX_CHARACTERS);
    this.#lengths = new Uint8Array(slots);
  }

  /** Appends the text of the value at `start`; there must be room. */
  write(out: JsonBuffer, bytes: Buffer, start: number): void {
    const slot = this.#find(bytes, start);
    const length = this.#lengths[slot] as number;
    const texts = this.#texts;
    const target = out.bytes;
    let from = slot * MAX_CHARACTERS;
    const end = out.length + length;
    for (let at = out.length; at < end; at += 1) target[at] = texts[from++] as number;
    out.length = end;
  }

  /** Accounts differ all over (they are hashes), currencies in the three bytes of their code. */
  #find(bytes: Buffer, start: number): number {
    const hash = ((bytes[start + 4] as number) << 8) + (bytes[start + 5] as number);
    const code = (bytes[start + 12] as number) * 7 + (bytes[start + 13] as number) * 31 + (bytes[start + 14] as number);
    const slot = (hash + code) & this.#mask;
    const values = this.#values;
    const valueAt = slot * VALUE_BYTES;
    let index = 0;
    while (index < VALUE_BYTES && values[valueAt + index] === bytes[start + index]) index += 1;
    if (index < VALUE_BYTES || this.#lengths[slot] === 0) {
      const value = bytes.subarray(start, start + VALUE_BYTES);
      const text = this.#textOf(bytesToHex(value));
      values.set(value, valueAt);
      this.#lengths[slot] = this.#texts.write(text, slot * MAX_CHARACTERS, MAX_CHARACTERS, 'latin1');
    }
    return slot;
  }
}
