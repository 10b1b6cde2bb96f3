/** Bytes, their hex, and the base58 of addresses and seeds. */
import { BASE58, base58ToHex } from '../base58.js';
import { sha256 } from '../vendor/noble.js';

const CHECK_BYTES = 4;
const ACCOUNT_PREFIX = Uint8Array.of(0);
const ACCOUNT_BYTES = 20;

export function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Undefined if it is no hex, or has another length. */
export function hexToBytes(text, length = undefined) {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/i.test(text)) return undefined;
  if (length !== undefined && text.length !== 2 * length) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** In upper case. */
export function bytesToHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** An integer as big-endian bytes; undefined if it does not fit. */
export function uintToBytes(value, length) {
  const number = BigInt(value);
  if (number < 0n || number >= 1n << BigInt(8 * length)) return undefined;
  return hexToBytes(number.toString(16).padStart(2 * length, '0'));
}

/** The payload after a prefix in base58 with a checksum; undefined if invalid. */
export function decodeBase58(text, prefix, length) {
  const bytes = hexToBytes(base58ToHex(text));
  if (bytes?.length !== prefix.length + length + CHECK_BYTES) return undefined;
  const payload = bytes.subarray(0, -CHECK_BYTES);
  const isWhole = checkSum(payload).every((byte, at) => byte === bytes[payload.length + at]);
  return isWhole && prefix.every((byte, at) => byte === bytes[at]) ? payload.subarray(prefix.length) : undefined;
}

export function encodeBase58(prefix, payload) {
  const body = concat(prefix, payload);
  const bytes = concat(body, checkSum(body));
  let text = '';
  for (let rest = BigInt(`0x${bytesToHex(bytes)}`); rest > 0n; rest /= 58n) text = BASE58[Number(rest % 58n)] + text;
  return BASE58[0].repeat(bytes.findIndex((byte) => byte !== 0)) + text;
}

function checkSum(payload) {
  return sha256(sha256(payload)).subarray(0, CHECK_BYTES);
}

/** The 20 bytes of an address; undefined if invalid. */
export function accountOfAddress(address) {
  return typeof address === 'string' ? decodeBase58(address, ACCOUNT_PREFIX, ACCOUNT_BYTES) : undefined;
}

export function addressOfAccount(account) {
  return encodeBase58(ACCOUNT_PREFIX, account);
}
