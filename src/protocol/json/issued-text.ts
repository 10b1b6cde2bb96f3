/** The decimal text of a token amount from its eight bytes, as `issuedText` of `amount-text.ts` has it. */
import type { JsonBuffer } from '../../util/json-buffer.ts';

const DIGIT_0 = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const EXPONENT = 0x65;
const DIGITS = 16;
const EXPONENT_BIAS = 97;
const MIN_PLAIN_EXPONENT = -25;
const MAX_PLAIN_EXPONENT = -5;
const HALF = 1e8;

/** The digits of the mantissa; conversions are synchronous, so one place serves all. */
const digits = new Uint8Array(DIGITS);

/** Appends the text of the amount that begins at `start`; there must be room. */
export function writeIssuedValue(out: JsonBuffer, bytes: Buffer, start: number): void {
  const first = bytes[start] as number;
  const second = bytes[start + 1] as number;
  const high = ((second & 0x3f) << 16) | ((bytes[start + 2] as number) << 8) | (bytes[start + 3] as number);
  const low = bytes.readUInt32BE(start + 4);
  if (high === 0 && low === 0) {
    out.byte(DIGIT_0);
    return;
  }
  readDigits(high, low);
  if ((first & 0x40) === 0) out.byte(MINUS);
  const exponent = (((first & 0x3f) << 2) | (second >> 6)) - EXPONENT_BIAS;
  if (exponent === 0) {
    writeDigits(out, 0, DIGITS);
  } else if (exponent < MIN_PLAIN_EXPONENT || exponent > MAX_PLAIN_EXPONENT) {
    writeDigits(out, 0, DIGITS);
    out.byte(EXPONENT);
    if (exponent < 0) out.byte(MINUS);
    out.decimal(Math.abs(exponent));
  } else {
    writePlain(out, DIGITS + exponent);
  }
}

/** A mantissa has up to 54 bits, one more than a double; 2^32 is 42 * 10^8 + 94,967,296, so its halves are exact. */
function readDigits(high: number, low: number): void {
  const lower = high * 94_967_296 + low;
  const carry = Math.floor(lower / HALF);
  fillDigits((high * 42 + carry) | 0, 8);
  fillDigits((lower - carry * HALF) | 0, DIGITS);
}

function fillDigits(value: number, end: number): void {
  let rest = value;
  for (let at = end - 1; at >= end - 8; at -= 1) {
    const tenth = (rest / 10) | 0;
    digits[at] = DIGIT_0 + rest - tenth * 10;
    rest = tenth;
  }
}

function writeDigits(out: JsonBuffer, start: number, end: number): void {
  for (let at = start; at < end; at += 1) out.byte(digits[at] as number);
}

/** With a decimal point after so many digits (before them all, if negative), without superfluous zeros. */
function writePlain(out: JsonBuffer, point: number): void {
  let end = DIGITS;
  while (end > Math.max(point, 0) && digits[end - 1] === DIGIT_0) end -= 1;
  if (point > 0) writeDigits(out, 0, point);
  else out.byte(DIGIT_0);
  if (end <= Math.max(point, 0)) return;
  out.byte(POINT);
  for (let zeros = point; zeros < 0; zeros += 1) out.byte(DIGIT_0);
  writeDigits(out, Math.max(point, 0), end);
}
