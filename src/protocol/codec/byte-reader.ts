/**
 * A cursor over serialized bytes. Every read checks what is left first, so no length that the input claims is believed
 * and nothing is allocated before its bytes are known to be there.
 */
import { CodecError } from './codec-error.ts';

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
  /** The field being read, for errors: set by whoever dispatches on it. */
  field = 'object';
  /** The first field that was found out of order: a fault, but one that waits for graver ones. */
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
