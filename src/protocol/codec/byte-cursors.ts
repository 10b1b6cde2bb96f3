/**
 * A growable buffer that serialized bytes are appended to; one of them is reused for every encoding.
 *
 * A cursor over serialized bytes. Every read checks what is left first, so no length that the input claims is believed
 * and nothing is allocated before its bytes are known to be there.
 */
import { writeHex } from '../../util/hex.ts';
import { CodecError } from './codec-error.ts';

const INITIAL_BYTES = 64 * 1024;
/** The longest that a length prefix can express (rippled: Serializer.cpp, addEncoded). */
const MAX_VL_LENGTH = 918_744;

/** Up to this length a loop is faster than a native call. */
const LONGEST_LOOP_BYTES = 64;

export class ByteWriter {
  private buffer = Buffer.allocUnsafeSlow(INITIAL_BYTES);
  position = 0;
  /** The field being written, for errors; the dispatching function sets it. */
  field = 'object';

  reset(): void {
    this.position = 0;
    this.field = 'object';
  }

  /** Everything written since the last reset, until the next one. */
  written(): Buffer {
    return this.buffer.subarray(0, this.position);
  }

  /** A copy of it. */
  toBuffer(): Buffer {
    const copy = Buffer.allocUnsafe(this.position);
    this.buffer.copy(copy, 0, 0, this.position);
    return copy;
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
    if (!writeHex(this.buffer, start, text)) throw this.error('is not hex');
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

/** The reference has a text for each size of read (rippled: Serializer.cpp). */
const TOO_SHORT = {
  uint8: 'invalid SerialIter get8',
  uint16: 'invalid SerialIter get16',
  uint32: 'invalid SerialIter get32',
  uint64: 'invalid SerialIter get64',
  int32: 'invalid SerialIter geti32',
  int64: 'invalid SerialIter geti64',
  hex: 'invalid SerialIter getBitString',
  vl: 'invalid SerialIter getRaw',
} as const;

export class ByteReader {
  readonly bytes: Buffer;
  position = 0;
  /** The field being read, for errors; the dispatching function sets it. */
  field = 'object';
  /** The first field out of order. It is reported only if no other error is found. */
  disorder: CodecError | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  /** Moves past `length` bytes and returns where they began. */
  take(length: number, referenceText: string = TOO_SHORT.hex): number {
    const start = this.position;
    const end = start + length;
    if (end > this.bytes.length) {
      throw this.error(`needs ${length} bytes, only ${this.bytes.length - start} are left`, start, referenceText);
    }
    this.position = end;
    return start;
  }

  uint8(): number {
    return this.bytes[this.take(1, TOO_SHORT.uint8)] as number;
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.take(2, TOO_SHORT.uint16));
  }

  uint32(): number {
    return this.bytes.readUInt32BE(this.take(4, TOO_SHORT.uint32));
  }

  int32(): number {
    return this.bytes.readInt32BE(this.take(4, TOO_SHORT.int32));
  }

  uint64(): bigint {
    return this.bytes.readBigUInt64BE(this.take(8, TOO_SHORT.uint64));
  }

  /** The upper half of a 64-bit number whose lower half is `uint32`; both are there. */
  first32Of64(): number {
    const start = this.take(8, TOO_SHORT.uint64);
    this.position = start + 4;
    return this.bytes.readUInt32BE(start);
  }

  int64(): bigint {
    return this.bytes.readBigInt64BE(this.take(8, TOO_SHORT.int64));
  }

  /** `length` bytes as upper-case hex. */
  hex(length: number): string {
    const start = this.take(length);
    return this.bytes.toString('hex', start, start + length).toUpperCase();
  }

  /** The one to three bytes of a length (rippled: Serializer.cpp, decodeVLLength); the bytes it promises are there. */
  vlLength(referenceText: string = TOO_SHORT.vl): number {
    const start = this.position;
    const first = this.uint8();
    let length = first;
    if (first > 254) throw this.error('has a length prefix that is not allowed', start, 'b1>254');
    if (first > 240) {
      const second = this.uint8();
      length = 12481 + (first - 241) * 65536 + second * 256 + this.uint8();
    } else if (first > 192) {
      length = 193 + (first - 193) * 256 + this.uint8();
    }
    const left = this.bytes.length - this.position;
    if (length > left) throw this.error(`claims ${length} bytes, only ${left} are left`, start, referenceText);
    return length;
  }

  /** The error for the current field, at the current position unless another one is given. */
  error(reason: string, offset: number = this.position, referenceText?: string): CodecError {
    return new CodecError(this.field, offset, reason, referenceText);
  }
}
