/**
 * Asks a disk that was full whether there is room again, before LMDB is asked: LMDB's library writes a line of its own on
 * standard error each time that it cannot write, and a server tries often.
 */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

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
      for (let left = Math.max(bytes, LEAST_BYTES); left > 0; left -= block.length) writeSync(file, block);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(path, { force: true });
  }
}
