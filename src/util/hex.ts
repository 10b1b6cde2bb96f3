/** Upper-case hex, the in-memory and JSON spelling of every hash, key and blob. */

/** Bytes to upper-case hex. */
export function bytesToHex(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('hex').toUpperCase();
}

/** Hex to bytes. The caller has checked the digits (see `isHex`); a malformed tail is a bug here. */
export function hexToBytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

/** True for an even number of hex digits of either case, and of the given byte length when one is given. */
export function isHex(text: string, byteLength?: number): boolean {
  if (byteLength !== undefined && text.length !== byteLength * 2) return false;
  return text.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(text);
}
