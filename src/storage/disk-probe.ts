/**
 * Asks a disk whether there is room. LMDB's library writes a line of its own on standard error each time that it cannot write, and a
 * server tries often; and it calls a write that was cut short, as on a disk that gets full, an input/output error.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { diskFault, FAILING } from './disk-fault.ts';

const PROBE_FILE = 'room.probe';
/** The pages around what changes are written too. */
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

/** What kept LMDB from writing in a directory: the error that it gave, or that of the disk where it can be known better. */
export function diskCause(directory: string, error: unknown): unknown {
  if (diskFault(error) !== FAILING) return error;
  try {
    probeDisk(directory, 0);
  } catch (cause) {
    if (diskFault(cause) !== undefined) return cause;
  }
  return error;
}
