/** Upper-case hex: the spelling of every hash, key and blob in memory and in JSON. */

/** The value of a hex digit by its character code; 255 for other characters. */
const HEX_DIGIT_VALUES: Uint8Array = digitValues();
const NO_DIGIT = 16;
/** From this length on, a native conversion is faster than a loop. */
const LONG_BYTES = 64;

function digitValues(): Uint8Array {
  const values = new Uint8Array(256).fill(255);
  for (const [digit, character] of [...'0123456789ABCDEF'].entries()) {
    values[character.charCodeAt(0)] = digit;
    values[character.toLowerCase().charCodeAt(0)] = digit;
  }
  return values;
}

export function bytesToHex(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('hex').toUpperCase();
}

/** Hex to bytes. The caller has checked the digits (see `isHex`). */
export function hexToBytes(hex: string): Buffer {
  const length = hex.length >> 1;
  if (length >= LONG_BYTES) return Buffer.from(hex, 'hex');
  const bytes = Buffer.allocUnsafe(length);
  return writeHex(bytes, 0, hex) ? bytes : Buffer.from(hex, 'hex');
}

/** Writes the bytes of a short hex text at `at`; the caller made room. False if the text is not hex. */
export function writeHex(target: Uint8Array, at: number, hex: string): boolean {
  let seen = 0;
  let place = at;
  for (let index = 1; index < hex.length; index += 2) {
    const first = hex.charCodeAt(index - 1);
    const second = hex.charCodeAt(index);
    const high = HEX_DIGIT_VALUES[first & 255] as number;
    const low = HEX_DIGIT_VALUES[second & 255] as number;
    seen |= high | low | (((first | second) >> 8) << 8);
    target[place++] = (high << 4) | low;
  }
  return seen < NO_DIGIT;
}

/** True for an even number of hex digits of either case and, if given, of that byte length. */
export function isHex(text: string, byteLength?: number): boolean {
  if (byteLength !== undefined && text.length !== byteLength * 2) return false;
  if (text.length % 2 !== 0) return false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 255 || (HEX_DIGIT_VALUES[code] as number) >= NO_DIGIT) return false;
  }
  return true;
}
