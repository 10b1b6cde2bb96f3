/**
 * The ledger header: 118 bytes whose hash names the ledger and commits to both of its trees.
 *
 * Close times are rounded to a resolution that adapts every few ledgers (rippled: LedgerTiming.h).
 */
import { sha512HalfHex } from '../crypto/hash.ts';
import { HashPrefix } from '../protocol/tables/hash-prefix.ts';
import type { Hash256 } from '../protocol/values.ts';
import { bytesToHex } from '../util/hex.ts';

export interface LedgerHeader {
  readonly ledgerIndex: number;
  readonly hash: Hash256;
  readonly parentHash: Hash256;
  readonly transactionHash: Hash256;
  readonly accountHash: Hash256;
  /** All drops that exist. */
  readonly totalDrops: bigint;
  /** Seconds since 2000-01-01T00:00:00Z. */
  readonly parentCloseTimeSeconds: number;
  readonly closeTimeSeconds: number;
  /** 2 to 120 seconds. */
  readonly closeTimeResolutionSeconds: number;
  readonly closeFlags: number;
}

export const LEDGER_HEADER_SIZE = 118;

/** Serializes a header as the reference's addRaw(LedgerHeader) does, without its hash. */
export function encodeLedgerHeader(header: Omit<LedgerHeader, 'hash'>): Buffer {
  const bytes = Buffer.allocUnsafe(LEDGER_HEADER_SIZE);
  bytes.writeUInt32BE(header.ledgerIndex, 0);
  bytes.writeBigUInt64BE(header.totalDrops, 4);
  bytes.write(header.parentHash, 12, 32, 'hex');
  bytes.write(header.transactionHash, 44, 32, 'hex');
  bytes.write(header.accountHash, 76, 32, 'hex');
  bytes.writeUInt32BE(header.parentCloseTimeSeconds, 108);
  bytes.writeUInt32BE(header.closeTimeSeconds, 112);
  bytes[116] = header.closeTimeResolutionSeconds;
  bytes[117] = header.closeFlags;
  return bytes;
}

/** The inverse of `encodeLedgerHeader`; computes the hash. */
export function decodeLedgerHeader(bytes: Uint8Array): LedgerHeader {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length !== LEDGER_HEADER_SIZE) throw new RangeError(`a ledger header has 118 bytes, not ${buffer.length}`);
  return {
    ledgerIndex: buffer.readUInt32BE(0),
    hash: hashLedgerHeader(buffer),
    parentHash: bytesToHex(buffer.subarray(12, 44)),
    transactionHash: bytesToHex(buffer.subarray(44, 76)),
    accountHash: bytesToHex(buffer.subarray(76, 108)),
    totalDrops: buffer.readBigUInt64BE(4),
    parentCloseTimeSeconds: buffer.readUInt32BE(108),
    closeTimeSeconds: buffer.readUInt32BE(112),
    closeTimeResolutionSeconds: buffer[116]!,
    closeFlags: buffer[117]!,
  };
}

/** Completes a header with its hash. */
export function createLedgerHeader(fields: Omit<LedgerHeader, 'hash'>): LedgerHeader {
  return { ...fields, hash: hashLedgerHeader(encodeLedgerHeader(fields)) };
}

function hashLedgerHeader(encoded: Buffer): Hash256 {
  return sha512HalfHex(HashPrefix.ledgerMaster, encoded);
}

const RESOLUTIONS_SECONDS = [10, 20, 30, 60, 90, 120];
const REFINE_EVERY_LEDGERS = 8;

/** Resolution of the genesis ledger. */
export const GENESIS_RESOLUTION_SECONDS = 10;

/**
 * Latest close time that a request may set (in the year 2126). A header can express nine more years. Every ledger is at
 * least a second later than its parent, so a chain that reached the last value could never close again.
 */
export const LAST_EXACT_CLOSE_TIME_SECONDS = 4_000_000_000;

/** Close flag: there was no agreement on the close time. */
export const NO_CONSENSUS_TIME = 1;

/** Resolution of the ledger that follows one with the given resolution and close flags. */
export function nextResolutionSeconds(
  parentResolutionSeconds: number,
  parentFlags: number,
  ledgerIndex: number,
): number {
  const at = RESOLUTIONS_SECONDS.indexOf(parentResolutionSeconds);
  if (at < 0) return parentResolutionSeconds;
  const agreed = (parentFlags & NO_CONSENSUS_TIME) === 0;
  if (!agreed) return RESOLUTIONS_SECONDS[at + 1] ?? parentResolutionSeconds;
  if (ledgerIndex % REFINE_EVERY_LEDGERS === 0) return RESOLUTIONS_SECONDS[at - 1] ?? parentResolutionSeconds;
  return parentResolutionSeconds;
}

/** Rounds to the nearest multiple of the resolution (up when midway), at least one second after the parent. */
export function effectiveCloseTimeSeconds(
  closeTimeSeconds: number,
  resolutionSeconds: number,
  parentCloseTimeSeconds: number,
): number {
  if (closeTimeSeconds === 0) return 0;
  const shifted = closeTimeSeconds + Math.floor(resolutionSeconds / 2);
  return Math.max(shifted - (shifted % resolutionSeconds), parentCloseTimeSeconds + 1);
}
