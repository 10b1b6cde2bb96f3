/**
 * A growable buffer for JSON text. The server's longest answers are mostly hex and digits, which are several times
 * faster to write from bytes than through strings. Everything written is ASCII.
 */
import { bytesToHex } from './hex.ts';

const DIGIT_0 = 0x30;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const BIG_DIGITS = 1e8;

/** The high and the low hex digit of each byte, as character codes. */
const HIGH_DIGITS = Buffer.alloc(256);
const LOW_DIGITS = Buffer.alloc(256);
for (let byte = 0; byte < 256; byte++) {
  const digits = byte.toString(16).padStart(2, '0').toUpperCase();
  HIGH_DIGITS[byte] = digits.charCodeAt(0);
  LOW_DIGITS[byte] = digits.charCodeAt(1);
}
/** From this length on, a native copy is faster than a loop. */
const LONG_COPY_BYTES = 64;
/** From this length on, a native conversion is faster than a loop, although it creates a string. */
const LONG_HEX_BYTES = 250;

export class JsonBuffer {
  bytes: Buffer;
  /** The number of bytes written. */
  length = 0;

  constructor(initialBytes: number) {
    this.bytes = Buffer.allocUnsafeSlow(initialBytes);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** Appends JSON text in ASCII. */
  ascii(text: string): void {
    const count = text.length;
    this.reserve(count);
    const { bytes } = this;
    let at = this.length;
    for (let index = 0; index < count; index += 1) bytes[at++] = text.charCodeAt(index);
    this.length = at;
  }

  /** Appends bytes of JSON text; the caller reserved room. */
  raw(source: Uint8Array): void {
    const count = source.length;
    const { bytes } = this;
    let at = this.length;
    if (count >= LONG_COPY_BYTES) bytes.set(source, at);
    else for (let index = 0; index < count; index += 1) bytes[at++] = source[index] as number;
    this.length += count;
  }

  /** Appends a copy of an earlier part. */
  again(start: number, end: number): void {
    this.reserve(end - start);
    this.bytes.copyWithin(this.length, start, end);
    this.length += end - start;
  }

  /** Appends upper-case hex in quotes; the caller reserved room. */
  hex(source: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let at = this.length;
    bytes[at++] = QUOTE;
    if (end - start >= LONG_HEX_BYTES) {
      at += bytes.write(bytesToHex(source.subarray(start, end)), at, 'latin1');
    } else {
      for (let index = start; index < end; index += 1) {
        const byte = source[index] as number;
        bytes[at] = HIGH_DIGITS[byte] as number;
        bytes[at + 1] = LOW_DIGITS[byte] as number;
        at += 2;
      }
    }
    bytes[at++] = QUOTE;
    this.length = at;
  }

  /** Appends a whole number from 0 to 2^53 - 1; the caller reserved room. */
  decimal(value: number): void {
    if (value < BIG_DIGITS) {
      this.#digits(value);
    } else {
      const high = Math.floor(value / BIG_DIGITS);
      this.#digits(high);
      this.#eightDigits(value - high * BIG_DIGITS);
    }
  }

  /** For values within a signed 32-bit integer: V8 divides these without floating point. */
  #digits(value: number): void {
    let count = 1;
    for (let limit = 10; limit <= value; limit *= 10) count += 1;
    this.#fixedDigits(value | 0, count);
  }

  #eightDigits(value: number): void {
    this.#fixedDigits(value | 0, 8);
  }

  #fixedDigits(value: number, count: number): void {
    const { bytes } = this;
    let rest = value;
    for (let at = this.length + count - 1; at >= this.length; at -= 1) {
      const tenth = (rest / 10) | 0;
      bytes[at] = DIGIT_0 + rest - tenth * 10;
      rest = tenth;
    }
    this.length += count;
  }

  /** Appends a comma, unless at the start of an object or a list. */
  comma(): void {
    const last = this.bytes[this.length - 1];
    if (last !== OPEN_BRACE && last !== OPEN_BRACKET) this.byte(COMMA);
  }

  /** Appends one character; the caller reserved room. */
  byte(code: number): void {
    this.bytes[this.length++] = code;
  }
}
