/** A growable buffer that serialized bytes are appended to; one of them is reused for every encoding. */
import { CodecError } from './codec-error.ts';

const INITIAL_BYTES = 64 * 1024;
/** The longest that a length prefix can express (rippled: Serializer.cpp, addEncoded). */
const MAX_VL_LENGTH = 918_744;

/** A native call costs as much as a loop over so many bytes. */
const LONGEST_LOOP_BYTES = 64;

/** Digit value by character code; 255 for what is no hex digit. */
const HEX_DIGITS = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  HEX_DIGITS[text.charCodeAt(0)] = digit;
  HEX_DIGITS[text.toUpperCase().charCodeAt(0)] = digit;
}

export class ByteWriter {
  private buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  position = 0;
  /** The field being written, for errors: set by whoever dispatches on it. */
  field = 'object';

  reset(): void {
    this.position = 0;
    this.field = 'object';
  }

  /** A copy of everything written since the last reset. */
  toBuffer(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.position));
  }

  uint8(value: number): void {
    const start = this.advance(1);
    this.buffer[start] = value;
  }

  uint16(value: number): void {
    const start = this.advance(2);
    this.buffer[start] = value >>> 8;
    this.buffer[start + 1] = value;
  }

  /** Also for negative numbers, as two's complement. */
  uint32(value: number): void {
    const start = this.advance(4);
    this.buffer[start] = value >>> 24;
    this.buffer[start + 1] = value >>> 16;
    this.buffer[start + 2] = value >>> 8;
    this.buffer[start + 3] = value;
  }

  uint64(value: bigint): void {
    const start = this.advance(8);
    this.buffer.writeBigUInt64BE(value, start);
  }

  int64(value: bigint): void {
    const start = this.advance(8);
    this.buffer.writeBigInt64BE(value, start);
  }

  bytes(bytes: Uint8Array): void {
    const start = this.advance(bytes.length);
    if (bytes.length > LONGEST_LOOP_BYTES) this.buffer.set(bytes, start);
    else for (let index = 0; index < bytes.length; index++) this.buffer[start + index] = bytes[index] as number;
  }

  /** Hex of exactly `byteLength` bytes. A loop: the native conversion costs more a call, and ignores bad digits. */
  hex(text: string, byteLength: number): void {
    if (typeof text !== 'string' || text.length !== byteLength * 2)
      throw this.error(`is not ${byteLength} bytes of hex`);
    const start = this.advance(byteLength);
    const buffer = this.buffer;
    let seen = 0;
    for (let index = 0, at = start; index < text.length; index += 2, at++) {
      const first = text.charCodeAt(index);
      const second = text.charCodeAt(index + 1);
      const high = HEX_DIGITS[first & 255] as number;
      const low = HEX_DIGITS[second & 255] as number;
      seen |= high | low | (((first | second) >> 8) << 8);
      buffer[at] = (high << 4) | low;
    }
    if (seen > 15) throw this.error('is not hex');
  }

  /** The one to three bytes that announce a variable length. */
  vlLength(length: number): void {
    if (length <= 192) {
      this.uint8(length);
    } else if (length <= 12_480) {
      const rest = length - 193;
      this.uint16(((193 + (rest >>> 8)) << 8) | (rest & 255));
    } else if (length <= MAX_VL_LENGTH) {
      const rest = length - 12_481;
      this.uint8(241 + (rest >>> 16));
      this.uint16(rest & 65_535);
    } else {
      throw this.error(`has ${length} bytes, more than ${MAX_VL_LENGTH}`);
    }
  }

  error(reason: string): CodecError {
    return new CodecError(this.field, this.position, reason);
  }

  /** Makes room for `length` bytes and returns where they begin. */
  private advance(length: number): number {
    const start = this.position;
    const end = start + length;
    if (end > this.buffer.length) this.grow(end);
    this.position = end;
    return start;
  }

  private grow(atLeast: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(atLeast, this.buffer.length * 2));
    this.buffer.copy(larger, 0, 0, this.position);
    this.buffer = larger;
  }
}
