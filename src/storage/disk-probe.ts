/**
 * Checks by a test write whether a disk has room. LMDB prints a line on standard error for every failed write, and a
 * server tries often. LMDB also reports a short write, as on a disk that becomes full, as an input/output error.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { diskFault, FAILING } from './disk-fault.ts';

const PROBE_FILE = 'room.probe';
/** A write also needs room for the pages around the changed ones. */
const LEAST_BYTES = 262_144;

/** @throws the system's error if so many bytes cannot be written in the directory */
export function probeDisk(directory: string, bytes: number): void {
  const path = join(directory, PROBE_FILE);
  try {
    const file = openSync(path, 'w');
    try {
      const block = Buffer.alloc(65_536);
      for (let left = Math.max(bytes, LEAST_BYTES); left > 0; ) left -= writeSync(file, block);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(path, { force: true });
  }
}

/** Why LMDB could not write in a directory: its own error, or the more exact one of a test write. */
export function diskCause(directory: string, error: unknown): unknown {
  if (diskFault(error) !== FAILING) return error;
  try {
    probeDisk(directory, 0);
  } catch (cause) {
    if (diskFault(cause) !== undefined) return cause;
  }
  return error;
}
